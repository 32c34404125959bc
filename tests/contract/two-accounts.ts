/** One service with two accounts, each with its own owner token. */
import { setImmediate } from 'node:timers/promises';
import { createTurns } from '../../service/agent/agent.ts';
import { chooseAgent, createService, type ServiceDependencies } from '../../service/app.ts';
import {
  firstKnown,
  keyAuthenticator,
  operatorTokenAuthenticator,
  ownerTokenAuthenticator,
} from '../../service/auth/credentials.ts';
import { createRequestLimiter } from '../../service/auth/request-limiter.ts';
import { createSearchQueue } from '../../service/search/search-queue.ts';
import { createEndpoints } from '../../service/fetching/endpoints.ts';
import { createLearner } from '../../service/learning/learner.ts';
import { silent } from '../../service/ports.ts';
import { openStorage, type OpenedStorage } from '../fixtures/open-storage.ts';
import { Api } from './api.ts';

const now = '2026-11-21T00:00:00.000Z';

export interface TwoAccounts extends OpenedStorage {
  /** Clients for the owners of the first and of the second account. */
  readonly owners: readonly [Api, Api];
  /** A client with the operator token. */
  readonly operator: Api;
  /** Sends a request unchanged. */
  fetch(request: Request): Promise<Response>;
  /** Sends requests with these headers and no credential. */
  anonymous(headers: Record<string, string>): Api;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the service on a new storage; `changes` replaces dependencies. */
export async function openTwoAccounts(
  changes: Partial<ServiceDependencies> = {},
  opened?: OpenedStorage,
): Promise<TwoAccounts> {
  const { storage, tables } = opened ?? (await openStorage());
  const { accounts } = storage;
  await storage.migrate(now);
  for (const id of ['first', 'second']) await accounts.insert({ id, name: '', now });
  const clock = { now: () => Date.now() };
  const defaultAgent = { mode: 'quotation' } as const;
  const endpoints =
    changes.endpoints ??
    createEndpoints({ accounts, defaultAgent, fetch: (request) => fetch(request) });
  const learner = createLearner({ storage, clock, logger: silent, pause: () => setImmediate() });
  const service = createService({
    storage,
    learner,
    clock,
    newId: () => crypto.randomUUID(),
    logger: silent,
    limiter: createRequestLimiter(clock, 100_000),
    turns: createTurns(2),
    searches: createSearchQueue({ pause: () => setImmediate(), atOnce: 1 }),
    endpoints,
    chooseAgent: chooseAgent(endpoints, silent),
    defaultAgent,
    authenticator: firstKnown([
      await ownerTokenAuthenticator('owner-of-first', 'first'),
      await ownerTokenAuthenticator('owner-of-second', 'second'),
      await operatorTokenAuthenticator('operator'),
      keyAuthenticator(storage, clock),
    ]),
    ...changes,
  });
  const api = new Api((request) => service.fetch(request));
  return {
    owners: [api.with('owner-of-first'), api.with('owner-of-second')],
    operator: api.with('operator'),
    storage,
    tables,
    fetch: (request) => service.fetch(request),
    anonymous: (headers) =>
      new Api((request) => {
        for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
        return service.fetch(request);
      }),
    idle: () => learner.idle(),
    async close() {
      await learner.stop();
      await storage.close();
    },
  };
}
