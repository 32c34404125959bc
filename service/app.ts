/** The Personal Memory Service as a fetch handler; both homes serve this one. */
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Authenticator } from './auth/principal.ts';
import type { ServiceContext } from './operations/operation.ts';
import { envelope } from './refusal.ts';
import type { Doorway, ServiceEnv } from './routes/answer.ts';
import { routeConnections } from './routes/connections.ts';
import { routeContainers } from './routes/containers.ts';
import { routeDocuments } from './routes/documents.ts';
import { routeKeys } from './routes/keys.ts';
import { routeLearning } from './routes/learning.ts';
import { routeMemories } from './routes/memories.ts';
import { routeProfile } from './routes/profile.ts';
import { routeSearch } from './routes/search.ts';
import { routeStandingRules } from './routes/standing-rules.ts';
import { routeTransfer } from './routes/transfer.ts';

/** Further addresses that a home opens to the same operations, such as MCP or the owner's app. */
export type Door = (app: Hono<ServiceEnv>, doorway: Doorway) => void;

export interface ServiceDependencies extends ServiceContext {
  readonly authenticator: Authenticator;
  /** None beside REST when left out. */
  readonly doors?: readonly Door[];
}

export interface Service {
  /** Answers every request, also a broken one; never throws. */
  fetch(request: Request): Promise<Response>;
}

/** Makes the service and wakes its learner, which takes up what was left before. */
export function createService({
  authenticator,
  doors = [],
  ...context
}: ServiceDependencies): Service {
  const app = new Hono<ServiceEnv>();
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
      { kind: 'unknown', message: 'There is nothing at this address.', details: {} },
      hono.get('traceId'),
    ),
  );
  app.onError((error, hono) => {
    const traceId = hono.get('traceId');
    logger.error('request.failed', { error: error.name, trace: traceId });
    return envelope({ kind: 'internal', message: 'The service failed.', details: {} }, traceId);
  });

  const doorway = { context, authenticator };
  routeContainers(app, doorway);
  routeDocuments(app, doorway);
  routeLearning(app, doorway);
  routeMemories(app, doorway);
  routeSearch(app, doorway);
  routeProfile(app, doorway);
  routeStandingRules(app, doorway);
  routeKeys(app, doorway);
  routeTransfer(app, doorway);
  routeConnections(app, doorway);
  for (const open of doors) open(app, doorway);

  learner.wake();
  return { fetch: async (request) => app.fetch(request) };
}
