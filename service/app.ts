import { routePath } from 'hono/route';
import { Hono } from 'hono/tiny';
import { getPath } from 'hono/utils/url';
import { maxConcurrentTurns, maxRequestsPerMinute } from '../lib/contract/limits.ts';
import type { AgentSettings } from '../lib/contract/owner-api.ts';
import { createTurns, type ChooseAgent } from './agent/agent.ts';
import { modelAgent } from './agent/model.ts';
import { quotesAgent } from './agent/quotes.ts';
import {
  firstKnown,
  keyAuthenticator,
  operatorTokenAuthenticator,
  ownerTokenAuthenticator,
  type Authenticator,
} from './auth/credentials.ts';
import { limiterFor } from './auth/request-limiter.ts';
import { createEndpoints, type EndpointOptions, type Endpoints } from './fetching/endpoints.ts';
import { createLearner } from './learning/learner.ts';
import { accessTokenAuthenticator } from './oauth/tokens.ts';
import { purgeBins } from './operations/bin.ts';
import { operations } from './operations/index.ts';
import type { ServiceContext } from './operations/operation.ts';
import { errorName, timestamp, type Logger } from './ports.ts';
import { envelope, failureOf } from './refusal.ts';
import { createSearchQueue } from './search/search-queue.ts';
import {
  restRoutes,
  type Caller,
  type RouteDependencies,
  type RouteGroup,
  type ServiceEnv,
} from './rest.ts';
import { StorageError } from './storage/storage-error.ts';

export interface ServiceDependencies extends ServiceContext {
  readonly authenticator: Authenticator;
  readonly baseUrl?: RouteDependencies['baseUrl'];
  readonly routes?: readonly RouteGroup[];
  /** Whether the service is about to stop and reports itself as unready. */
  readonly isStopping?: () => boolean;
}

export interface Service {
  /** Responds to every request, even a malformed one; never throws. */
  fetch(request: Request, caller?: Caller): Promise<Response>;
}

export function createService({
  authenticator,
  baseUrl = (request) => new URL(request.url).origin,
  routes = [],
  isStopping = () => false,
  ...context
}: ServiceDependencies): Service {
  const app = new Hono<ServiceEnv>({ getPath: strictPath });
  const { clock, logger, newId, learner } = context;

  // Registered before the request log, so that frequent health checks don't fill it.
  app.get('/healthz', () => Response.json({ status: 'ok' }));
  app.get('/readyz', async () => {
    const readiness = isStopping() ? stopping : await checkReadiness(context);
    return Response.json(readiness, { status: readiness.status === 'ready' ? 200 : 503 });
  });
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
  app.notFound(({ req, get }) => {
    const traceId = get('traceId');
    const allowed = allowedMethods(app, strictPath(req.raw));
    // The path may have a handler for this method that passed the request on, as the owner app can for `/`.
    if (allowed.length === 0 || allowed.includes(req.method)) {
      const message = 'Nothing exists at this address.';
      return envelope({ kind: 'unknown', message, details: {} }, traceId);
    }
    const message = `This address only supports ${allowed.join(', ')}.`;
    const response = envelope({ kind: 'unsupported', message, details: {} }, traceId);
    response.headers.set('allow', allowed.join(', '));
    return response;
  });
  app.onError((error, hono) => {
    const traceId = hono.get('traceId');
    logger.error('request.failed', { error: errorName(error), trace: traceId });
    return envelope(failureOf(error), traceId);
  });

  for (const addRoutes of [restRoutes(operations), ...routes]) {
    addRoutes(app, { context, authenticator, baseUrl });
  }

  learner.wake();
  return { fetch: async (request, caller = {}) => app.fetch(request, caller) };
}

/** With less free space than this, the disk counts as full. */
const MIN_FREE_BYTES = 1024 * 1024;

const stopping = {
  status: 'stopping',
  reads: true,
  writes: true,
  learning: false,
  problem: { code: 'stopping', message: 'This process is about to stop.' },
} as const;

async function checkReadiness(context: ServiceContext) {
  const { storage, learner } = context;
  const unreadable = await problemOf(() => storage.tryReading());
  const unwritable = unreadable ?? (await problemOfWriting(context));
  const waiting = learner.trouble();
  const problem = unwritable ?? waiting;
  return {
    status: problem === null ? ('ready' as const) : ('unready' as const),
    reads: unreadable === null,
    writes: unwritable === null,
    learning: waiting === null,
    problem: problem === null ? null : { code: problem.code, message: problem.message },
  };
}

