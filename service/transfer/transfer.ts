/** Taking everything of an account out as one file, and in again. */
import * as z from 'zod/mini';
import { ok } from '../../lib/contracts/result.ts';
import { defineOperation } from '../operations/operation.ts';
import { exportLines } from './export-lines.ts';
import { importLines } from './import-lines.ts';
import type { Bytes } from './split-lines.ts';

export const exportAll = defineOperation({
  access: 'owner',
  input: z.object({}),
  run: async ({ context, principal }) => ok(streamOf(exportLines(context.db, principal.accountId))),
});

export const importAll = defineOperation({
  access: 'owner',
  input: z.object({ file: z.custom<Bytes>() }),
  run: (call, { file }) => importLines(call, file),
});

/** A download of an export. */
export function download(stream: ReadableStream<Uint8Array>, day: string): Response {
  return new Response(stream, {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="keepsake-${day}.jsonl"`,
      'cache-control': 'no-store',
    },
  });
}

/** Reads on only when the receiver has taken what was sent. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
