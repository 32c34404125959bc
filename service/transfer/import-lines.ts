/** Takes an export in, line by line; what is there already stays as it is. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import type { Queries } from '../db/port.ts';
import type { Call } from '../operations/operation.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { noneImported, type ImportReport } from './import-report.ts';
import { checkHeader, readLine, type CheckedLine } from './read-line.ts';
import { splitLines, type Bytes } from './split-lines.ts';
import { storeLine } from './store-line.ts';

/** JSON may write one character of the content as six, and the metadata and addresses come beside it. */
const MAX_LINE_BYTES = 6 * serviceLimits.contentBytes + 256 * 1024;
/** Lines stored in one transaction: fewer where they are long, so that a search waiting behind them is not felt. */
const BATCH = { lines: 64, bytes: 512 * 1024 };

interface Waiting {
  readonly number: number;
  readonly line: CheckedLine;
}

/**
 * Reads the whole file and gives what became of it. At a broken line it stops and names it: everything before it is in,
 * nothing of it or after it, and the same file can be sent again.
 */
export async function importLines(
  { context, principal }: Call,
  bytes: Bytes,
): Promise<Result<ImportReport, Refusal>> {
  const { db, learner } = context;
  const report = noneImported();
  let batch: Waiting[] = [];
  let batchBytes = 0;
  let number = 0;
  let isWhole = false;

  async function store(): Promise<Result<null, Refusal>> {
    const lines = batch;
    batch = [];
    batchBytes = 0;
    return lines.length === 0 ? ok(null) : db.transaction((queries) => storeAll(queries, lines));
  }

  async function storeAll(
    queries: Queries,
    lines: readonly Waiting[],
  ): Promise<Result<null, Refusal>> {
    for (const { number: at, line } of lines) {
      const stored = await storeLine({ context, principal, queries, report }, line);
      if (!stored.ok) return broken(at, stored.error.message);
    }
    return ok(null);
  }

  /** The lines before the broken one are stored first, and one of those may turn out broken itself. */
  async function endAt(at: number, problem: string): Promise<Result<never, Refusal>> {
    const stored = await store();
    return stored.ok ? broken(at, problem) : stored;
  }

  function broken(at: number, problem: string) {
    const message = `Line ${at} cannot be read: ${problem} The lines before it were imported, and nothing after them.`;
    return refuse('invalid', message, { line: at, imported: report });
  }

  async function readAll(): Promise<Result<ImportReport, Refusal>> {
    for await (const split of splitLines(bytes, MAX_LINE_BYTES)) {
      number += 1;
      if (!split.ok) return endAt(number, 'it is too long.');
      if (isBlank(split.value)) continue;
      if (isWhole) return endAt(number, 'it comes after the end.');
      if (number === 1) {
        const known = checkHeader(split.value);
        if (!known.ok) return endAt(number, known.error.message);
        continue;
      }
      const line = readLine(split.value);
      if (!line.ok) return endAt(number, line.error.message);
      if (line.value.type === 'end') {
        isWhole = true;
        continue;
      }
      batch.push({ number, line: line.value });
      batchBytes += split.value.length;
      if (batch.length < BATCH.lines && batchBytes < BATCH.bytes) continue;
      const stored = await store();
      if (!stored.ok) return stored;
    }
    if (!isWhole) return endAt(number + 1, 'the file ends before its last line.');
    const stored = await store();
    return stored.ok ? ok(report) : stored;
  }

  try {
    return await readAll();
  } finally {
    learner.wake();
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 32 || byte === 13 || byte === 9);
}
