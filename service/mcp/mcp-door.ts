/** Opens the operations to assistants: an MCP server over Streamable HTTP, at `/mcp-http`. */
import * as z from 'zod/mini';
import { ok } from '../../lib/contracts/result.ts';
import type { Door } from '../app.ts';
import { principalOf } from '../auth/bearer.ts';
import { checkNumber } from '../operations/operation.ts';
import { envelope } from '../refusal.ts';
import { jsonBody } from '../routes/body.ts';
import { refuseCaller } from './challenge.ts';

/** `baseUrl` gives where a client reaches the service, such as `http://127.0.0.1:4321`: an origin, without a slash. */
export function mcpDoor(baseUrl: (request: Request) => string): Door {
  return (app, { context, authenticator }) => {
    app.all('/mcp-http', async (hono) => {
      const { raw: request } = hono.req;
      const traceId = hono.get('traceId');
      const principal = await principalOf(request, authenticator);
      if (!principal.ok) {
        const base = baseUrl(request);
        return refuseCaller({ request, refusal: principal.error, base, traceId });
      }
      const call = { context, principal: principal.value };
      const hasBody = request.method === 'POST';
      const body = hasBody ? await jsonBody(request) : null;
      if (body?.ok === false) return envelope(body.error, traceId);
      const counted = countsByItself(body?.value) ? checkNumber(call) : ok(null);
      if (!counted.ok) return envelope(counted.error, traceId);
      // The protocol is a large part of the service's code, and most starts never need it.
      const { serveMcp } = await import('./serve-mcp.ts');
      return serveMcp({ request, call, traceId, ...(body === null ? {} : { body: body.value }) });
    });
  };
}

/** A call of a tool is counted where its operation is performed, if at all; everything else is counted here. */
function countsByItself(body: unknown): boolean {
  return !z.safeParse(z.looseObject({ method: z.literal('tools/call') }), body).success;
}
