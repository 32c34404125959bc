/** Imports an export, line by line. Existing data is left unchanged. */
import { serviceLimits } from '../../lib/contract/limits.ts';
import type { ImportReport } from '../../lib/contract/owner-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { keysOf } from '../storage/sqlite/keys.ts';
import type { Call } from '../operations/operation.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { Queries } from '../storage/port.ts';
import { containerByName, insertContainer } from '../storage/sqlite/containers.ts';
import { insertFact } from '../storage/sqlite/facts.ts';
import { queueRun } from '../storage/sqlite/learning-runs.ts';
import { insertRule, rulesOf } from '../storage/sqlite/rules.ts';
import { importMaterial, type ImportedMaterial } from '../storage/sqlite/transfer.ts';
import {
  checkHeader,
  isBlankLine,
  lineProblems,
  readLine,
  splitLines,
  type Bytes,
  type CheckedLine,
} from './read-lines.ts';

function emptyReport(): ImportReport {
  const none = () => ({ added: 0, known: 0 });
  return {
    memories: none(),
    documents: none(),
    notes: none(),
    facts: none(),
    rules: { ...none(), skipped: 0 },
  };
}

/** JSON can escape a character of the content as six, and metadata and URLs come on top. */
const MAX_LINE_BYTES = 6 * serviceLimits.contentBytes + 256 * 1024;
/** Lines stored in one transaction. Limited in bytes too, so that a search doesn't have to wait long. */
const BATCH = { lines: 64, bytes: 512 * 1024 };

interface NumberedLine {
  readonly number: number;
  readonly line: CheckedLine;
}

/** Stops at an invalid line. Everything before it is stored, and the corrected file can be imported again. */
export async function importLines(
  { context, principal }: Call,
  bytes: Bytes,
): Promise<Result<ImportReport, Refusal>> {
  const { db, learner } = context;
  const report = emptyReport();
  let batch: NumberedLine[] = [];
  let batchBytes = 0;

  async function storeBatch(): Promise<Result<null, Refusal>> {
    const lines = batch;
    batch = [];
    batchBytes = 0;
    return lines.length === 0 ? ok(null) : db.transaction((queries) => storeAll(queries, lines));
  }

  async function storeAll(
    queries: Queries,
    lines: readonly NumberedLine[],
  ): Promise<Result<null, Refusal>> {
    for (const { number, line } of lines) {
      const stored = await storeLine({ context, principal, queries, report }, line);
      if (!stored.ok) return invalidLine(number, stored.error.message);
    }
    return ok(null);
  }

  /** Stores the lines before the invalid one. If that fails, one of them was invalid too, and comes first. */
  async function stopAt(number: number, problem: string): Promise<Result<never, Refusal>> {
    const stored = await storeBatch();
    return stored.ok ? invalidLine(number, problem) : stored;
  }

  function invalidLine(number: number, problem: string) {
    return refuse('invalid', describeStop(number, problem, report), {
      line: number,
      imported: report,
    });
  }

  async function importAll(): Promise<Result<ImportReport, Refusal>> {
    let number = 0;
    /** Lines that aren't blank, to compare with the count in the last line. */
    let filledLines = 0;
    let isComplete = false;
    for await (const split of splitLines(bytes, MAX_LINE_BYTES)) {
      number += 1;
      if (number === 1) {
        const checked = split.ok
          ? checkHeader(split.value)
          : refuse('invalid', lineProblems.notAnExport);
        if (!checked.ok) return stopAt(number, checked.error.message);
        filledLines += 1;
        continue;
      }
      if (!split.ok) return stopAt(number, lineProblems.tooLong);
      if (isBlankLine(split.value)) continue;
      if (isComplete) return stopAt(number, lineProblems.afterEnd);
      const line = readLine(split.value);
      if (!line.ok) return stopAt(number, line.error.message);
      if (line.value.type === 'end') {
        const expected = line.value.lines;
        if (expected !== filledLines) {
          return stopAt(number, lineProblems.wrongCount(expected, filledLines));
        }
        isComplete = true;
        continue;
      }
      filledLines += 1;
      batch.push({ number, line: line.value });
      batchBytes += split.value.length;
      if (batch.length < BATCH.lines && batchBytes < BATCH.bytes) continue;
      const stored = await storeBatch();
      if (!stored.ok) return stored;
    }
    if (number === 0) return stopAt(1, lineProblems.emptyFile);
    if (!isComplete) return stopAt(number + 1, lineProblems.incomplete);
    const stored = await storeBatch();
    return stored.ok ? ok(report) : stored;
  }

  try {
    return await importAll();
  } finally {
    learner.wake();
  }
}

