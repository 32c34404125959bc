/** Exports a library with everything the extension knows about it, and imports it into a new profile. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { sleep } from '../../lib/async/sleep.ts';
import { createDatabaseOpener } from '../../lib/database/database.ts';
import { createHighlightStore } from '../../lib/highlights/store.ts';
import { createDeviceRecords } from '../../lib/memories/device-records.ts';
import { createMemories } from '../../lib/memories/memories.ts';
import { createOwnerClient, createTransferClient } from '../../lib/memory-client/owner.ts';
import { createRestClient } from '../../lib/memory-client/rest.ts';
import { noteContentOf } from '../../lib/notes/model.ts';
import type { Highlight } from '../../lib/outbox/model.ts';
import { createOutboxStore } from '../../lib/outbox/store.ts';
import { outboxItem } from '../fixtures/outbox-item.ts';
import { openTwoAccounts } from './two-accounts.ts';

const idle = {
  wake: () => undefined,
  idle: async () => undefined,
  stop: async () => undefined,
  trouble: () => null,
};
const deviceId = 'device-1';

/** Opens a profile with its own service and IndexedDB. Exports and imports use `files`. */
async function openProfile(files: Map<string, string>) {
  indexedDB = new IDBFactory();
  const database = createDatabaseOpener();
  let time = Date.parse('2026-11-21T00:00:00Z');
  const clock = { now: () => (time += 1_000) };
  const service = await openTwoAccounts({ learner: idle, clock });
  const [api] = service.owners;
  const send = (request: Request) => {
    request.headers.set('authorization', 'Bearer owner-of-first');
    return service.fetch(request);
  };
  const options = {
    baseUrl: 'https://device.invalid',
    fetch: send,
    sleep,
    random: () => 0,
  };
  const outbox = createOutboxStore(database, () => {
    throw new Error('A row is corrupt.');
  });
  const highlights = createHighlightStore(database);
  const owner = createOwnerClient(options);
  const memories = createMemories({
    isDeviceActive: async () => true,
    isDevice: async () => true,
    owner,
    transfer: createTransferClient(async ({ method, path, bodyFrom, saveAs }) => {
      const body = bodyFrom === undefined ? {} : { body: files.get(bodyFrom) ?? '' };
      const reply = await send(new Request(`https://device.invalid${path}`, { method, ...body }));
      if (saveAs === undefined) return reply;
      files.set(saveAs, await reply.text());
      return new Response(null, { status: reply.status });
    }),
    records: createDeviceRecords({
      owner,
      documents: createRestClient(options).documents,
      highlightsAfter: (id, limit) => highlights.after(id, limit),
      listSaves: () => outbox.list(),
      adopt: (items) => outbox.adopt(items),
      deviceId: async () => deviceId,
    }),
    reminder: {
      savesDue: async () => null,
      putOff: async () => ({ exported: 0, due: 0 }),
      exported: async () => undefined,
      imported: async () => ({ exported: 0, due: 0 }),
    },
    forgetMemory: async () => undefined,
    refresh: async () => undefined,
    rulesChanged: () => undefined,
    newId: () => crypto.randomUUID(),
  });

  async function exported(): Promise<string> {
    const answer = await memories.exportAll('w1');
    if (!answer.ok) throw new Error(answer.error.message);
    return files.get(answer.value.file) ?? '';
  }

  async function highlight(
    container: { id: string; name: string },
    { page, quote, comment, hasSource, isHidden, hasPlace }: HighlightModel,
  ): Promise<void> {
    const url = `https://example.org/${page}`;
    const title = `Page ${page}`;
    const text = noteContentOf({ quote, comment, source: hasSource ? { title, url } : null });
    const id = crypto.randomUUID();
    const memoryId = await api.addNote({ container: container.id, content: text });
    const createdAt = clock.now();
    const anchor = {
      quote: { exact: quote.replaceAll('\n', ''), prefix: 'before ', suffix: ' after' },
      position: { start: page, end: page + quote.length },
      rivals: 'none' as const,
    };
    const stored: Highlight = {
      id,
      memoryId,
      text,
      quote,
      comment,
      url,
      title,
      pageKey: url,
      createdAt,
      anchor: hasPlace ? anchor : null,
      ...(isHidden ? { isUnmarked: true } : {}),
    };
    const state = { status: 'accepted', existed: false } as const;
    const place = { connectionId: deviceId, container, pageKey: url, noteId: memoryId, createdAt };
    await outbox.insert(outboxItem({ id, kind: 'note', ...place, state }), stored);
  }

  /** Returns the stored highlights, without the ids that each profile chooses. */
  async function allHighlights() {
    const rows = await highlights.after(null, 1_000);
    const bare = rows.map(({ id: _id, memoryId: _memoryId, ...row }) => row);
    return bare.toSorted((a, b) => a.createdAt - b.createdAt);
  }

  return {
    api,
    outbox,
    memories,
    exported,
    highlight,
    allHighlights,
    async imported(text: string) {
      files.set('copy', text);
      return memories.importAll('copy');
    },
    close: () => service.close(),
  };
}

