/** Checks where credentials appear on the wire, and whether they belong there. */
import { capabilitiesPath } from '../../lib/memory-client/ask-stream.ts';
import * as z from 'zod/mini';
import { type Place, textPlace } from './byte-search.ts';
import type { Exchange } from './recording-proxy.ts';

const tokenAnswerSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** Returns every token the service issued, by kind and number. */
export function tokensOf(exchanges: readonly Exchange[]): Record<string, string> {
  const given = exchanges.flatMap(({ path, answer }) => {
    if (!path.startsWith('/oauth/token')) return [];
    const read = tokenAnswerSchema.safeParse(JSON.parse(answer));
    return read.success ? [read.data] : [];
  });
  return Object.fromEntries(
    given.flatMap(({ access_token, refresh_token }, nth) => [
      [`access token ${nth + 1}`, access_token],
      [`refresh token ${nth + 1}`, refresh_token],
    ]),
  );
}

/**
 * Returns the address, headers and body of every request, except the Authorization header, which `misplacedCredentials`
 * checks.
 */
export function wirePlaces(exchanges: readonly Exchange[]): Place[] {
  return exchanges.flatMap(({ method, path, headers, body }) => {
    const { authorization: _, ...others } = headers;
    const name = `${method} ${path.split('?')[0]}`;
    const isOfTokens = path.startsWith('/oauth/token') || path.startsWith('/oauth/revoke');
    return [
      textPlace(`the address of ${name}`, path),
      textPlace(`the headers of ${name}`, JSON.stringify(others)),
      // Don't search these bodies: OAuth requires tokens in them.
      ...(isOfTokens ? [] : [textPlace(`the body of ${name}`, body)]),
    ];
  });
}

/**
 * Returns every request with the wrong credential. Keys belong in requests to the API, the key for Ask in requests to
 * Ask and to the check for streaming, and access tokens in requests to MCP.
 */
export function misplacedCredentials(
  exchanges: readonly Exchange[],
  secrets: Readonly<Record<string, string>>,
): string[] {
  return exchanges.flatMap(({ method, path, headers: { authorization } }) => {
    if (authorization === undefined) return [];
    const [name] = Object.entries(secrets).find(
      ([, value]) => authorization === `Bearer ${value}`,
    ) ?? [null];
    if (name === null) return [`${method} ${path} brings a credential nobody gave`];
    const belongs = name.startsWith('access token')
      ? path.startsWith('/mcp-http')
      : name === 'the key for Ask'
        ? path === '/v1/ask' || path === capabilitiesPath
        : path.startsWith('/v1/') && path !== '/v1/ask';
    return belongs ? [] : [`${method} ${path} brings ${name}`];
  });
}

/** Returns a response that repeats the received credential in every part of the error. */
export function sayItAloud(status: number) {
  return ({ headers }: Pick<Exchange, 'headers'>) => {
    const said = headers.authorization ?? '';
    const bare = said.replace('Bearer ', '');
    return {
      status,
      body: {
        code: status === 403 ? 'unauthorized' : 'internal',
        message: `Not with ${said}.`,
        details: { [bare]: [said, encodeURIComponent(bare)] },
        retryable: false,
        trace_id: bare,
      },
    };
  };
}
