/** What every home does once its database is open: migrate, find the account, start learning, serve. */
import type { AgentSettings } from '../lib/contracts/owner-api.ts';
import { maxConcurrentTurns, maxRequestsPerMinute } from '../lib/contracts/limits.ts';
import { chooseAgent } from './agent/agent.ts';
import { createTurns } from './agent/turns.ts';
import { createService, type Door, type Service } from './app.ts';
import { firstKnown, keyAuthenticator } from './auth/key-authenticator.ts';
import { ownerTokenAuthenticator } from './auth/owner-token.ts';
import { createRequestLimiter } from './auth/request-limiter.ts';
import { openOnlyAccount } from './db/accounts.ts';
import { migrate } from './db/migrate.ts';
import type { Database } from './db/port.ts';
import type { LoadPage } from './fetching/load-page.ts';
import { createLearner } from './learning/learner.ts';
import { accessTokenAuthenticator } from './oauth/access-token-authenticator.ts';
import { timestamp, type Clock, type Logger } from './ports.ts';

export interface ServiceSurroundings {
  readonly db: Database;
  readonly ownerToken: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
  /** Gives the event loop a turn. */
  readonly pause: () => Promise<void>;
  /** Loads what is at an address; without it, documents by address are refused. */
  readonly loadPage?: LoadPage;
  /** What answers where an owner chose nothing; quotations when left out. */
  readonly agent?: AgentSettings;
  /** Beside REST; none when left out. */
  readonly doors?: readonly Door[];
}

export interface OpenService extends Service {
  /** Waits until everything that was handed in has been learned, or has failed. */
  idle(): Promise<void>;
  /** Stops learning and closes the database; what was not learned is taken up at the next start. */
  close(): Promise<void>;
}

/** Opens the service on a database of any version up to this one. */
export async function openService({
  db,
  ownerToken,
  pause,
  agent = { mode: 'quotation' },
  ...rest
}: ServiceSurroundings): Promise<OpenService> {
  const { clock, logger, newId, loadPage } = rest;
  await migrate(db, { now: timestamp(clock) });
  const accountId = await openOnlyAccount(db, { id: newId(), now: timestamp(clock) });
  const owner = await ownerTokenAuthenticator(ownerToken, accountId);
  const authenticator = firstKnown([
    owner,
    accessTokenAuthenticator(db, clock),
    keyAuthenticator(db, clock),
  ]);
  const learner = createLearner({
    db,
    clock,
    logger,
    pause,
    ...(loadPage === undefined ? {} : { loadPage }),
  });
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
