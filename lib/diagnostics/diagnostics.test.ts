import { describe, expect, it } from 'vitest';
import type { MemoryError } from '../contract/errors.ts';
import type { OutboxItem } from '../outbox/model.ts';
import type { Trouble } from './model.ts';
import { createDiagnostics } from './diagnostics.ts';

const key = 'keepsake_Zx81mQ0vR5tY7uI9oP3aS2dF4gH6jK8lB1nM';
const secrets = [
  key,
  'memory.tidewater.example',
  'Grandmother’s letters',
  'https://private.example/diary',
  'The words of the page',
];

function serverError(more: Partial<MemoryError> = {}): MemoryError {
  return {
    code: 'memory.server',
    message: `${secrets.join(' ')} went wrong`,
    details: { url: secrets[3], key },
    status: 502,
    retryable: true,
    traceId: 'tr_1b77e0c4f2',
    ...more,
  };
}

/** Creates diagnostics from sources full of secrets that no report may contain. */
function setUp() {
  const troubles: Trouble[] = [];
  const diagnostics = createDiagnostics({
    troubles: {
      read: async () => troubles,
      add: async (trouble) => void troubles.unshift(trouble),
    },
    about: async () => ({
      version: '0.1.0',
      browser: 'Chromium 156',
      system: 'linux x86-64',
      language: 'en',
    }),
    permissions: async () => ({
      installed: ['storage'],
      installedAt: null,
      asked: [],
      sites: [
        { pattern: 'https://private.example/*', since: 1, connections: [] },
        {
          pattern: 'https://memory.tidewater.example/*',
          since: 1,
          connections: [secrets[2] ?? ''],
        },
      ],
      markedSites: 0,
    }),
    readConnections: async () => ({
      connections: [
        {
          connection: {
            id: 'work',
            kind: 'key',
            baseUrl: 'https://memory.tidewater.example/path',
            name: 'memory.tidewater.example',
            owner: 'Grandmother’s letters',
            createdAt: 1,
          },
          memories: [{ id: 'm1', name: 'Grandmother’s letters' }],
          chosenMemoryId: 'm1',
        },
      ],
      activeId: 'work',
    }),
    countSaves: async () => ({ learned: 2 }),
    now: () => 0,
  });
  return { diagnostics, troubles };
}

describe('read', () => {
  it('contains the codes and trace ids of problems, but nothing private', async () => {
    const { diagnostics } = setUp();
    await diagnostics.note('search.run', serverError());
    await diagnostics.note('page.save', serverError({ traceId: key }));
    await diagnostics.note('page.save', serverError({ traceId: secrets[3] ?? '' }));

    const text = await diagnostics.read();

    expect(text).toContain('search.run  memory.server  502  trace tr_1b77e0c4f2');
    expect(text).toContain('Active connection: key');
    expect(text).toContain('sites of connections 1');
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.slice(0, 12));
    }
  });
});

describe('note', () => {
  it.each([
    ['a UUID', '5b0a2f0e-5d7c-4c51-8f0b-2f6f6a3c9d21', true],
    ['a prefix with letters and digits', 'tr_90aa31', true],
    ['letters and digits without a prefix', '01JD8Z6Q4T0W3X5Y7ZABCDEFGH', true],
    ['a Keepsake key', key, false],
    ['an address', 'https://private.example', false],
    ['two lines', 'tr_90aa31\nsecret', false],
    ['words', 'the ledger', false],
    ['too long', 'a'.repeat(33), false],
  ])('keeps only well-formed trace ids: %s', async (_, traceId, isKept) => {
    const { diagnostics, troubles } = setUp();

    await diagnostics.note('search.run', serverError({ traceId }));

    expect(troubles[0]?.traceId).toBe(isKept ? traceId : null);
  });

  it('ignores cancellations and a missing connection', async () => {
    const { diagnostics, troubles } = setUp();

    await diagnostics.note('search.run', serverError({ code: 'memory.aborted' }));
    await diagnostics.note('rules.list', {
      code: 'connection.none',
      message: 'None.',
      retryable: false,
    });

    expect(troubles).toEqual([]);
  });

  it('logs a save once when it stops, and never while it continues', async () => {
    const { diagnostics, troubles } = setUp();
    const refused = { state: { status: 'refused', error: serverError() } } as OutboxItem;
    const sending = { state: { status: 'sending', attempt: 1 } } as OutboxItem;

    await diagnostics.noteSave(sending, null);
    await diagnostics.noteSave(refused, sending);
    await diagnostics.noteSave(refused, refused);

    expect(troubles).toEqual([
      { at: 0, what: 'outbox', code: 'memory.server', status: 502, traceId: 'tr_1b77e0c4f2' },
    ]);
  });
});