/** Returns why writing would fail; null if it works. Tries a write only if the last one failed. */
async function problemOfWriting({
  storage,
  freeBytes,
}: Pick<ServiceContext, 'storage' | 'freeBytes'>) {
  const failure = storage.writeFailure();
  const failsAgain = failure === null ? null : await problemOf(() => storage.tryWriting());
  if (failsAgain !== null) return failsAgain;
  const free = (await freeBytes?.()) ?? Infinity;
  return free < MIN_FREE_BYTES ? new StorageError('full', failure) : null;
}

async function problemOf(work: () => Promise<unknown>): Promise<StorageError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof StorageError ? error : new StorageError('disk', error);
  }
}

export function chooseAgent(endpoints: Endpoints, logger: Logger): ChooseAgent {
  return (settings, accountId) => {
    if (settings.mode === 'off') return null;
    if (settings.mode === 'quotation') return quotesAgent;
    const endpoint = { accountId, address: settings.address };
    return modelAgent(settings, { fetch: (request) => endpoints.fetch(endpoint, request), logger });
  };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Lists the methods with a route for this path. Routes for every method, such as the middleware, don't count. */
function allowedMethods(app: Hono<ServiceEnv>, path: string): string[] {
  const allowed = METHODS.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/**
 * Doubles a trailing slash: hono/tiny's router ignores a single one, so it would handle `/v1/search/` as `/v1/search`.
 */
function strictPath(request: Request): string {
  const path = getPath(request);
  return path !== '/' && path.endsWith('/') ? `${path}/` : path;
}

export interface ServiceEnvironment extends Pick<
  ServiceDependencies,
  'baseUrl' | 'routes' | 'storage' | 'clock' | 'newId' | 'logger' | 'loadPage' | 'freeBytes'
> {
  readonly ownerToken: string;
  /** Only manages accounts. Left out or null if the owner token does that alone. */
  readonly operatorToken?: string | null;
  /** Lets other tasks of the event loop run. */
  readonly pause: () => Promise<void>;
  /** The agent for accounts whose owner hasn't chosen one; quotes if left out. */
  readonly agent?: AgentSettings;
  readonly fetchPublic?: EndpointOptions['fetchPublic'];
  /** Lets every account use endpoints in the service's own network, such as a model on this machine. */
  readonly allowPrivateEndpoints?: boolean;
}

export interface OpenService extends Service {
  /** Resolves once the learning queue is empty. */
  idle(): Promise<void>;
  /** Reports the service as unready and stops learning, so that other processes can take over. It still answers requests. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** How often expired entries are removed from bins. */
const SWEEP_MS = 60 * 60 * 1000;

export async function openService({
  storage,
  ownerToken,
  operatorToken = null,
  pause,
  agent = { mode: 'quotation' },
  fetchPublic,
  allowPrivateEndpoints: allowPrivate,
  ...rest
}: ServiceEnvironment): Promise<OpenService> {
  if (operatorToken === ownerToken) {
    throw new Error('KEEPSAKE_OPERATOR_TOKEN is the same as the owner token. Choose another one.');
  }
  const { clock, logger, newId } = rest;
  await storage.migrate(timestamp(clock));
  const first = { id: newId(), now: timestamp(clock) };
  const accountId = await storage.transaction(({ accounts }) => accounts.ensureFirst(first));
  const authenticator = firstKnown([
    await ownerTokenAuthenticator(ownerToken, accountId),
    ...(operatorToken === null ? [] : [await operatorTokenAuthenticator(operatorToken)]),
    accessTokenAuthenticator(storage, clock),
    keyAuthenticator(storage, clock),
  ]);
  const learner = createLearner({ ...rest, storage, pause });
  const fetchAny = (request: Request) => fetch(request);
  const endpoints = createEndpoints({
    accounts: storage.accounts,
    fetch: fetchAny,
    fetchPublic,
    allowPrivate,
    defaultAgent: agent,
  });
  const sweep = () =>
    purgeBins(storage, clock).catch((error: unknown) =>
      logger.warn('purge.failed', { error: errorName(error) }),
    );
  let swept = sweep();
  const sweeping = setInterval(() => {
    swept = sweep();
  }, SWEEP_MS);
  let isStopping = false;
  const service = createService({
    ...rest,
    storage,
    isStopping: () => isStopping,
    learner,
    authenticator,
    limiter: limiterFor({ clock, storage }, 'requests', maxRequestsPerMinute),
    turns: createTurns(maxConcurrentTurns, storage.sharedLimits),
    searches: createSearchQueue({ pause, atOnce: storage.searchesAtOnce }),
    endpoints,
    chooseAgent: chooseAgent(endpoints, logger),
    defaultAgent: agent,
  });
  return {
    fetch: (request, caller) => service.fetch(request, caller),
    idle: () => learner.idle(),
    async drain() {
      isStopping = true;
      await learner.stop();
    },
    async close() {
      clearInterval(sweeping);
      await learner.stop();
      await swept;
      await storage.close();
    },
  };
}
