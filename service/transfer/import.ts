/** Imports an export, line by line. Existing data is left unchanged. */
import { serviceLimits } from '../../lib/contract/limits.ts';
import {
  createContainerRequestSchema,
  type BrokenImport,
  type ImportReport,
} from '../../lib/contract/owner-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { refuseSuspended } from '../auth/credentials.ts';
import { accountOf, checkShape, withinQuota, type Call } from '../operations/operation.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { ContainerRow, ImportedMaterial } from '../storage/port/library.ts';
import type { AccountAreas } from '../storage/port/storage.ts';
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

/** JSON can write one character of the content as six; the rest is for metadata and URLs. */
const MAX_LINE_BYTES = 6 * (serviceLimits.contentBytes + serviceLimits.noteMetadataBytes);
/** Lines stored in one transaction. Limited in bytes too, so that a search doesn't have to wait long. */
const BATCH = { lines: 64, bytes: 512 * 1024 };

interface NumberedLine {
  readonly number: number;
  readonly line: CheckedLine;
  readonly bytes: number;
}

type Skip = (line: number, problem: string) => void;

/** Maximum number of invalid lines to list in the error. */
const MAX_NAMED = 20;

/**
 * Imports every valid line. Invalid lines are skipped and named in the error, so that only they are missing. Without a
 * valid header nothing is imported.
 */
export async function importLines(
  call: Call,
  bytes: Bytes,
): Promise<Result<ImportReport, Refusal>> {
  const { context } = call;
  const account = accountOf(call);
  let report = emptyReport();
  const invalid: BrokenImport['lines'] = [];
  let broken = 0;
  let batch: NumberedLine[] = [];
  let batchBytes = 0;

  function skip(line: number, problem: string): void {
    broken += 1;
    if (invalid.length < MAX_NAMED) invalid.push({ line, problem });
  }

  /** Stores lines in one transaction. Stores none if they don't fit in the quota, or if the account is suspended. */
  async function storeLines(lines: readonly NumberedLine[]): Promise<Result<null, Refusal>> {
    const stored = await withinQuota(() =>
      account.transaction(async (areas) => {
        if (((await areas.account.get())?.suspended_at ?? null) !== null) return refuseSuspended();
        // Counted on copies, since the transaction may run again or fail.
        const counted = structuredClone(report);
        const skipped: [number, string][] = [];
        for (const { number, line } of lines) {
          const one = await storeLine({ context, areas, report: counted }, line);
          if (!one.ok) skipped.push([number, one.error.message]);
        }
        return ok({ counted, skipped });
      }),
    );
    if (!stored.ok) return stored;
    report = stored.value.counted;
    for (const [line, problem] of stored.value.skipped) skip(line, problem);
    return ok(null);
  }

  async function storeBatch(): Promise<Result<null, Refusal>> {
    const lines = batch;
    batch = [];
    batchBytes = 0;
    if (lines.length === 0) return ok(null);
    const stored = await storeLines(lines);
    if (stored.ok || stored.error.kind !== 'overQuota') return stored;
    // Fills the quota up to the first line that doesn't fit.
    for (const line of lines) {
      const one = await storeLines([line]);
      if (!one.ok) return one;
    }
    return ok(null);
  }

  /** What is imported already is skipped if the same file is imported again. */
  function stopped({ kind, message, details }: Refusal) {
    const lines = inOrder(invalid);
    const explained = [message, ...describeLines(lines, broken)];
    explained.push(describeImported(report, 'What was imported so far'));
    return refuse(kind, explained.join(' '), { ...details, lines, broken, imported: report });
  }

  try {
    for await (const line of validLines(bytes, skip)) {
      batch.push(line);
      batchBytes += line.bytes;
      if (batch.length < BATCH.lines && batchBytes < BATCH.bytes) continue;
      const stored = await storeBatch();
      if (!stored.ok) return stopped(stored.error);
    }
    const stored = await storeBatch();
    if (!stored.ok) return stopped(stored.error);
  } finally {
    context.learner.wake();
  }
  const lines = inOrder(invalid);
  const [first] = lines;
  if (first === undefined) return ok(report);
  const details = { line: first.line, lines, broken, imported: report };
  return refuse('invalid', describeBroken(details), details);
}

/** Yields the lines to store, and skips the others. */
async function* validLines(bytes: Bytes, skip: Skip): AsyncGenerator<NumberedLine> {
  let number = 0;
  /** The number of lines that aren't blank, to compare with the count in the last line. */
  let filledLines = 0;
  let isComplete = false;
  for await (const split of splitLines(bytes, MAX_LINE_BYTES)) {
    number += 1;
    const isHeader = number === 1;
    if (!isHeader && split.ok && isBlankLine(split.value)) continue;
    if (isComplete) {
      skip(number, lineProblems.afterEnd);
      continue;
    }
    const line = readSplit(split, isHeader);
    if (!line.ok) {
      skip(number, line.error.message);
      if (isHeader) return;
    } else if (line.value?.type === 'end') {
      const expected = line.value.lines;
      if (expected !== filledLines) skip(number, lineProblems.wrongCount(expected, filledLines));
      isComplete = true;
      continue;
    }
    filledLines += 1;
    if (!split.ok || !line.ok || line.value === null) continue;
    yield { number, line: line.value, bytes: split.value.length };
  }
  if (number === 0) skip(1, lineProblems.emptyFile);
  else if (!isComplete) skip(number + 1, lineProblems.incomplete);
}

