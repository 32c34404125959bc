import { outboxView, type ViewChanges } from '../../tests/fixtures/outbox-view.ts';
import { describe, expect, it } from 'vitest';
import type { ConnectionStatus, PageDescription } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { createPageWatch, pageAtFirst, pageReducer, type PageState } from './use-page.ts';

const tab = { id: 1, url: 'https://example.org/a', title: 'A' };
const connection: ConnectionStatus = {
  kind: 'device',
  memories: [],
  chosenMemoryId: null,
  connectionId: 'device-1',
  withdrawn: [],
};

function save(changes: ViewChanges = {}): OutboxView {
  const base = {
    id: 's1',
    connectionId: 'c1',
    container: { id: 'm1', name: 'Reading' },
    source: { url: tab.url, title: tab.title, tabId: 1, frameId: null },
    pageKey: tab.url,
    customId: null,
    createdAt: 100,
    updatedAt: 100,
    state: { status: 'requested' } as const,
  };
  return outboxView(base, changes);
}

function ready(saves: readonly OutboxView[]): PageState {
  const page: PageDescription = {
    connection: { ...connection, memories: [] },
    tab,
    obstacle: null,
    part: 'article',
    saves: [...saves],
  };
  return pageReducer(pageAtFirst, { type: 'described', page });
}

function heard(state: PageState, item: OutboxView): PageState {
  return pageReducer(state, { type: 'heard', event: { event: 'outbox.changed', item } });
}

function savesOf(state: PageState): readonly OutboxView[] {
  return state.status === 'ready' ? state.page.saves : [];
}

describe('pageReducer', () => {
  it('adds no written note to a page with a hidden address', () => {
    const page = {
      connection,
      tab: { ...tab, url: '' },
      obstacle: null,
      part: 'article' as const,
      saves: [],
    };
    const unseen = pageReducer(pageAtFirst, { type: 'described', page });
    const source = { url: '', title: 'Ask Ines.', tabId: null, frameId: null };
    const item = save({ kind: 'note', isWritten: true, source });

    expect(savesOf(heard(unseen, item))).toEqual([]);
  });

  it('adds a save of the page, newest first', () => {
    const state = heard(ready([save()]), save({ id: 's2', createdAt: 200 }));

    expect(savesOf(state).map(({ id }) => id)).toEqual(['s2', 's1']);
  });

  it('leaves out a save of another page', () => {
    const other = save({ id: 's2', source: { ...save().source, url: 'https://example.org/b' } });

    expect(savesOf(heard(ready([save()]), other))).toHaveLength(1);
  });

  it('keeps a save whose address was corrected while it was read', () => {
    const corrected = save({
      source: { ...save().source, url: 'https://example.org/canonical' },
      customId: 'https://example.org/canonical',
      updatedAt: 200,
      state: { status: 'captured' },
    });

    expect(savesOf(heard(ready([save()]), corrected))[0]?.state.status).toBe('captured');
  });

  it('ignores an older state of a save', () => {
    const newer = save({ updatedAt: 300, state: { status: 'sending', attempt: 1 } });
    const state = heard(ready([newer]), save({ updatedAt: 200, state: { status: 'captured' } }));

    expect(savesOf(state)[0]?.state.status).toBe('sending');
  });

  it('applies events that arrived before the description', () => {
    const early = heard(pageAtFirst, save({ updatedAt: 300, state: { status: 'captured' } }));
    const state = pageReducer(early, {
      type: 'described',
      page: {
        connection: { ...connection, memories: [] },
        tab,
        obstacle: null,
        part: 'article',
        saves: [save()],
      },
    });

    expect(savesOf(state)[0]?.state.status).toBe('captured');
  });

  it('drops a removed save', () => {
    const state = pageReducer(ready([save()]), {
      type: 'heard',
      event: { event: 'outbox.removed', id: 's1' },
    });

    expect(savesOf(state)).toEqual([]);
  });

  it('updates the connection', () => {
    const changed = {
      ...connection,
      memories: [{ id: 'm1', name: 'Reading' }],
      chosenMemoryId: 'm1',
    };
    const state = pageReducer(ready([]), {
      type: 'heard',
      event: { event: 'connection.status-changed', connection: changed },
    });

    expect(state.status === 'ready' && state.page.connection.chosenMemoryId).toBe('m1');
  });
});

describe('createPageWatch', () => {
  it('calls back once the window is known, and then at once', async () => {
    const window = Promise.withResolvers<{ id: number; windowId: number }>();
    const { inWindow } = createPageWatch({
      ask: () => new Promise(() => undefined),
      activeTab: () => window.promise,
      onEvent: () => () => undefined,
    });
    const called: number[] = [];

    inWindow((windowId) => called.push(windowId));
    expect(called).toEqual([]);
    window.resolve({ id: 1, windowId: 7 });
    await expect.poll(() => called).toEqual([7]);
    inWindow((windowId) => called.push(windowId));

    expect(called).toEqual([7, 7]);
  });
});
