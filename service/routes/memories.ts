import type { Hono } from 'hono';
import { addNote, forgetNote } from '../operations/notes.ts';
import { answer, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';
import { jsonBody } from './body.ts';

/** `/v1/memories`: notes and standing facts, which the contract calls memories. */
export function routeMemories(app: Hono<ServiceEnv>, doorway: Doorway): void {
  app.post(
    '/v1/memories',
    answer(doorway, {
      operation: addNote,
      status: ({ status }) => (status === 'stored' ? 200 : 202),
      input: ({ req }) => jsonBody(req.raw),
    }),
  );
  app.delete('/v1/memories/:id', answer(doorway, { operation: forgetNote, input: fromUrl }));
}
