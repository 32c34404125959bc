/** Tests that docs/outbox.md shows exactly what `transition` does for each state and event. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LiveState, OutboxItem, OutboxStatus } from '../../lib/outbox/model.ts';
import { type OutboxEvent, transition } from '../../lib/outbox/transition.ts';
import {
  discardedFrom,
  events,
  liveStates,
  learningState,
  noteIn,
  now,
  pageIn,
  statuses,
} from '../fixtures/outbox-states.ts';
import { outboxItem, pageUrl } from '../fixtures/outbox-item.ts';

const path = 'docs/outbox.md';

type EventType = OutboxEvent['type'];

/** The events in each table. A single table of all events would be too wide to read. */
const tables: Record<string, EventType[]> = {
  steps: ['read', 'send', 'taken', 'delayed', 'refused', 'withdrawn', 'looked'],
  words: ['online', 'orphaned', 'retried', 'edited', 'moved', 'discarded', 'restored'],
};

const look = { learned: false, runStatus: null, documentId: null };
const looks: OutboxEvent[] = [
  events.looked,
  { type: 'looked', look: { ...look, runStatus: 'failed' } },
  { type: 'looked', look: { ...look, runStatus: 'canceled' } },
  { type: 'looked', look },
];

function eventsOf(type: EventType): OutboxEvent[] {
  return type === 'looked' ? looks : [events[type]];
}

/** Returns items in this state whose transitions can differ, such as pages and notes. */
function itemsIn(status: OutboxStatus): OutboxItem[] {
  if (status === 'discarded')
    return Object.values(liveStates).map((at) => discardedFrom(pageIn(at)));
  const state: LiveState = liveStates[status];
  const page = pageIn(state);
  switch (status) {
    case 'sending':
      return [page, noteIn(state)];
    case 'refused':
      return [page, outboxItem({ state })];
    case 'paused':
      return [page, outboxItem({ state, customId: pageUrl })];
    case 'learning':
      return [page, pageIn({ ...learningState, polls: 99 })];
    default:
      return [page];
  }
}

function cellOf(status: OutboxStatus, type: EventType): string {
  const results = itemsIn(status).flatMap((item) =>
    eventsOf(type).map((event) => {
      const after = transition(item, event, now);
      return after === item ? null : after.state.status;
    }),
  );
  const changed = new Set(results.filter((result) => result !== null));
  if (changed.size === 0) return '–';
  return status === 'discarded' && type === 'restored' ? 'as it was' : [...changed].join(', ');
}

/** Formats a table as the code formatter does, with each column as wide as its widest cell. */
function tableOf(types: EventType[]): string {
  const rows = [
    ['State', ...types],
    ...statuses.map((status) => [status, ...types.map((type) => cellOf(status, type))]),
  ];
  const widths = ['State', ...types].map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

function marks(name: string): { begin: string; end: string } {
  return { begin: `<!-- table: ${name} -->`, end: `<!-- end of table: ${name} -->` };
}

function shownTable(document: string, name: string): string {
  const { begin, end } = marks(name);
  return (document.split(begin)[1]?.split(end)[0] ?? '').trim();
}

function withTable(document: string, name: string, table: string): string {
  const { begin, end } = marks(name);
  const [before = '', rest = ''] = document.split(begin);
  return `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`;
}

describe('docs/outbox.md', () => {
  it('names every event once', () => {
    expect(Object.values(tables).flat().sort()).toEqual(Object.keys(events).sort());
  });

  it.each(Object.entries(tables))(
    'shows the table of %s that transition() produces',
    (name, types) => {
      const table = tableOf(types);
      if (process.env['KEEPSAKE_WRITE_DOCS'] === '1') {
        writeFileSync(path, withTable(readFileSync(path, 'utf8'), name, table));
      }

      const shown = shownTable(readFileSync(path, 'utf8'), name);

      if (shown !== table) console.log(`The table of ${name} in ${path} should be:\n\n${table}\n`);
      expect(shown).toBe(table);
    },
  );

  it('describes every state and event', () => {
    const document = readFileSync(path, 'utf8');
    const missing = [...statuses, ...Object.keys(events)].filter(
      (name) => !document.includes(`- **${name}**`),
    );

    expect(missing).toEqual([]);
  });
});
