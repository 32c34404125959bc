import * as z from 'zod/mini';
import { ok } from '../../lib/contract/result.ts';
import { exportLines } from '../transfer/export.ts';
import { importLines } from '../transfer/import.ts';
import type { Bytes } from '../transfer/read-lines.ts';
import { streamOf } from '../stream-of.ts';
import { accountOf, defineOperation } from './operation.ts';

export const exportAll = defineOperation({
  input: z.strictObject({}),
  run: async (call) => {
    const lines = streamOf(exportLines(accountOf(call)));
    return ok(lines.pipeThrough(new TextEncoderStream()));
  },
  rest: {
    method: 'get',
    path: '/owner/export',
    respond: (stream, now) => download(stream, now.slice(0, 10)),
  },
});

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
