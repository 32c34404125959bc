import type { Hono } from 'hono';
import { changeKey, createKey, listKeys, revokeKeyForGood } from '../operations/keys.ts';
import { answer, fromBodyAndPath, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';
import { jsonBody } from './body.ts';

/** The owner's `/owner/keys`. */
export function routeKeys(app: Hono<ServiceEnv>, doorway: Doorway): void {
  app.get('/owner/keys', answer(doorway, { operation: listKeys, input: fromUrl }));
  app.post(
    '/owner/keys',
    answer(doorway, { operation: createKey, status: 201, input: ({ req }) => jsonBody(req.raw) }),
  );
  app.patch('/owner/keys/:id', answer(doorway, { operation: changeKey, input: fromBodyAndPath }));
  app.delete('/owner/keys/:id', answer(doorway, { operation: revokeKeyForGood, input: fromUrl }));
}
