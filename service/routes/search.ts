import type { Hono } from 'hono';
import { search } from '../operations/search.ts';
import { answer, type Doorway, type ServiceEnv } from './answer.ts';
import { jsonBody } from './body.ts';

/** `/v1/search`. */
export function routeSearch(app: Hono<ServiceEnv>, doorway: Doorway): void {
  app.post(
    '/v1/search',
    answer(doorway, { operation: search, input: ({ req }) => jsonBody(req.raw) }),
  );
}