const listFormat = new Intl.ListFormat('en');

export function describeStop(number: number, problem: string, report: ImportReport): string {
  const kinds = [
    [report.memories, 'Memory', 'Memories'],
    [report.documents, 'document', 'documents'],
    [report.notes, 'note', 'notes'],
    [report.facts, 'standing fact', 'standing facts'],
    [report.rules, 'rule', 'rules'],
  ] as const;
  const counts = kinds.flatMap(([{ added, known }, one, many]) => {
    const total = added + known;
    return total === 0 ? [] : [`${total.toLocaleString('en')} ${total === 1 ? one : many}`];
  });
  const before =
    counts.length === 0
      ? 'Nothing was imported.'
      : `Everything before it is in your library (${listFormat.format(counts)}). Nothing after it was imported.`;
  return `Line ${number}: ${problem} ${before}`;
}

interface Storing extends Call {
  readonly queries: Queries;
  readonly report: ImportReport;
}

type LineOf<Type extends CheckedLine['type']> = Extract<CheckedLine, { type: Type }>;

async function storeLine(storing: Storing, line: CheckedLine): Promise<Result<null, Refusal>> {
  const { memories, rules } = storing.report;
  switch (line.type) {
    case 'memory':
      count(memories, await storeMemory(storing, line));
      return ok(null);
    case 'rule': {
      const stored = await storeRule(storing, line);
      if (stored === null) rules.skipped += 1;
      else count(rules, stored);
      return ok(null);
    }
    case 'end':
      return ok(null);
    default:
      return storeInMemory(storing, line);
  }
}

function count(tally: { added: number; known: number }, isNew: boolean): void {
  if (isNew) tally.added += 1;
  else tally.known += 1;
}

function storeMemory(
  { queries, context, principal }: Storing,
  { name, description }: LineOf<'memory'>,
): Promise<boolean> {
  return insertContainer(queries, {
    id: context.newId(),
    accountId: principal.accountId,
    name,
    description,
    now: timestamp(context.clock),
  });
}

async function storeInMemory(
  storing: Storing,
  line: LineOf<'document' | 'note' | 'fact'>,
): Promise<Result<null, Refusal>> {
  const { queries, context, principal, report } = storing;
  const { accountId } = principal;
  const container = await containerByName(queries, accountId, line.memory);
  if (container === undefined) {
    return refuse('invalid', lineProblems.unknownMemory);
  }
  const place = { id: context.newId(), accountId, containerId: container.id };
  if (line.type === 'fact') {
    const id = await insertFact(queries, { ...place, content: line.content, now: line.saved_at });
    count(report.facts, id === place.id);
    return ok(null);
  }
  const isNew = await importMaterial(queries, { ...place, ...materialOf(line) });
  if (isNew) await queueRun(queries, place.id, timestamp(context.clock));
  count(line.type === 'note' ? report.notes : report.documents, isNew);
  return ok(null);
}

function materialOf(
  line: LineOf<'document' | 'note'>,
): Omit<ImportedMaterial, 'id' | 'accountId' | 'containerId'> {
  const { type: kind, content, saved_at: savedAt } = line;
  const bare = { customId: null, title: null, sourceUrl: null, fetchUrl: null, metadata: null };
  if (line.type === 'note') return { ...bare, kind, content, savedAt };
  return {
    kind,
    content,
    savedAt,
    customId: line.custom_id,
    title: line.title,
    sourceUrl: line.url,
    fetchUrl: line.fetch_url,
    metadata: line.metadata,
  };
}

/** Null if the rule's key doesn't exist here, or if several keys have its name. */
async function storeRule(
  { queries, context, principal: { accountId } }: Storing,
  { content, key, created_at }: LineOf<'rule'>,
): Promise<boolean | null> {
  const keys = key === null ? [] : await keysOf(queries, accountId);
  const holders = keys.filter(({ name, revoked_at }) => name === key && revoked_at === null);
  const [holder] = holders;
  if (key !== null && (holder === undefined || holders.length > 1)) return null;
  const keyId = holder?.id ?? null;
  const known = await rulesOf(queries, accountId);
  if (known.some((rule) => rule.content === content && rule.key_id === keyId)) return false;
  await insertRule(queries, { id: context.newId(), accountId, keyId, content, now: created_at });
  return true;
}
