import type { Hono } from 'hono';
import { listConnections, revokeConnection } from '../operations/connections.ts';
import { answer, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';

/** The owner's `/owner/connections`. */
export function routeConnections(app: Hono<ServiceEnv>, doorway: Doorway): void {
  app.get('/owner/connections', answer(doorway, { operation: listConnections, input: fromUrl }));
  app.delete(
    '/owner/connections/:id',
    answer(doorway, { operation: revokeConnection, input: fromUrl }),
  );
}
