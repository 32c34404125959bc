/** Makes pairs of tokens. Nothing of them is kept but digests, so that the database opens nothing. */
import type { RequestLimiter } from '../auth/request-limiter.ts';
import { createToken, digestOf } from '../auth/token.ts';
import { keepConnected } from '../db/connections.ts';
import { deleteExpiredTokens, insertToken } from '../db/oauth.ts';
import type { Queries } from '../db/port.ts';
import type { ServiceContext } from '../operations/operation.ts';
import type { Clock } from '../ports.ts';
import {
  ACCESS_TOKEN_MS,
  ACCESS_TOKEN_PREFIX,
  REFRESH_TOKEN_MS,
  REFRESH_TOKEN_PREFIX,
  SCOPE,
} from './terms.ts';

/** One exchange: who asks, with which parameters. */
export interface Exchange {
  readonly context: ServiceContext;
  /** Counts the exchanges of each connection. */
  readonly limiter: RequestLimiter;
  readonly clientId: string;
  readonly parameters: URLSearchParams;
}

/** RFC 6749, section 5.1. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

export interface TokenPair {
  readonly answer: TokenAnswer;
  /** Stores the pair for a connection. */
  store(queries: Queries, connectionId: string): Promise<void>;
}

/** Makes a pair; it opens nothing before it is stored, which a transaction can do, as all digests are there. */
export async function createPair(clock: Clock): Promise<TokenPair> {
  const access = createToken(ACCESS_TOKEN_PREFIX);
  const refresh = createToken(REFRESH_TOKEN_PREFIX);
  const [accessDigest, refreshDigest] = await Promise.all([digestOf(access), digestOf(refresh)]);
  const now = clock.now();
  const accessEnd = new Date(now + ACCESS_TOKEN_MS).toISOString();
  const expiresAt = new Date(now + REFRESH_TOKEN_MS).toISOString();
  return {
    answer: {
      access_token: access,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_MS / 1000,
      refresh_token: refresh,
      scope: SCOPE,
    },
    async store(queries, connectionId) {
      const at = new Date(now).toISOString();
      await deleteExpiredTokens(queries, at);
      await insertToken(queries, {
        digest: accessDigest,
        connectionId,
        kind: 'access',
        expiresAt: accessEnd,
      });
      await insertToken(queries, {
        digest: refreshDigest,
        connectionId,
        kind: 'refresh',
        expiresAt,
      });
      await keepConnected(queries, connectionId, { now: at, expiresAt });
    },
  };
}
