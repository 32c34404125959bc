import { describe, expect, it } from 'vitest';
import { capture, selection } from '../../tests/fixtures/outbox-world.ts';
import { outboxItem, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import { summaryOf } from '../outbox/model.ts';
import type { Anchor } from '../capture/schema.ts';
import type { StoredPreview } from './model.ts';
import { err, ok } from '../contract/result.ts';
import type { SavedHighlight } from '../highlights/model.ts';
import { fingerprintOf } from '../fingerprint/fingerprint.ts';
import { createPreviews, type PreviewPorts } from './previews.ts';

const noText = { code: 'page.no-text', message: 'Nothing.', retryable: true } as const;
const minute = 60_000;

function createWorld(changes: Partial<PreviewPorts> = {}) {
  const rows = new Map<string, StoredPreview>();
  const reported: unknown[] = [];
  let time = 1_000_000;
  let ids = 0;
  const previews = createPreviews({
    getTab: async () => ({ url: pageUrl }),
    readPage: async () => ok(capture),
    readSelection: async () => err({ ...noText, code: 'selection.empty' }),
    store: {
      put: async (preview) => void rows.set(preview.id, preview),
      get: async (id) => rows.get(id) ?? null,
      removeBefore: async (before) => {
        for (const [id, row] of rows) if (row.createdAt < before) rows.delete(id);
      },
    },
    savesOf: async () => [],
    highlightsOf: async () => [],
    progress: () => undefined,
    report: (cause) => reported.push(cause),
    newId: () => `p${(ids += 1)}`,
    now: () => time,
    ...changes,
  });
  return { previews, rows, reported, later: (ms: number) => (time += ms) };
}

describe('a preview', () => {
  it('shows the opening of the page and stores all of it', async () => {
    const content = `# Tides\n\nThe **moon** pulls. ${'word '.repeat(300)}`;
    const { previews } = createWorld({ readPage: async () => ok({ ...capture, content }) });

    const taken = await previews.take(7, 'article');

    expect(taken).toMatchObject({
      ok: true,
      value: {
        id: 'p1',
        page: { ok: true, title: capture.title, url: capture.url, isWhole: false, comparisons: [] },
        selection: null,
      },
    });
    const opening = taken.ok && taken.value.page.ok ? taken.value.page.opening : '';
    expect(opening.startsWith('Tides\nThe moon pulls. word')).toBe(true);
    expect(opening.length).toBeLessThanOrEqual(600);
    expect(await previews.text('p1', 'page')).toBe(content);
  });

  it('uses the first heading as the title of an untitled page, even when saving it', async () => {
    const untitled = { ...capture, title: '', content: '# Ebb\n\nThe moon pulls.' };
    const { previews } = createWorld({ readPage: async () => ok(untitled) });

    expect(await previews.take(7, 'article')).toMatchObject({ value: { page: { title: 'Ebb' } } });
    expect(await previews.get('p1')).toMatchObject({ page: { capture: { title: 'Ebb' } } });
  });

  it('reports the progress of reading its tab', async () => {
    const told: unknown[] = [];
    const { previews } = createWorld({
      readPage: async (_source, onProgress) => {
        onProgress?.({ stage: 'coming', done: 1_000_000, total: null });
        onProgress?.({ stage: 'reading', done: 3, total: 9 });
        return ok(capture);
      },
      progress: (tabId, progress) => told.push({ tabId, ...progress }),
    });

    await previews.take(7, 'article');

    expect(told).toEqual([
      { tabId: 7, stage: 'coming', done: 1_000_000, total: null },
      { tabId: 7, stage: 'reading', done: 3, total: 9 },
    ]);
  });

  it('returns the reason if the page could not be read', async () => {
    const { previews } = createWorld({ readPage: async () => err(noText) });

    expect(await previews.take(7, 'article')).toMatchObject({
      value: { page: { ok: false, error: noText } },
    });
    expect(await previews.text('p1', 'page')).toBeNull();
  });

  it('contains the selection of this page, but not of a page opened in between', async () => {
    const here = createWorld({ readSelection: async () => ok({ ...selection, pageUrl }) });
    const elsewhere = createWorld({
      readSelection: async () => ok({ ...selection, pageUrl: 'https://example.org/moon' }),
    });

    expect(await here.previews.take(7, 'article')).toMatchObject({
      value: { selection: { isWhole: true, words: 4, isKept: false } },
    });
    expect(await here.previews.text('p1', 'selection')).toBe(selection.text);
    expect(await elsewhere.previews.take(7, 'article')).toMatchObject({
      value: { selection: null },
    });
  });

  it('shows whether the selected text was already saved', async () => {
    const { text, url, title } = selection;
    const anchor: Anchor = {
      quote: { exact: text, prefix: '', suffix: '' },
      position: { start: 4, end: 4 + text.length },
      rivals: 'none',
    };
    const of = { id: 'n1', memoryId: null, text, url, title, createdAt: 1 };
    const kept = async (facts: SavedHighlight) => {
      const { previews } = createWorld({
        readSelection: async () => ok({ ...selection, anchor, pageUrl }),
        highlightsOf: async (pageKey) => (pageKey === pageUrl ? [facts] : []),
      });
      const taken = await previews.take(7, 'article');
      return taken.ok && taken.value.selection?.isKept;
    };
    const refused = outboxItem({
      id: 'n1',
      kind: 'note',
      state: { status: 'refused', error: noText },
    });

    expect(await kept({ highlight: { ...of, anchor }, item: null })).toBe(true);
    expect(await kept({ highlight: { ...of, anchor }, item: refused })).toBe(false);
    expect(await kept({ highlight: { ...of, anchor: null }, item: null })).toBe(false);
  });

  it('finds saves of its URL and of its canonical URL, each once', async () => {
    const canonical = 'https://example.org/the-tides';
    const asked: string[] = [];
    const save = outboxItem({
      state: { status: 'learned', existed: false, documentId: null },
      fingerprint: fingerprintOf(capture.content),
    });
    const { previews } = createWorld({
      readPage: async () => ok({ ...capture, canonicalLink: canonical }),
      savesOf: async (key) => {
        asked.push(key);
        return [summaryOf(save)];
      },
    });

    const taken = await previews.take(7, 'article');

    expect(new Set(asked).size).toBe(asked.length);
    expect(taken).toMatchObject({
      value: { page: { comparisons: [{ memoryId: 'reading', words: 'same' }] } },
    });
  });

  it('is shown even if it can’t be stored', async () => {
    const { previews, reported, rows } = createWorld();
    const failing = createWorld({
      store: {
        put: async () => Promise.reject(new Error('full')),
        get: async () => null,
        removeBefore: async () => undefined,
      },
    });

    expect((await failing.previews.take(7, 'article')).ok).toBe(true);
    expect(failing.reported).toHaveLength(1);
    expect((await previews.take(7, 'article')).ok).toBe(true);
    expect([rows.size, reported.length]).toEqual([1, 0]);
  });

  it('can be used for half an hour', async () => {
    const { previews, later, rows } = createWorld();
    await previews.take(7, 'article');

    later(30 * minute);
    expect(await previews.get('p1')).not.toBeNull();
    later(1);
    expect(await previews.get('p1')).toBeNull();
    await previews.removeOld();
    expect(rows.size).toBe(0);
  });

  it('fails if the tab is closed', async () => {
    const { previews } = createWorld({
      readPage: async () => err({ ...noText, code: 'page.gone' }),
      getTab: async () => null,
    });

    expect(await previews.take(7, 'article')).toMatchObject({ error: { code: 'page.gone' } });
  });
});
