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

/** In UTF-16 code units: what is hashed at once. */
const BLOCK = 64 * 1024;

/**
 * Digests all rows of a kind in an account. Web Crypto can't hash in parts, so each block is hashed with the digest
 * of those before it. Where a block ends depends on the rows only, not on the pages that they are read in.
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
