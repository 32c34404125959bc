/** Writes everything of an account as lines, a few rows at a time. */
import { containersOf, type ContainerRow } from '../db/containers.ts';
import { keysOf } from '../db/keys.ts';
import { factsOf } from '../db/own-notes.ts';
import type { Queries } from '../db/port.ts';
import { rulesOf } from '../db/rules.ts';
import { materialsAfter, type ExportedRow } from '../db/transfer.ts';
import { header, type Line } from './format.ts';

/** Each may be as large as a document may be. */
const PAGE = 8;

/** Gives the lines in the order an import reads them; what is deleted meanwhile is left out. */
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
    for (const { content, saved_at } of await factsOf(db, container.id)) {
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
    const rows = await materialsAfter(db, { containerId: id, after, limit: PAGE });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.seq;
  }
}

function lineOf(row: ExportedRow, memory: string): Line {
  const { kind, content, saved_at } = row;
  if (kind === 'note') return { type: kind, memory, content, saved_at };
  const metadata: unknown = row.metadata === null ? null : JSON.parse(row.metadata);
  return {
    type: kind,
    memory,
    title: row.title,
    content,
    custom_id: row.custom_id,
    metadata,
    url: row.source_url,
    fetch_url: row.fetch_url,
    saved_at,
  };
}
