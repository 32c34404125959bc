import { routePath } from 'hono/route';
import { Hono } from 'hono/tiny';
import { getPath } from 'hono/utils/url';
import { maxConcurrentTurns, maxRequestsPerMinute } from '../lib/contract/limits.ts';
import type { AgentSettings } from '../lib/contract/owner-api.ts';
import { createTurns, type ChooseAgent } from './agent/agent.ts';
import { modelAgent, type ModelEnvironment } from './agent/model.ts';
import { quotesAgent } from './agent/quotes.ts';
import {
  firstKnown,
  keyAuthenticator,
  ownerTokenAuthenticator,
  type Authenticator,
} from './auth/credentials.ts';
import { createRequestLimiter } from './auth/request-limiter.ts';
import { createLearner } from './learning/learner.ts';
import { accessTokenAuthenticator } from './oauth/tokens.ts';
import { operations } from './operations/index.ts';
import type { ServiceContext } from './operations/operation.ts';
import { timestamp } from './ports.ts';
import { envelope } from './refusal.ts';
import { restRoutes, type RouteDependencies, type RouteGroup, type ServiceEnv } from './rest.ts';
import { migrate } from './storage/migrations/migrate.ts';
import { ensureFirstAccount } from './storage/sqlite/accounts.ts';

export interface ServiceDependencies extends ServiceContext {
  readonly authenticator: Authenticator;
  readonly baseUrl?: RouteDependencies['baseUrl'];
  readonly routes?: readonly RouteGroup[];
}

export interface Service {
  /** Answers every request, even a malformed one; never throws. */
  fetch(request: Request): Promise<Response>;
}

export function createService({
  authenticator,
  baseUrl = (request) => new URL(request.url).origin,
  routes = [],
  ...context
}: ServiceDependencies): Service {
  const app = new Hono<ServiceEnv>({ getPath: strictPath });
  const { clock, logger, newId, learner } = context;

  app.use(async (hono, next) => {
    const startedAt = clock.now();
    hono.set('traceId', newId());
    await next();
    logger.info('request', {
      method: hono.req.method,
      route: routePath(hono, -1),
      status: hono.res.status,
      ms: clock.now() - startedAt,
      trace: hono.get('traceId'),
    });
  });
  app.notFound((hono) =>
    envelope(
      { kind: 'unknown', message: 'Nothing exists at this address.', details: {} },
      hono.get('traceId'),
    ),
  );
  app.onError((error, hono) => {
    const traceId = hono.get('traceId');
    logger.error('request.failed', { error: error.name, trace: traceId });
    return envelope({ kind: 'internal', message: 'The service failed.', details: {} }, traceId);
  });

  for (const addRoutes of [restRoutes(operations), ...routes]) {
    addRoutes(app, { context, authenticator, baseUrl });
  }

  learner.wake();
  return { fetch: async (request) => app.fetch(request) };
}

export function chooseAgent(environment: ModelEnvironment): ChooseAgent {
  return (settings) => {
    if (settings.mode === 'off') return null;
    return settings.mode === 'model' ? modelAgent(settings, environment) : quotesAgent;
  };
}

/** Doubles a trailing slash: the router of hono/tiny would ignore one and answer `/v1/search/` as `/v1/search`. */
function strictPath(request: Request): string {
  const path = getPath(request);
  return path !== '/' && path.endsWith('/') ? `${path}/` : path;
}

export interface ServiceEnvironment extends Pick<
  ServiceDependencies,
  'baseUrl' | 'routes' | 'db' | 'clock' | 'newId' | 'logger' | 'loadPage'
> {
  readonly ownerToken: string;
  /** Lets other tasks of the event loop run. */
  readonly pause: () => Promise<void>;
  /** Answers for accounts whose owner hasn't chosen an agent; quotes if left out. */
  readonly agent?: AgentSettings;
}

export interface OpenService extends Service {
  /** Resolves once nothing is left to learn. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export async function openService({
  db,
  ownerToken,
  pause,
  agent = { mode: 'quotation' },
  ...rest
}: ServiceEnvironment): Promise<OpenService> {
  const { clock, logger, newId } = rest;
  await migrate(db, { now: timestamp(clock) });
  const accountId = await ensureFirstAccount(db, { id: newId(), now: timestamp(clock) });
  const authenticator = firstKnown([
    await ownerTokenAuthenticator(ownerToken, accountId),
    accessTokenAuthenticator(db, clock),
    keyAuthenticator(db, clock),
  ]);
  const learner = createLearner({ ...rest, db, pause });
  const service = createService({
    ...rest,
    db,
    learner,
    authenticator,
    limiter: createRequestLimiter(clock, maxRequestsPerMinute),
    turns: createTurns(maxConcurrentTurns),
    chooseAgent: chooseAgent({ fetch: (request) => fetch(request), logger }),
    defaultAgent: agent,
  });
  return {
    fetch: (request) => service.fetch(request),
    idle: () => learner.idle(),
    async close() {
      await learner.stop();
      await db.close();
    },
  };
}
