import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import type { NoteItem, LiveItem } from '../outbox/model.ts';
import { ok } from '../contract/result.ts';
import type { StoredConnections } from '../connections/model.ts';
import { dueAt } from '../outbox/schedule.ts';
import { saveNote, undoNote } from './save-note.ts';

const settled: StoredConnections = {
  connections: [
    {
      connection: { id: 'c1', kind: 'device', createdAt: 0 },
      memories: [{ id: 'reading', name: 'Reading' }],
      chosenMemoryId: 'reading',
    },
  ],
  activeId: 'c1',
};
const order = {
  id: 'n1',
  content: '  Ask Ines for the ledger.\nBy the year. ',
  memoryId: 'reading',
};

function createWorld(settings = settled) {
  const written: LiveItem[] = [];
  const ports = {
    readConnections: async () => settings,
    request: async (item: LiveItem) => {
      written.push(item);
      return ok(item);
    },
    now: () => 5_000,
  };
  return { ports, written };
}

describe('saveNote', () => {
  it('stores the text as a note without a page, titled with its opening words', async () => {
    const { ports, written } = createWorld();

    await saveNote(order, ports);

    expect(written).toEqual([
      {
        id: 'n1',
        kind: 'note',
        connectionId: 'c1',
        container: { id: 'reading', name: 'Reading' },
        source: {
          url: '',
          title: 'Ask Ines for the ledger. By the year.',
          tabId: null,
          frameId: null,
        },
        pageKey: 'note:n1',
        customId: null,
        isWritten: true,
        opening: 'Ask Ines for the ledger. By the year.',
        material: { kind: 'note', content: 'Ask Ines for the ledger.\nBy the year.' },
        createdAt: 5_000,
        updatedAt: 5_000,
        heldUntil: 15_000,
        state: { status: 'captured' },
      },
    ]);
  });

  it('doesn’t send the note while it can be undone', async () => {
    const { ports, written } = createWorld();

    await saveNote(order, ports);

    expect(written.map(dueAt)).toEqual([15_000]);
  });

  it.each([
    ['nothing', ' \n '],
    ['too much text', '漢'.repeat(serviceLimits.contentBytes / 3 + 1)],
  ])('rejects %s', async (_name, content) => {
    const { ports, written } = createWorld();

    expect(await saveNote({ ...order, content }, ports)).toMatchObject({
      error: { code: 'memory.validation' },
    });
    expect(written).toEqual([]);
  });

  it('rejects a Memory that is not in the active connection', async () => {
    const { ports } = createWorld();

    expect(await saveNote({ ...order, memoryId: 'gone' }, ports)).toMatchObject({
      error: { code: 'connection.no-memory' },
    });
  });

  it('rejects a note if the connection is read-only', async () => {
    const [listed] = settled.connections;
    const connection = {
      id: 'c1',
      kind: 'read-only' as const,
      name: 'memory.example',
      baseUrl: 'https://memory.example',
      createdAt: 0,
      resource: 'https://memory.example/mcp-http',
      issuer: 'https://memory.example',
      clientId: 'client-1',
      scopes: [],
    };
    const { ports, written } = createWorld({
      ...settled,
      connections: listed === undefined ? [] : [{ ...listed, connection }],
    });

    expect(await saveNote(order, ports)).toMatchObject({ error: { code: 'memory.not-offered' } });
    expect(written).toEqual([]);
  });
});

describe('undoNote', () => {
  async function held(changes: Partial<NoteItem> = {}, now = 14_999) {
    const { ports, written } = createWorld();
    await saveNote(order, ports);
    const [item] = written;
    const discarded: string[] = [];
    const undone = await undoNote('n1', {
      get: async () => (item?.kind === 'note' ? { ...item, ...changes } : null),
      discard: async (id) => void discarded.push(id),
      now: () => now,
    });
    return { undone, discarded };
  }

  it('discards the note and returns its text', async () => {
    const { undone, discarded } = await held();

    expect(undone).toEqual({ ok: true, value: 'Ask Ines for the ledger.\nBy the year.' });
    expect(discarded).toEqual(['n1']);
  });

  it.each([
    ['is being sent', { state: { status: 'sending', attempt: 1 } } as const, 14_999],
    ['is due', {}, 15_000],
    ['is a highlight on a page', { isWritten: false }, 14_999],
  ])('keeps a note that %s', async (_name, changes, now) => {
    const { undone, discarded } = await held(changes, now);

    expect(undone).toMatchObject({ error: { code: 'save.sent' } });
    expect(discarded).toEqual([]);
  });

  it('does nothing the second time', async () => {
    const { undone, discarded } = await held({
      state: { status: 'discarded', until: 1, before: { status: 'captured' } },
    });

    expect(undone).toEqual({ ok: true, value: null });
    expect(discarded).toEqual([]);
  });
});
