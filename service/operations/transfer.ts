import * as z from 'zod/mini';
import { ok } from '../../lib/contract/result.ts';
import { exportLines } from '../transfer/export.ts';
import { importLines } from '../transfer/import.ts';
import type { Bytes } from '../transfer/read-lines.ts';
import type { AccountStorage } from '../storage/port/storage.ts';
import { streamOf } from '../stream-of.ts';
import { accountOf, defineOperation } from './operation.ts';

export const exportAll = defineOperation({
  input: z.strictObject({}),
  run: async (call) => ok(exportOf(accountOf(call))),
  rest: { method: 'get', path: '/owner/export', respond: respondWithExport },
});

/** Returns an account's export as bytes, which are read from storage only as fast as they're consumed. */
export function exportOf(account: AccountStorage): ReadableStream<Uint8Array> {
  return streamOf(exportLines(account)).pipeThrough(new TextEncoderStream());
}

/** `now` is an ISO 8601 time. */
export function respondWithExport(stream: ReadableStream<Uint8Array>, now: string): Response {
  return download(stream, now.slice(0, 10));
}

export const importAll = defineOperation({
  input: z.strictObject({ file: z.custom<Bytes>() }),
  run: (call, { file }) => importLines(call, file),
  rest: { method: 'post', path: '/owner/import', from: 'stream' },
});

export function download(stream: ReadableStream<Uint8Array>, day: string): Response {
  return new Response(stream, {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="keepsake-${day}.jsonl"`,
      'cache-control': 'no-store',
    },
  });
}
