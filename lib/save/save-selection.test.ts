import { describe, expect, it } from 'vitest';
import { capture, selection } from '../../tests/fixtures/outbox-world.ts';
import { outboxItem, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import type { Anchor } from '../capture/schema.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { Highlight, LiveState, LiveItem } from '../outbox/model.ts';
import type { StoredPreview } from './model.ts';
import { ok } from '../contract/result.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { SavedHighlight } from '../highlights/model.ts';
import { saveSelection, type SelectionOrder, type SelectionPorts } from './save-selection.ts';

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
  selection,
};
const order: SelectionOrder = {
  id: 'note-1',
  previewId: 'p1',
  memoryId: 'reading',
  comment: null,
  withSource: false,
  again: false,
};

const here: Anchor = {
  quote: { exact: selection.text, prefix: '', suffix: '' },
  position: { start: 90, end: 104 },
};
const elsewhere: Anchor = { ...here, position: { start: 900, end: 914 } };
const refused: LiveState = {
  status: 'refused',
  error: { code: 'memory.validation', message: '', retryable: false },
};

function createWorld(changes: Partial<SelectionPorts> = {}) {
  const written: [LiveItem, Highlight][] = [];
  const ports: SelectionPorts = {
    readConnections: async () => settled,
    request: async (item, highlight) => {
      written.push([item, highlight]);
      return ok(item);
    },
    preview: async (id) => (id === preview.id ? preview : null),
    known: async () => null,
    highlightsOf: async () => [],
    now: () => 5,
    ...changes,
  };
  return { ports, written };
}

describe('saveSelection', () => {
  it('stores the text unchanged, with its anchor', async () => {
    const { ports, written } = createWorld();

    await saveSelection(order, ports);

    const [item, highlight] = written[0] ?? [];
    expect(item).toMatchObject({
      kind: 'note',
      material: { kind: 'note', content: selection.text },
      pageKey: pageUrl,
      state: { status: 'captured' },
    });
    expect(highlight).toMatchObject({
      id: 'note-1',
      text: selection.text,
      quote: selection.text,
      comment: null,
      pageKey: pageUrl,
    });
  });

  it('stores the comment and the source separately from the text', async () => {
    const { ports, written } = createWorld();

    await saveSelection({ ...order, comment: ' Ask Ada. ', withSource: true }, ports);

    const content = `> pulls at\n> the sea\n\nAsk Ada.\n\n— Tides, ${pageUrl}`;
    expect(written[0]?.[0].material).toEqual({ kind: 'note', content });
    expect(written[0]?.[1]).toMatchObject({
      text: content,
      quote: selection.text,
      comment: 'Ask Ada.',
    });
  });

  it('returns the existing note if its preview expired', async () => {
    const known = outboxItem({ id: 'note-1', kind: 'note' });
    const { ports } = createWorld({ preview: async () => null, known: async () => known });

    expect(await saveSelection(order, ports)).toEqual(ok(known));
  });

  describe('if the same text was already saved', () => {
    const { text, url, title } = selection;
    const highlight = {
      id: 'note-0',
      memoryId: null,
      text,
      url,
      title,
      anchor: here,
      createdAt: 1,
    };
    const after = (...facts: SavedHighlight[]) =>
      createWorld({
        preview: async () => ({ ...preview, selection: { ...selection, anchor: here } }),
        highlightsOf: async () => facts,
      });

    it('fails and stores nothing', async () => {
      const { ports, written } = after({ highlight, item: null });

      expect(await saveSelection(order, ports)).toMatchObject({
        error: { code: 'selection.kept' },
      });
      expect(written).toEqual([]);
    });

    it('stores it again at the person’s request', async () => {
      const { ports, written } = after({ highlight, item: null });

      await saveSelection({ ...order, again: true }, ports);

      expect(written).toHaveLength(1);
    });

    it('does not count a repeated message as another note', async () => {
      const { ports } = after({ highlight: { ...highlight, id: order.id }, item: null });

      expect(await saveSelection(order, ports)).toMatchObject({ ok: true });
    });

    it.each<[string, SavedHighlight]>([
      ['elsewhere on the page', { highlight: { ...highlight, anchor: elsewhere }, item: null }],
      ['without a place', { highlight: { ...highlight, anchor: null }, item: null }],
      ['in a note that was refused', { highlight, item: outboxItem({ state: refused }) }],
    ])('stores it if the saved text is %s', async (_, facts) => {
      const { ports, written } = after(facts);

      await saveSelection(order, ports);

      expect(written).toHaveLength(1);
    });
  });

  it.each<[string, Partial<SelectionOrder>, Partial<SelectionPorts>]>([
    ['selection.empty', { previewId: 'p0' }, {}],
    ['selection.empty', {}, { preview: async () => ({ ...preview, selection: null }) }],
    ['connection.no-memory', { memoryId: 'gone' }, {}],
    ['memory.validation', { comment: 'x'.repeat(serviceLimits.contentBytes) }, {}],
  ])('fails with %s and stores nothing', async (code, wish, changes) => {
    const { ports, written } = createWorld(changes);

    expect(await saveSelection({ ...order, ...wish }, ports)).toMatchObject({ error: { code } });
    expect(written).toEqual([]);
  });
});
