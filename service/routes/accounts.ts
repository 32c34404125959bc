import type { Context, Hono } from 'hono';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { createAccount, createLink, listAccounts, removeAccount } from '../operations/accounts.ts';
import type { Refusal } from '../refusal.ts';
import { answer, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';
import { jsonBody } from './body.ts';

/** The operator's `/owner/accounts`, and every owner's `/owner/sign-in-links`; `baseUrl` is where people reach the service. */
export function routeAccounts(
  app: Hono<ServiceEnv>,
  doorway: Doorway,
  baseUrl: (request: Request) => string,
): void {
  app.get('/owner/accounts', answer(doorway, { operation: listAccounts, input: fromUrl }));
  app.post(
    '/owner/accounts',
    answer(doorway, {
      operation: createAccount,
      status: 201,
      input: (hono) => withBase(hono, baseUrl),
    }),
  );
  app.delete('/owner/accounts/:id', answer(doorway, { operation: removeAccount, input: fromUrl }));
  app.post(
    '/owner/sign-in-links',
    answer(doorway, {
      operation: createLink,
      status: 201,
      input: ({ req }) => ok({ ...req.query(), baseUrl: baseUrl(req.raw) }),
    }),
  );
}

async function withBase(
  { req }: Context<ServiceEnv>,
  baseUrl: (request: Request) => string,
): Promise<Result<unknown, Refusal>> {
  const body = await jsonBody(req.raw);
  const isObject = body.ok && typeof body.value === 'object' && body.value !== null;
  if (!isObject || Array.isArray(body.value)) return body;
  return ok({ ...body.value, baseUrl: baseUrl(req.raw) });
}
