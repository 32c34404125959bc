import type { Hono } from 'hono';
import {
  addDocument,
  deleteDocument,
  getDocument,
  listDocuments,
} from '../operations/documents.ts';
import { answer, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';
import { jsonBody } from './body.ts';

/** `/v1/documents`. */
export function routeDocuments(app: Hono<ServiceEnv>, doorway: Doorway): void {
  app.post(
    '/v1/documents',
    answer(doorway, { operation: addDocument, status: 202, input: ({ req }) => jsonBody(req.raw) }),
  );
  app.get('/v1/documents', answer(doorway, { operation: listDocuments, input: fromUrl }));
  app.get('/v1/documents/:id', answer(doorway, { operation: getDocument, input: fromUrl }));
  app.delete('/v1/documents/:id', answer(doorway, { operation: deleteDocument, input: fromUrl }));
}
