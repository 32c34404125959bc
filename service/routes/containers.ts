import type { Hono } from 'hono';
import {
  changeContainer,
  createContainer,
  deleteContainer,
  listContainers,
  listOwnContainers,
} from '../operations/containers.ts';
import { answer, fromBodyAndPath, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';
import { jsonBody } from './body.ts';

/** `/v1/containers`, and the owner's `/owner/containers`. */
export function routeContainers(app: Hono<ServiceEnv>, doorway: Doorway): void {
  app.get('/v1/containers', answer(doorway, { operation: listContainers, input: fromUrl }));
  app.get('/owner/containers', answer(doorway, { operation: listOwnContainers, input: fromUrl }));
  app.patch(
    '/owner/containers/:id',
    answer(doorway, { operation: changeContainer, input: fromBodyAndPath }),
  );
  app.delete(
    '/owner/containers/:id',
    answer(doorway, { operation: deleteContainer, input: fromUrl }),
  );
  app.post(
    '/owner/containers',
    answer(doorway, {
      operation: createContainer,
      status: 201,
      input: ({ req }) => jsonBody(req.raw),
    }),
  );
}
