import { describe, expect, it } from 'vitest';
import { capture } from '../../tests/fixtures/outbox-world.ts';
import { outboxItem, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import { serviceLimits } from '../contract/limits.ts';
import {
  type LiveState,
  type PageItem,
  type LiveItem,
  type LiveSummary,
  summaryOf,
} from '../outbox/model.ts';
import type { StoredPreview } from './model.ts';
import { ok } from '../contract/result.ts';
import type { StoredConnections } from '../connections/model.ts';
import { type PageOrder, type PagePorts, savePage } from './save-page.ts';

const settled: StoredConnections = {
  connections: [
    {
      connection: { id: 'device-1', kind: 'device', createdAt: 0 },
      memories: [{ id: 'reading', name: 'Reading' }],
      chosenMemoryId: 'reading',
    },
  ],
  activeId: 'device-1',
};
const preview: StoredPreview = {
  id: 'p1',
  tabId: 7,
  pageKey: pageUrl,
  createdAt: 1,
  page: { ok: true, capture, customId: pageUrl, fingerprint: 'f' },
  selection: null,
};
const order: PageOrder = {
  id: 'save-1',
  tabId: 7,
  memoryId: 'reading',
  previewId: 'p1',
  part: 'article',
  title: null,
  asVersion: false,
};

function createWorld(stored: StoredPreview | null = preview, saves: LiveSummary[] = []) {
  const written: LiveItem[] = [];
  const ports: PagePorts = {
    readConnections: async () => settled,
    // The tab has navigated in the meantime.
    getTab: async () => ({ url: 'https://example.org/moon', title: 'Moon' }),
    request: async (item) => {
      written.push(item);
      return ok(item);
    },
    preview: async (id) => (id === stored?.id ? stored : null),
    savesOf: async () => saves,
    now: () => 5,
  };
  return { ports, written };
}

describe('savePage', () => {
  it('stores that the page was still loading', async () => {
    const page = { ok: true, customId: pageUrl, fingerprint: 'f' } as const;
    const unfinished = { ...capture, isUnfinished: true };
    const { ports, written } = createWorld({ ...preview, page: { ...page, capture: unfinished } });

    await savePage(order, ports);

    expect(written).toMatchObject([
      { isUnfinished: true, material: { metadata: { is_unfinished: true } } },
    ]);
  });

  it('stores the page’s error status', async () => {
    const page = { ok: true, customId: pageUrl, fingerprint: 'f' } as const;
    const missing = { ...capture, errorStatus: 404 };
    const { ports, written } = createWorld({ ...preview, page: { ...page, capture: missing } });

    await savePage(order, ports);

    expect(written).toMatchObject([
      { errorStatus: 404, material: { metadata: { error_status: 404 } } },
    ]);
  });

  it('stores the preview, whatever the tab shows now', async () => {
    const { ports, written } = createWorld();

    await savePage(order, ports);

    expect(written).toMatchObject([
      {
        id: 'save-1',
        container: { id: 'reading' },
        source: { url: pageUrl, title: 'Tides', tabId: 7 },
        pageKey: pageUrl,
        customId: pageUrl,
        material: { kind: 'page', title: 'Tides', content: capture.content },
        state: { status: 'captured' },
      },
    ]);
    expect(written).toMatchObject([{ fingerprint: expect.stringMatching(/^1\./) }]);
    expect(written[0]).not.toHaveProperty('isVersion');
  });

  it('uses the title the person entered', async () => {
    const { ports, written } = createWorld();

    await savePage({ ...order, title: ' Why the sea moves ' }, ports);

    expect(written).toMatchObject([
      { source: { title: 'Why the sea moves' }, material: { title: 'Why the sea moves' } },
    ]);
  });

  it('saves a version next to the existing page', async () => {
    const { ports, written } = createWorld();

    await savePage({ ...order, asVersion: true }, ports);

    expect(written).toMatchObject([
      { isVersion: true, pageKey: pageUrl, material: { metadata: { version_of: pageUrl } } },
    ]);
    expect(written[0]?.customId).not.toBe(pageUrl);
  });

  it.each([
    ['there is no preview', { previewId: null }, preview],
    ['the preview has expired', { previewId: 'p0' }, preview],
    ['the preview is of another tab', { tabId: 8 }, preview],
    [
      'nothing could be read',
      {},
      {
        ...preview,
        page: { ok: false, error: { code: 'page.no-text', message: '', retryable: true } },
      },
    ],
  ] as const)('requests a reading if %s, and keeps the options', async (_name, changes, stored) => {
    const { ports, written } = createWorld(stored);

    await savePage({ ...order, title: 'Own', asVersion: true, ...changes }, ports);

    expect(written).toMatchObject([
      {
        source: { url: 'https://example.org/moon', title: 'Own' },
        ownTitle: 'Own',
        isVersion: true,
        material: null,
        state: { status: 'requested' },
      },
    ]);
  });

  it.each([
    ['empty', ' ', 'p1'],
    ['too long', 'x'.repeat(serviceLimits.titleLength + 1), 'p1'],
    ['too long, before the page is read', 'x'.repeat(serviceLimits.titleLength + 1), null],
  ])('stores nothing if the title is %s', async (_name, title, previewId) => {
    const { ports, written } = createWorld();

    expect(await savePage({ ...order, title, previewId }, ports)).toMatchObject({
      error: { code: 'memory.validation' },
    });
    expect(written).toEqual([]);
  });

  it('stores nothing if the Memory is gone', async () => {
    const { ports, written } = createWorld();

    expect(await savePage({ ...order, memoryId: 'gone' }, ports)).toMatchObject({
      error: { code: 'connection.no-memory' },
    });
    expect(written).toEqual([]);
  });
});

type KeptPage = PageItem & { state: LiveState };

describe('savePage as a version', () => {
  const version = { ...order, id: 'save-2', asVersion: true };
  const learned: LiveState = { status: 'learned', existed: false, documentId: null };
  const held = { connectionId: 'device-1', container: { id: 'reading', name: 'Reading' } };

  /** Creates the page as first saved, with the test's changes. */
  async function savedFirst(changes: Partial<KeptPage>) {
    const { ports, written } = createWorld();
    await savePage(order, ports);
    const [first] = written;
    const digest = first?.kind === 'page' ? first.digest : undefined;
    return summaryOf(
      outboxItem({ ...held, ...(digest && { digest }), state: learned, ...changes }),
    );
  }

  it('saves nothing if the text is unchanged', async () => {
    const { ports, written } = createWorld(preview, [await savedFirst({})]);

    expect(await savePage(version, ports)).toMatchObject({ error: { code: 'save.unchanged' } });
    expect(written).toEqual([]);
  });

  it('saves nothing if an earlier Keepsake saved the same version', async () => {
    const { ports: before, written: one } = createWorld();
    await savePage(version, before);
    const customId = one[0]?.customId ?? '';
    const saved = outboxItem({ ...held, customId, isVersion: true, state: learned });
    const { ports, written } = createWorld(preview, [summaryOf(saved)]);

    expect(await savePage(version, ports)).toMatchObject({ error: { code: 'save.unchanged' } });
    expect(written).toEqual([]);
  });

  it.each<[string, Partial<KeptPage>, Partial<PageOrder>]>([
    ['a changed text', { digest: 'another' }, {}],
    ['a new title', {}, { title: 'My tides' }],
    ['a page in another Memory', { container: { id: 'work', name: 'Work' } }, {}],
    [
      'a page that couldn’t be indexed',
      { state: { ...learned, status: 'failed', reason: null } },
      {},
    ],
    ['a page that already existed with other text', { state: { ...learned, existed: true } }, {}],
  ])('saves %s', async (_, changes, wish) => {
    const { ports, written } = createWorld(preview, [await savedFirst(changes)]);

    await savePage({ ...version, ...wish }, ports);

    expect(written).toMatchObject([{ id: 'save-2', isVersion: true }]);
  });

  it('saves a page that only has a highlight', async () => {
    const note = outboxItem({
      ...held,
      kind: 'note',
      state: { status: 'accepted', existed: false },
    });
    const { ports, written } = createWorld(preview, [summaryOf(note)]);

    await savePage(version, ports);

    expect(written).toMatchObject([{ id: 'save-2', isVersion: true }]);
  });

  it('saves a text again if it is no longer the newest', async () => {
    const changed = outboxItem({ ...held, digest: 'another', isVersion: true, state: learned });
    const { ports, written } = createWorld(preview, [summaryOf(changed), await savedFirst({})]);

    await savePage(version, ports);

    expect(written).toHaveLength(1);
  });
});