/** Returns null for a valid header. */
function readSplit(
  split: Result<Uint8Array, 'too-long'>,
  isHeader: boolean,
): Result<CheckedLine | null, Refusal> {
  if (split.ok) return isHeader ? checkHeader(split.value) : readLine(split.value);
  return refuse('invalid', isHeader ? lineProblems.notAnExport : lineProblems.tooLong);
}

const listFormat = new Intl.ListFormat('en');

export function describeBroken({ lines, broken, imported }: BrokenImport): string {
  return [...describeLines(lines, broken), describeImported(imported)].join(' ');
}

function describeLines(lines: BrokenImport['lines'], broken: number): string[] {
  const named = lines.map(({ line, problem }) => `Line ${line}: ${problem}`);
  const others = broken - lines.length;
  return others > 0 ? [...named, `${others.toLocaleString('en')} more lines are invalid.`] : named;
}

function inOrder(lines: BrokenImport['lines']): BrokenImport['lines'] {
  return lines.toSorted((a, b) => a.line - b.line);
}

function describeImported(imported: ImportReport, what = 'Everything else'): string {
  const kinds = [
    [imported.memories, 'Memory', 'Memories'],
    [imported.documents, 'document', 'documents'],
    [imported.notes, 'note', 'notes'],
    [imported.facts, 'standing fact', 'standing facts'],
    [imported.rules, 'rule', 'rules'],
  ] as const;
  const counts = kinds.flatMap(([{ added, known }, one, many]) => {
    const total = added + known;
    return total === 0 ? [] : [`${total.toLocaleString('en')} ${total === 1 ? one : many}`];
  });
  return counts.length === 0
    ? 'Nothing was imported.'
    : `${what} is in your library (${listFormat.format(counts)}).`;
}

interface Storing extends Pick<Call, 'context'> {
  readonly areas: AccountAreas;
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
  { areas, context }: Storing,
  { name, description }: Pick<LineOf<'memory'>, 'name' | 'description'>,
): Promise<boolean> {
  return areas.containers.insert({
    id: context.newId(),
    name,
    description,
    now: timestamp(context.clock),
  });
}

async function storeInMemory(
  storing: Storing,
  line: LineOf<'document' | 'note' | 'fact'>,
): Promise<Result<null, Refusal>> {
  const { areas, context, report } = storing;
  const container = await containerNamed(storing, line.memory);
  if (!container.ok) return container;
  const place = { id: context.newId(), containerId: container.value.id };
  if (line.type === 'fact') {
    const id = await areas.facts.insert({ ...place, content: line.content, now: line.saved_at });
    count(report.facts, id === place.id);
    return ok(null);
  }
  const isNew = await areas.transfer.importMaterial({ ...place, ...materialOf(line) });
  if (isNew) await areas.runs.queue(place.id, timestamp(context.clock));
  count(line.type === 'note' ? report.notes : report.documents, isNew);
  return ok(null);
}

/** Finds a Memory, or creates it if its own line is missing or invalid, so that its contents aren't lost. */
async function containerNamed(
  storing: Storing,
  memory: string,
): Promise<Result<ContainerRow, Refusal>> {
  const find = () => storing.areas.containers.byName(memory);
  const known = await find();
  if (known !== undefined) return ok(known);
  const named = checkShape(createContainerRequestSchema, { name: memory });
  if (!named.ok) return named;
  count(storing.report.memories, await storeMemory(storing, { ...named.value, description: '' }));
  const created = await find();
  return created === undefined ? refuse('invalid', lineProblems.damaged) : ok(created);
}

function materialOf(
  line: LineOf<'document' | 'note'>,
): Omit<ImportedMaterial, 'id' | 'containerId'> {
  const { type: kind, content, metadata, saved_at: savedAt } = line;
  const absent = { custom_id: null, title: null, url: null, fetch_url: null };
  const {
    custom_id: customId,
    title,
    url: sourceUrl,
    fetch_url: fetchUrl,
  } = { ...absent, ...line };
  return { kind, content, metadata, savedAt, customId, title, sourceUrl, fetchUrl };
}

/** Returns null if the rule's key doesn't exist here, or if several keys have its name. */
async function storeRule(
  { areas, context }: Storing,
  { content, key, created_at }: LineOf<'rule'>,
): Promise<boolean | null> {
  const keys = key === null ? [] : await areas.keys.all();
  const holders = keys.filter(({ name, revoked_at }) => name === key && revoked_at === null);
  const [holder] = holders;
  if (key !== null && (holder === undefined || holders.length > 1)) return null;
  const keyId = holder?.id ?? null;
  const known = await areas.rules.all();
  if (known.some((rule) => rule.content === content && rule.key_id === keyId)) return false;
  await areas.rules.insert({ id: context.newId(), keyId, content, now: created_at });
  return true;
}
