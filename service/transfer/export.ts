import type { ContainerRow, ExportedRow } from '../storage/port/library.ts';
import type { AccountAreas } from '../storage/port/storage.ts';
import { header, type Line } from './format.ts';

/** Rows read at a time. Each may be as large as a document. */
const PAGE_SIZE = 8;

/** Yields the lines in the order that an import needs. Rows deleted during the export may be missing. */
export async function* exportLines(account: AccountAreas): AsyncGenerator<string> {
  let lines = 1;
  const write = (line: Line) => {
    lines += 1;
    return `${JSON.stringify(line)}\n`;
  };
  yield `${JSON.stringify(header)}\n`;

  const containers = await account.containers.all();
  for (const { name, description } of containers) {
    yield write({ type: 'memory', name, description });
  }
  for (const container of containers) {
    for await (const rows of pagesOf(account, container)) {
      yield rows.map((row) => write(lineOf(row, container.name))).join('');
    }
    for (const { content, saved_at } of await account.facts.in([container.id])) {
      yield write({ type: 'fact', memory: container.name, content, saved_at });
    }
  }
  const keys = await account.keys.all();
  for (const { content, key_id, created_at } of await account.rules.all()) {
    const key = key_id === null ? null : (keys.find(({ id }) => id === key_id)?.name ?? '');
    yield write({ type: 'rule', content, key, created_at });
  }
  yield write({ type: 'end', lines });
}

async function* pagesOf(
  { transfer }: AccountAreas,
  { id }: ContainerRow,
): AsyncGenerator<ExportedRow[]> {
  let after = 0;
  for (;;) {
    const rows = await transfer.materialsAfter({ containerId: id, after, limit: PAGE_SIZE });
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
