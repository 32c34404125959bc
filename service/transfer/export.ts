import type { Queries } from '../storage/sqlite/sql.ts';
import { containersOf, type ContainerRow } from '../storage/sqlite/containers.ts';
import { factsIn } from '../storage/sqlite/facts.ts';
import { keysOf } from '../storage/sqlite/keys.ts';
import { rulesOf } from '../storage/sqlite/rules.ts';
import { materialsAfter, type ExportedRow } from '../storage/sqlite/transfer.ts';
import { header, type Line } from './format.ts';

/** Rows read at a time. Each may be as large as a document. */
const PAGE_SIZE = 8;

/** Yields the lines in the order that an import needs. Rows deleted during the export may be missing. */
export async function* exportLines(db: Queries, accountId: string): AsyncGenerator<string> {
  let lines = 1;
  const write = (line: Line) => {
    lines += 1;
    return `${JSON.stringify(line)}\n`;
  };
  yield `${JSON.stringify(header)}\n`;

  const containers = await containersOf(db, accountId);
  for (const { name, description } of containers) {
    yield write({ type: 'memory', name, description });
  }
  for (const container of containers) {
    for await (const rows of pagesOf(db, container)) {
      yield rows.map((row) => write(lineOf(row, container.name))).join('');
    }
    for (const { content, saved_at } of await factsIn(db, [container.id])) {
      yield write({ type: 'fact', memory: container.name, content, saved_at });
    }
  }
  const keys = await keysOf(db, accountId);
  for (const { content, key_id, created_at } of await rulesOf(db, accountId)) {
    const key = key_id === null ? null : (keys.find(({ id }) => id === key_id)?.name ?? '');
    yield write({ type: 'rule', content, key, created_at });
  }
  yield write({ type: 'end', lines });
}

async function* pagesOf(db: Queries, { id }: ContainerRow): AsyncGenerator<ExportedRow[]> {
  let after = 0;
  for (;;) {
    const rows = await materialsAfter(db, { containerId: id, after, limit: PAGE_SIZE });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.seq;
  }
}

function lineOf({ seq: _seq, kind, ...item }: ExportedRow, memory: string): Line {
  if (kind === 'document') return { type: kind, memory, ...item };
  const { content, metadata, saved_at } = item;
  return { type: kind, memory, content, ...(metadata === null ? {} : { metadata }), saved_at };
}