const words = fc.stringMatching(/^[a-zé日]{1,12}( [a-zé日]{1,12}){0,8}$/);
const highlightModel = fc.record({
  page: fc.integer({ min: 0, max: 3 }),
  quote: fc.oneof(
    words,
    fc.tuple(words, words).map((lines) => lines.join('\n')),
  ),
  comment: fc.option(words),
  hasSource: fc.boolean(),
  isHidden: fc.boolean(),
  hasPlace: fc.boolean(),
});
type HighlightModel = typeof highlightModel extends fc.Arbitrary<infer Model> ? Model : never;

const itemModel = fc.oneof(
  fc.record({ kind: fc.constant('highlight' as const), of: highlightModel }),
  fc.record({ kind: fc.constant('note' as const), content: words }),
  fc.record({ kind: fc.constant('fact' as const), content: words }),
  fc.record({
    kind: fc.constant('page' as const),
    page: fc.integer({ min: 0, max: 3 }),
    content: words,
    title: words,
    tags: fc.array(words, { maxLength: 3 }),
  }),
);
const libraryModel = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-z]{3,8}$/),
    items: fc.array(itemModel, { maxLength: 8 }),
  }),
  { maxLength: 3, selector: ({ name }) => name },
);

describe('an export and its import into a new profile', () => {
  it('give the same export, highlights and saved pages', async () => {
    await fc.assert(
      fc.asyncProperty(libraryModel, async (library) => {
        const files = new Map<string, string>();
        const first = await openProfile(files);
        for (const { name, items } of library) {
          const id = await first.api.createMemory(name);
          for (const item of items) {
            const { api } = first;
            if (item.kind === 'highlight') await first.highlight({ id, name }, item.of);
            if (item.kind === 'note') await api.addNote({ container: id, content: item.content });
            if (item.kind === 'fact') await api.addFact({ container: id, content: item.content });
            if (item.kind === 'page') {
              const { page, content, title, tags } = item;
              const url = `https://example.org/${page}`;
              const metadata = { url, tags, fingerprint: '1.0.x' };
              const identity = { container: id, custom_id: url };
              await api.addDocument({ ...identity, content, title, metadata });
            }
          }
        }
        const text = await first.exported();
        const highlights = await first.allHighlights();
        await first.close();

        const second = await openProfile(files);
        expect(await second.imported(text)).toMatchObject({ ok: true, value: {} });

        expect(await second.exported()).toBe(text);
        expect(await second.allHighlights()).toEqual(highlights);
        for (const { name, items } of library) {
          for (const item of items.filter(({ kind }) => kind === 'page')) {
            const key = 'page' in item ? `https://example.org/${item.page}` : '';
            const saves = await second.outbox.ofPage(key);
            const names = saves.flatMap(({ kind, container }) =>
              kind === 'page' ? [container.name] : [],
            );
            expect(names.filter((one) => one === name)).toHaveLength(1);
          }
        }
        await second.imported(text);
        expect(await second.exported()).toBe(text);
        expect(await second.allHighlights()).toEqual(highlights);
        await second.close();
      }),
      { numRuns: 20 },
    );
  });
});
