import type { Hono } from 'hono';
import { ok } from '../../lib/contracts/result.ts';
import { principalOf } from '../auth/bearer.ts';
import { perform } from '../operations/operation.ts';
import { timestamp } from '../ports.ts';
import { envelope } from '../refusal.ts';
import { download, exportAll, importAll } from '../transfer/transfer.ts';
import { answer, fromUrl, type Doorway, type ServiceEnv } from './answer.ts';

/** The owner's `/owner/export` and `/owner/import`, whose bodies are read and written piece by piece. */
export function routeTransfer(app: Hono<ServiceEnv>, doorway: Doorway): void {
  const { context, authenticator } = doorway;
  app.get('/owner/export', async (hono) => {
    const principal = await principalOf(hono.req.raw, authenticator);
    if (!principal.ok) return envelope(principal.error, hono.get('traceId'));
    const call = { context, principal: principal.value };
    const lines = await perform(exportAll, call, async () => fromUrl(hono));
    return lines.ok
      ? download(lines.value, timestamp(context.clock).slice(0, 10))
      : envelope(lines.error, hono.get('traceId'));
  });
  app.post(
    '/owner/import',
    answer(doorway, {
      operation: importAll,
      input: async ({ req: { raw } }) =>
        // Firefox's requests have no `body` to read piece by piece.
        ok({ file: raw.body ?? [new Uint8Array(await raw.arrayBuffer())] }),
    }),
  );
}
