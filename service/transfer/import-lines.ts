/** Takes an export in, line by line; what is there already stays as it is. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import type { Queries } from '../db/port.ts';
import type { Call } from '../operations/operation.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { inWords, noneImported, type ImportReport } from './import-report.ts';
import { checkHeader, isBlank, noExport, readLine, type CheckedLine } from './read-line.ts';
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
  /** Lines that say something. */
  let lines = 0;
  let isWhole = false;

  async function store(): Promise<Result<null, Refusal>> {
    const waiting = batch;
    batch = [];
    batchBytes = 0;
    return waiting.length === 0
      ? ok(null)
      : db.transaction((queries) => storeAll(queries, waiting));
  }

  async function storeAll(
    queries: Queries,
    waiting: readonly Waiting[],
  ): Promise<Result<null, Refusal>> {
    for (const { number: at, line } of waiting) {
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
    const message = `Line ${at} cannot be read: ${problem} ${inWords(report)}`;
    return refuse('invalid', message, { line: at, imported: report });
  }

  async function readAll(): Promise<Result<ImportReport, Refusal>> {
    for await (const split of splitLines(bytes, MAX_LINE_BYTES)) {
      number += 1;
      if (number === 1) {
        const known = split.ok ? checkHeader(split.value) : noExport();
        if (!known.ok) return endAt(number, known.error.message);
        lines += 1;
        continue;
      }
      if (!split.ok) return endAt(number, 'it is too long.');
      if (isBlank(split.value)) continue;
      if (isWhole) return endAt(number, 'it comes after the end.');
      const line = readLine(split.value);
      if (!line.ok) return endAt(number, line.error.message);
      if (line.value.type === 'end') {
        if (line.value.lines !== lines) return endAt(number, missing(line.value.lines, lines));
        isWhole = true;
        continue;
      }
      lines += 1;
      batch.push({ number, line: line.value });
      batchBytes += split.value.length;
      if (batch.length < BATCH.lines && batchBytes < BATCH.bytes) continue;
      const stored = await store();
      if (!stored.ok) return stored;
    }
    if (number === 0) return endAt(1, 'the file is empty, or none was chosen.');
    if (!isWhole)
      return endAt(number + 1, 'the file ends here, before the line that says it is whole.');
    const stored = await store();
    return stored.ok ? ok(report) : stored;
  }

  try {
    return await readAll();
  } finally {
    learner.wake();
  }
}

function missing(told: number, found: number): string {
  return `it says that ${told} lines come before it, and there are ${found}, so the file is not as it was exported.`;
}
