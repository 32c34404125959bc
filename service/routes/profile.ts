import type { Hono } from 'hono';
import { askAgent, getAgent, setAgent } from '../operations/ask.ts';
import { getProfile } from '../operations/profile.ts';
import { answer, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';
import { jsonBody } from './body.ts';

/** `/v1/profile`, `/v1/ask`, and the owner's `/owner/agent`. */
export function routeProfile(app: Hono<ServiceEnv>, doorway: Doorway): void {
  app.get('/v1/profile', answer(doorway, { operation: getProfile, input: fromUrl }));
  app.post(
    '/v1/ask',
    answer(doorway, { operation: askAgent, input: ({ req }) => jsonBody(req.raw) }),
  );
  app.get('/owner/agent', answer(doorway, { operation: getAgent, input: fromUrl }));
  app.put(
    '/owner/agent',
    answer(doorway, { operation: setAgent, input: ({ req }) => jsonBody(req.raw) }),
  );
}
