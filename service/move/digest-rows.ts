import { digestOf } from '../auth/credentials.ts';
import type { CopyKind } from '../storage/copied-rows.ts';
import type { Copying, CopyLimits } from '../storage/port/copy.ts';
import { pagesOf } from './pages-of.ts';

export interface DigestedRows {
  readonly rows: number;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
}

interface DigestOptions {
  readonly kind: CopyKind;
  readonly accountId: string;
  readonly limits: CopyLimits;
  readonly onRows: (rows: number) => Promise<void>;
}

/** The length that is hashed at once, in UTF-16 code units. */
const BLOCK = 64 * 1024;

/**
 * Digests all rows of a kind in an account. Web Crypto can't hash a stream, so each block is hashed together with the
 * digest of the blocks before it. Where a block ends depends only on the rows, not on the pages they are read in.
 */
export async function digestRows(
  copying: Copying,
  { kind, accountId, limits, onRows }: DigestOptions,
): Promise<DigestedRows> {
  let digest = '';
  let block = '';
  let count = 0;
  for await (const rows of pagesOf(copying, kind, { accountId, limits })) {
    for (const row of rows) {
      block += `${JSON.stringify(row)}\n`;
      if (block.length < BLOCK) continue;
      digest = await digestOf(digest + block);
      block = '';
    }
    count += rows.length;
    await onRows(rows.length);
  }
  return { rows: count, digest: await digestOf(digest + block) };
}
