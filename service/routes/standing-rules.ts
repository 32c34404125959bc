import type { Hono } from 'hono';
import {
  changeRule,
  createRule,
  listAllRules,
  listRulesInUse,
  removeRule,
} from '../operations/standing-rules.ts';
import { answer, fromBodyAndPath, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';
import { jsonBody } from './body.ts';

/** `/v1/rules`, and the owner's `/owner/rules`. */
export function routeStandingRules(app: Hono<ServiceEnv>, doorway: Doorway): void {
  app.get('/v1/rules', answer(doorway, { operation: listRulesInUse, input: fromUrl }));
  app.get('/owner/rules', answer(doorway, { operation: listAllRules, input: fromUrl }));
  app.post(
    '/owner/rules',
    answer(doorway, { operation: createRule, status: 201, input: ({ req }) => jsonBody(req.raw) }),
  );
  app.patch('/owner/rules/:id', answer(doorway, { operation: changeRule, input: fromBodyAndPath }));
  app.delete('/owner/rules/:id', answer(doorway, { operation: removeRule, input: fromUrl }));
}
