import type { Hono } from 'hono';
import { cancelLearning, deferLearning, updateNow } from '../operations/learning.ts';
import { answer, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';

/** The owner's `/owner/documents/{id}/…`. */
export function routeLearning(app: Hono<ServiceEnv>, doorway: Doorway): void {
  app.post(
    '/owner/documents/:id/update-now',
    answer(doorway, { operation: updateNow, status: 202, input: fromUrl }),
  );
  app.post(
    '/owner/documents/:id/cancel-learning',
    answer(doorway, { operation: cancelLearning, input: fromUrl }),
  );
  app.post(
    '/owner/documents/:id/defer-learning',
    answer(doorway, { operation: deferLearning, input: fromUrl }),
  );
}
