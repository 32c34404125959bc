/** Stores what one line of an export says. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { containerByName, insertContainer } from '../db/containers.ts';
import { insertFact } from '../db/facts.ts';
import { keysOf } from '../db/keys.ts';
import { queueRun } from '../db/learning-runs.ts';
import type { Queries } from '../db/port.ts';
import { insertRule, rulesOf } from '../db/rules.ts';
import { importMaterial, type ImportedMaterial } from '../db/transfer.ts';
import type { Call } from '../operations/operation.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { ImportReport } from './import-report.ts';
import type { CheckedLine } from './read-line.ts';

export interface Storing extends Call {
  /** Of the transaction. */
  readonly queries: Queries;
  /** Counted up. */
  readonly report: ImportReport;
}

type LineOf<Type extends CheckedLine['type']> = Extract<CheckedLine, { type: Type }>;

/** Stores a line unless what it says is there, and counts it; refuses where nothing can be stored of it. */
export async function storeLine(
  storing: Storing,
  line: CheckedLine,
): Promise<Result<null, Refusal>> {
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
    return refuse('invalid', 'it names a Memory that no line before it tells of.');
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

/** Null where the rule is for a key of a name that no key here has, or several have. */
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
