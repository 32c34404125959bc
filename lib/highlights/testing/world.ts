/** In-memory ports for testing highlights. */
import type { ShownTab } from '../model.ts';
import type { Highlight, HighlightColor, NoteItem, OutboxItem } from '../../outbox/model.ts';
import type { PageCommand } from '../page-messages.ts';
import { ok } from '../../contract/result.ts';
import type { HighlightPorts } from '../highlights.ts';

export const pageUrl = 'https://example.org/a';

export function createWorld() {
  const highlights = new Map<string, Highlight>();
  const items = new Map<string, OutboxItem>();
  const tabs = new Map<number, ShownTab>();
  const world = {
    highlights,
    items,
    tabs,
    now: 1_000,
    color: 'yellow' as HighlightColor,
    worked: 0,
    changed: [] as string[],
    injected: [] as number[],
    commands: [] as { tabId: number; frameId: number | null; command: PageCommand }[],
    /** The response of page scripts to a command. */
    answer: undefined as unknown,
    tabUrl: pageUrl,
  };
  const none = (tabId: number): ShownTab => ({
    tabId,
    pageKey: '',
    clickedAt: null,
    placements: {},
  });
  const ports: HighlightPorts = {
    highlights: {
      ofPage: async (pageKey) => [...highlights.values()].filter((one) => one.pageKey === pageKey),
      get: async (id) => highlights.get(id) ?? null,
      list: async () => [...highlights.values()].toSorted((a, b) => b.createdAt - a.createdAt),
      update: async (id, changes) => {
        const known = highlights.get(id);
        if (known !== undefined) highlights.set(id, { ...known, ...changes });
      },
    },
    itemsOf: async (ids) => ids.flatMap((id) => items.get(id) ?? []),
    request: async (item, highlight) => {
      if (!items.has(item.id)) {
        items.set(item.id, item);
        highlights.set(item.id, highlight);
      }
      return ok(item);
    },
    discard: async (id) => {
      const item = items.get(id);
      if (item === undefined || item.state.status === 'discarded') return;
      items.set(id, { ...item, state: { status: 'discarded', until: 9e9, before: item.state } });
    },
    edit: async (id, { content }) => {
      const item = items.get(id);
      if (item?.kind === 'note') items.set(id, { ...item, material: { kind: 'note', content } });
      return ok(null);
    },
    newId: () => `new-${items.size}`,
    color: {
      read: async () => world.color,
      write: async (color) => {
        world.color = color;
      },
    },
    place: async () => ok({ connectionId: 'device', container: { id: 'm1', name: 'Reading' } }),
    work: () => {
      world.worked += 1;
    },
    getTab: async () => ({ url: world.tabUrl, title: 'A' }),
    tabs: {
      list: async () => [...tabs.values()],
      get: async (tabId) => tabs.get(tabId) ?? null,
      update: async (tabId, change) => {
        tabs.set(tabId, change(tabs.get(tabId) ?? none(tabId)));
      },
    },
    inject: async (tabId) => {
      world.injected.push(tabId);
      return ok(null);
    },
    command: async (to, command) => {
      world.commands.push({ ...to, command });
      return world.answer;
    },
    changed: (pageKey) => world.changed.push(pageKey),
    now: () => world.now,
  };
  return { world, ports };
}

export const anchor = {
  quote: { exact: 'tides', prefix: 'the ', suffix: ' turn' },
  position: { start: 4, end: 9 },
};

/** Returns a highlight created on the page. */
export function highlightOf(id: string, changes: Partial<Highlight> = {}): Highlight {
  return {
    id,
    memoryId: null,
    text: 'tides',
    quote: 'tides',
    comment: null,
    url: pageUrl,
    title: 'A',
    pageKey: pageUrl,
    anchor,
    createdAt: 1,
    ...changes,
  };
}

/** Returns the outbox row of a note. */
export function noteOf(id: string, changes: Partial<NoteItem> = {}): NoteItem {
  return {
    id,
    kind: 'note',
    connectionId: 'device',
    container: { id: 'm1', name: 'Reading' },
    source: { url: pageUrl, title: 'A', tabId: 7, frameId: 0 },
    pageKey: pageUrl,
    customId: null,
    material: null,
    createdAt: 1,
    updatedAt: 1,
    state: { status: 'accepted', existed: false },
    ...changes,
  };
}
