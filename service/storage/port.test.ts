/** What every storage engine promises. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseQuery } from '../../lib/text/search-query.ts';
import { passageWith } from '../../tests/fixtures/passage-with.ts';
import type { Quota } from './port/accounts.ts';
import type { NewConnection } from './port/oauth.ts';
import type { AccountAreas, AccountStorage, Storage } from './port/storage.ts';
import { storable } from './storable.ts';
import {
  engines,
  hasServer,
  serverEngines,
  type Engine,
} from '../../tests/fixtures/storage-engines.ts';

const now = '2026-11-21T00:00:00.000Z';
const later = '2026-11-21T00:00:01.000Z';
const never = '9999-12-31T00:00:00.000Z';

describe.each(engines)('%s', (_name, open) => {
  promises(open);
});
describe.skipIf(!hasServer).each(serverEngines)('%s', (_name, open) => {
  promises(open);
});

function promises(open: Engine[1]): void {
  let storage: Storage;
  let discard: () => Promise<void>;
  let mine: AccountStorage;
  let theirs: AccountStorage;

  /** Two accounts, each with the Memory “Birds”. */
  beforeEach(async () => {
    ({ storage, discard } = await open());
    await storage.migrate(now);
    mine = storage.account('mine');
    theirs = storage.account('theirs');
    for (const id of ['mine', 'theirs']) {
      await storage.accounts.insert({ id, name: id, now });
      await addMemory(storage.account(id), `${id}-birds`, 'Birds');
    }
  });
  afterEach(() => discard());

  const addMemory = ({ containers }: AccountAreas, id: string, name: string) =>
    containers.insert({ id, name, description: '', now });

  const newDocument = (id: string, containerId = 'mine-birds') => ({
    id,
    containerId,
    content: `Text of ${id}`,
    customId: null,
    title: null,
    sourceUrl: null,
    metadata: null,
    now,
  });

  /** Adds a document with one passage and queues a run. Returns its `seq`. */
  async function addDocument(
    account: AccountStorage,
    id: string,
    {
      terms = 'heron',
      containerId = 'mine-birds',
      ...fields
    }: {
      terms?: string;
      containerId?: string;
      customId?: string;
      fetchUrl?: string;
      content?: string;
      now?: string;
    } = {},
  ): Promise<number> {
    await account.transaction(async ({ documents, runs }) => {
      await documents.insert({ ...newDocument(id, containerId), ...fields });
      await runs.queue(id, now);
    });
    const material = (await account.documents.byId(id))?.seq ?? 0;
    const all = await account.containers.all();
    const container = all.find((one) => one.id === containerId)?.seq ?? 0;
    await account.transaction(({ passages }) =>
      passages.insert([{ material, container, passages: [passageWith(terms)] }]),
    );
    return material;
  }

  async function find(account: AccountStorage, q: string, containers?: readonly number[]) {
    const seqs = containers ?? (await account.containers.all()).map(({ seq }) => seq);
    return account.snapshot(async ({ search, passages }) => {
      const scope = await search.open(seqs);
      const matcher = await scope.narrowedTo(parseQuery(q, Date.parse(now)));
      const terms = q.split(' ').filter((word) => /^[a-z]+$/.test(word));
      const matches = await matcher.match({ terms, limit: 10 });
      const found = await passages.byIds(matches.map(({ id }) => id));
      return matches.map(({ id }) => found.find((one) => one.id === id)?.material_id);
    });
  }

  const names = async ({ containers }: AccountAreas) =>
    (await containers.all()).map(({ name }) => name);

  describe('a transaction', () => {
    it('commits and returns what the work returns', async () => {
      const given = await mine.transaction(async (areas) => {
        await addMemory(areas, 'm1', 'Ferries');
        return names(areas);
      });

      expect(given).toEqual(['Birds', 'Ferries']);
      expect(await names(mine)).toEqual(given);
    });

    it('rolls back everything if the work throws', async () => {
      const failing = mine.transaction(async (areas) => {
        await addMemory(areas, 'm1', 'Ferries');
        await areas.documents.insert(newDocument('d'));
        throw new Error('changed its mind');
      });

      await expect(failing).rejects.toThrow('changed its mind');
      expect(await names(mine)).toEqual(['Birds']);
      expect(await mine.documents.byId('d')).toBeUndefined();
    });

    it('over several accounts rolls back too', async () => {
      const failing = storage.transaction(async (areas) => {
        await areas.accounts.insert({ id: 'third', name: '', now });
        await addMemory(areas.account('third'), 'm3', 'Ferries');
        await addMemory(areas.account('mine'), 'm1', 'Ferries');
        throw new Error('changed its mind');
      });

      await expect(failing).rejects.toThrow('changed its mind');
      expect(await storage.accounts.byId('third')).toBeUndefined();
      expect(await names(mine)).toEqual(['Birds']);
    });

    it('is never seen half done', async () => {
      const transaction = mine.transaction(async (areas) => {
        await addMemory(areas, 'm1', 'Ferries');
        await setImmediate();
        await addMemory(areas, 'm2', 'Gardens');
      });
      const counts: number[] = [];
      for (let read = 0; read < 5; read += 1) counts.push((await names(mine)).length);
      await transaction;

      expect(counts.filter((count) => count !== 1 && count !== 3)).toEqual([]);
      expect(await names(mine)).toHaveLength(3);
    });

    it('runs alone for its account, so that what it read still holds', async () => {
      const adding = Array.from({ length: 8 }, (_, index) =>
        mine.transaction(async (areas) => {
          const { length } = await areas.containers.all();
          await setImmediate();
          return addMemory(areas, `m${index}`, `Memory ${length}`);
        }),
      );

      expect(await Promise.all(adding)).toEqual(adding.map(() => true));
      expect(await names(mine)).toHaveLength(9);
    });

    it('rejects calls once it has ended', async () => {
      const late = await mine.transaction(async (areas) => areas);
      const lateShared = await storage.transaction(async (areas) => areas);

      await expect(late.containers.all()).rejects.toThrow('ended');
      await expect(lateShared.accounts.all()).rejects.toThrow('ended');
    });

    it('leaves the storage usable if a statement fails', async () => {
      await expect(mine.documents.insert(newDocument('d', 'no-such-memory'))).rejects.toThrow(
        /foreign key/i,
      );

      await mine.documents.insert(newDocument('d'));

      expect(await mine.documents.byId('d')).toMatchObject({ container_name: 'Birds' });
    });
  });

  it('reads one state in a snapshot, whatever is written meanwhile', async () => {
    const reading = mine.snapshot(async (areas) => {
      const before = await names(areas);
      await setImmediate();
      return [before, await names(areas)];
    });
    const writing = addMemory(mine, 'm1', 'Ferries');

    const [before, after] = await reading;
    await writing;
    expect(after).toEqual(before);
    expect(await names(mine)).toEqual(['Birds', 'Ferries']);
  });

  describe('closing', () => {
    it('finishes earlier calls, and rejects later ones', async () => {
      const written = addMemory(mine, 'm1', 'Ferries');

      await storage.close();
      await storage.close();

      expect(await written).toBe(true);
      await expect(names(mine)).rejects.toThrow('closed');
      await expect(storage.transaction(async () => null)).rejects.toThrow('closed');
      await expect(mine.snapshot(async () => null)).rejects.toThrow('closed');
    });
  });

  describe('the storage', () => {
    it('can be read and written to', async () => {
      await storage.tryReading();
      await storage.tryWriting();

      expect(storage.writeFailure()).toBeNull();
    });

    it('keeps its contents when it is migrated again', async () => {
      await storage.migrate(later);

      expect(await names(mine)).toEqual(['Birds']);
    });
  });

  describe('accounts', () => {
    it('are listed in order, and the first is the operator’s', async () => {
      const accounts = await storage.accounts.all();

      expect(accounts).toMatchObject([
        { id: 'mine', name: 'mine', created_at: now, suspended_at: null, operator: true },
        { id: 'theirs', name: 'theirs', created_at: now, suspended_at: null, operator: false },
      ]);
      expect(await storage.accounts.byId('theirs')).toEqual(accounts[1]);
    });

    it('get a first one only if there is none', async () => {
      const { accounts } = storage;
      expect(await accounts.ensureFirst({ id: 'other', now })).toBe('mine');
      for (const own of [mine, theirs]) await own.transaction(({ account }) => account.delete());

      expect(await accounts.ensureFirst({ id: 'other', now })).toBe('other');
      expect(await accounts.all()).toHaveLength(1);
    });

    it('are deleted with everything in them, and nothing else', async () => {
      await fill(mine, 'mine');
      await fill(theirs, 'theirs');
      const kept = await contentsOf(theirs, 'theirs');

      await storage.account('mine').transaction(({ account }) => account.delete());

      expect(await contentsOf(mine, 'mine')).toEqual(await contentsOf(storage.account('x'), 'x'));
      expect(await contentsOf(theirs, 'theirs')).toEqual(kept);
      expect(await storage.keys.byDigest('digest of mine-key')).toBeUndefined();
    });
  });

  it('ends the sign-ins and connections of an account, and nothing else', async () => {
    const session = { expiresAt: never, now };
    for (const [account, name] of [
      [mine, 'mine'],
      [theirs, 'theirs'],
    ] as const) {
      await fill(account, name);
      const tokenDigest = `session of ${name}`;
      await storage.ownerSessions.insert({ ...session, tokenDigest, accountId: name });
      await storage.signInLinks.insert({ ...session, tokenDigest, accountId: name });
    }
    const { connections: _ended, ...before } = await contentsOf(mine, 'mine');
    const others = await contentsOf(theirs, 'theirs');

    await mine.transaction(({ account }) => account.disconnect());

    const { connections, ...after } = await contentsOf(mine, 'mine');
    expect(connections).toEqual([undefined, [], []]);
    expect(after).toEqual(before);
    expect(await contentsOf(theirs, 'theirs')).toEqual(others);
    for (const area of [storage.ownerSessions, storage.signInLinks]) {
      expect(await area.accountOf('session of mine', now)).toBeNull();
      expect(await area.accountOf('session of theirs', now)).toBe('theirs');
    }
    expect(await storage.oauthTokens.byDigest('token of mine-connection')).toBeUndefined();
    expect(await storage.oauthTokens.byDigest('token of theirs-connection')).toBeDefined();
  });

  describe('a suspended account', () => {
    const suspend = (when = now) => mine.transaction(({ account }) => account.suspend(when));
    const resume = () => mine.transaction(({ account }) => account.resume());

    it('keeps the time of the suspension until it is resumed', async () => {
      await suspend();
      await suspend(later);
      expect(await storage.accounts.byId('mine')).toMatchObject({ suspended_at: now });
      expect(await storage.accounts.byId('theirs')).toMatchObject({ suspended_at: null });

      await resume();

      expect(await storage.accounts.byId('mine')).toMatchObject({ suspended_at: null });
    });

    it('is not learned until it is resumed, and holds up no other account', async () => {
      const { learningQueue } = storage;
      await addDocument(mine, 'd1', { fetchUrl: 'https://a.example/' });
      await addDocument(theirs, 'd2', { containerId: 'theirs-birds' });
      await suspend();
      await mine.runs.queue('d1', now);

      const run = await learningQueue.next();
      expect(run).toMatchObject({ accountId: 'theirs' });
      await theirs.runs.end(run?.seq ?? 0, { status: 'succeeded', reason: null, now });
      expect(await learningQueue.next()).toBeUndefined();
      expect(await learningQueue.nextToFetch([])).toBeUndefined();
      await resume();

      expect(await learningQueue.next()).toMatchObject({ accountId: 'mine' });
      expect(await learningQueue.nextToFetch([])).toMatchObject({ accountId: 'mine' });
    });

    it('stops what is being learned, which starts again once it is resumed, without an attempt less', async () => {
      await addDocument(mine, 'd1');
      const run = await storage.learningQueue.next();
      if (run === undefined) throw new Error('The queue is empty.');
      await mine.runs.start({ ...run, attempts: 1 }, now);

      await suspend();
      await suspend();

      expect(await mine.runs.isOpen(run)).toBe(false);
      expect(await storage.learningQueue.next()).toBeUndefined();
      await resume();
      const again = await storage.learningQueue.next();
      expect(again).toMatchObject({ seq: run.seq, status: 'running', attempts: 1 });
      expect(again !== undefined && (await mine.runs.isOpen(again))).toBe(true);
    });

    it('has its words counted, so that no changes to them remain', async () => {
      await addDocument(mine, 'd1', { terms: 'heron' });
      await suspend();
      await countWords();
      await addDocument(mine, 'd2', { terms: 'egret' });

      await countWords();

      const containers = (await mine.containers.all()).map(({ seq }) => seq);
      const { vocabulary } = await mine.search.open(containers);
      expect(await vocabulary.among(['heron', 'egret'])).toHaveLength(2);
    });

    it('keeps its bin', async () => {
      await mine.facts.insert({ id: 'f', containerId: 'mine-birds', content: 'I row.', now });
      await mine.transaction(({ bin }) => bin.put({ id: 'b', itemId: 'f', now }));
      await suspend();
      await storage.purgeBins(later);
      expect(await mine.bin.all()).toHaveLength(1);
      await resume();

      await storage.purgeBins(later);

      expect(await mine.bin.all()).toEqual([]);
    });
  });

  describe('what an account stores', () => {
    const used = async (id = 'mine') => {
      const { documents, bytes } = (await storage.accounts.byId(id)) ?? {};
      return [documents, bytes];
    };
    const put = (content: string, id: string) =>
      mine.documents.insert({ ...newDocument(id), content });
    const note = (content: string, requestKey: string | null = null, metadata?: string) =>
      mine.notes.insert({
        id: content,
        containerId: 'mine-birds',
        content,
        requestKey,
        now,
        ...(metadata === undefined ? {} : { metadata }),
      });
    const limit = (quota: Partial<Quota>, id = 'mine') =>
      storage
        .account(id)
        .transaction(({ account }) =>
          account.setQuota({ documents: null, bytes: null, turns: null, ...quota }),
        );

    it('is counted as it is added, replaced and removed, with the metadata and without the bin', async () => {
      expect(await used()).toEqual([0, 0]);
      await put('Größe', 'd1');
      await mine.documents.insert({
        ...newDocument('d2'),
        content: 'ab',
        metadata: '{"é":1}',
        customId: 'c',
      });
      await mine.documents.insert({ ...newDocument('d3'), content: 'again', customId: 'c' });
      await note('noted', 'k');
      await mine.facts.insert({ id: 'f', containerId: 'mine-birds', content: 'I row.', now });
      expect(await used()).toEqual([2, 7 + 2 + 8 + 5 + 6]);
      expect(await used('theirs')).toEqual([0, 0]);

      await note('longer text', 'k', '{}');
      const seq = (await mine.documents.byId('d1'))?.seq ?? 0;
      await mine.materials.storePage(seq, { title: null, content: 'a' });
      await mine.materials.markLearned(seq);
      expect(await used()).toEqual([2, 1 + 2 + 8 + 11 + 2 + 6]);

      await mine.transaction(async (areas) => {
        await areas.bin.put({ id: 'b', itemId: 'mine-birds', now });
        await areas.containers.delete('mine-birds');
      });
      expect(await used()).toEqual([0, 0]);
      await mine.transaction(({ bin }) => bin.restore({ id: 'b', now }));
      expect(await used()).toEqual([2, 1 + 2 + 8 + 11 + 2 + 6]);
    });

    it('can reach its quota of documents, but not exceed it', async () => {
      await limit({ documents: 1 });
      await put('one', 'd1');

      await expect(put('two', 'd2')).rejects.toMatchObject({ quota: 'documents' });

      expect(await mine.documents.byId('d2')).toBeUndefined();
      expect(await used()).toEqual([1, 3]);
      await note('a note is no document');
      const again = { ...newDocument('d1'), customId: null };
      await theirs.documents.insert({ ...again, id: 'd3', containerId: 'theirs-birds' });
      await mine.transaction(async ({ materials, documents }) => {
        await materials.delete((await documents.byId('d1'))?.seq ?? 0);
      });
      await put('three', 'd4');
    });

    it('can reach its quota of bytes, and over it only shrink', async () => {
      await limit({ bytes: 10 });
      await note('0123456789', 'k');
      for (const write of [
        () => put('x', 'd'),
        () => note('0123456789a', 'k'),
        () => mine.facts.insert({ id: 'f', containerId: 'mine-birds', content: 'x', now }),
      ])
        await expect(write()).rejects.toMatchObject({ quota: 'bytes' });
      expect(await used()).toEqual([0, 10]);

      await limit({ bytes: 3 });
      await note('9876543210', 'k');
      await note('987654', 'k');
      await expect(note('9876543', 'k')).rejects.toMatchObject({ quota: 'bytes' });

      expect(await used()).toEqual([0, 6]);
      await limit({});
      await put('x', 'd');
    });

    it('stays within its quota if several writes run at the same time', async () => {
      await limit({ documents: 3 });

      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          mine.transaction(({ documents }) => documents.insert(newDocument(`d${index}`))),
        ),
      );

      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      expect((await used())[0]).toBe(3);
    });

    it('keeps a Memory in the bin if its contents don’t fit any more', async () => {
      await put('one', 'd1');
      await mine.transaction(async (areas) => {
        await areas.bin.put({ id: 'b', itemId: 'mine-birds', now });
        await areas.containers.delete('mine-birds');
      });
      await limit({ bytes: 2 });

      const restoring = mine.transaction(({ bin }) => bin.restore({ id: 'b', now }));

      await expect(restoring).rejects.toMatchObject({ quota: 'bytes' });
      expect(await mine.bin.all()).toHaveLength(1);
      expect(await names(mine)).toEqual([]);
    });

    it('takes no more agent turns a day than its quota', async () => {
      const take = (day: string) => storage.accounts.takeTurn('mine', day);
      expect(await take('2026-11-21')).toBeNull();
      await limit({ turns: 2 });

      const limits = await Promise.all([1, 2, 3, 4].map(() => take('2026-11-21')));

      expect(limits.filter((one) => one === null)).toHaveLength(2);
      expect(limits.filter((one) => one === 2)).toHaveLength(2);
      expect(await storage.accounts.byId('mine')).toMatchObject({
        quota_turns: 2,
        turns_on: '2026-11-21',
        turns_taken: 2,
      });
      expect(await take('2026-11-22')).toBeNull();
      await limit({ turns: 0 });
      expect(await take('2026-11-23')).toBe(0);
    });

    it('counts the turns of processes whose clocks differ around midnight together', async () => {
      await limit({ turns: 3 });
      const days = ['2026-11-21', '2026-11-22', '2026-11-21', '2026-11-22', '2026-11-21'];

      const limits: (number | null)[] = [];
      for (const day of days) limits.push(await storage.accounts.takeTurn('mine', day));

      expect(limits).toEqual([null, null, null, null, 3]);
      expect(await storage.accounts.byId('mine')).toMatchObject({
        turns_on: '2026-11-22',
        turns_taken: 3,
      });
    });

    it('can be over its quota of bytes when a page is added that has no text yet', async () => {
      await note('0123456789');
      await limit({ bytes: 3 });

      await addDocument(mine, 'd', { fetchUrl: 'https://a.example/', content: '' });

      expect(await used()).toEqual([1, 10]);
    });
  });

  describe.each(['signInLinks', 'ownerSessions'] as const)('%s', (area) => {
    const insert = (tokenDigest: string, expiresAt: string) =>
      storage[area].insert({ tokenDigest, accountId: 'mine', expiresAt, now });

    it('identify an account until they expire', async () => {
      await insert('t', later);

      expect(await storage[area].accountOf('t', now)).toBe('mine');
      expect(await storage[area].accountOf('t', later)).toBeNull();
      expect(await storage[area].accountOf('u', now)).toBeNull();
    });

    it('can be deleted', async () => {
      await insert('t', later);

      await storage[area].delete('t');

      expect(await storage[area].accountOf('t', now)).toBeNull();
    });
  });

  describe('the name of a Memory', () => {
    it('is unique in an account, as are names that look the same', async () => {
      expect(await addMemory(mine, 'm1', 'birds')).toBe(false);
      expect(await addMemory(mine, 'm1', 'Ferries')).toBe(true);
      expect(await mine.containers.update('m1', { name: 'BIRDS', description: '' })).toBe(false);
      expect(await addMemory(theirs, 'm2', 'Ferries')).toBe(true);

      expect(await names(mine)).toEqual(['Birds', 'Ferries']);
      expect(await mine.containers.byName('ferries')).toMatchObject({ id: 'm1' });
    });

    it('can change', async () => {
      expect(
        await mine.containers.update('mine-birds', { name: 'Waders', description: 'Legs' }),
      ).toBe(true);

      expect(await mine.containers.all()).toMatchObject([{ name: 'Waders', description: 'Legs' }]);
    });
  });

  describe('inserting again', () => {
    it('returns the document that has the custom_id', async () => {
      const document = { ...newDocument('d1'), customId: 'c' };

      expect(await mine.documents.insert(document)).toEqual({ id: 'd1', existed: false });
      expect(await mine.documents.insert({ ...document, id: 'd2' })).toEqual({
        id: 'd1',
        existed: true,
      });
      const found = await mine.documents.byCustomId(['mine-birds', 'theirs-birds'], 'c');
      expect(found.map(({ id }) => id)).toEqual(['d1']);
    });

    it('stores two documents without a custom_id', async () => {
      for (const id of ['d1', 'd2']) {
        expect(await mine.documents.insert(newDocument(id))).toEqual({ id, existed: false });
      }
    });

    it('gives the note of a request the text sent last', async () => {
      const note = { id: 'n1', containerId: 'mine-birds', content: 'First', now, requestKey: 'r' };
      await mine.notes.insert({ ...note, metadata: '{"a":1}' });

      expect(await mine.notes.insert({ ...note, id: 'n2', content: 'Second' })).toBe('n1');

      expect(await mine.notes.byId('n1', 'mine-birds')).toMatchObject({
        content: 'Second',
        metadata: { a: 1 },
      });
      expect(await mine.notes.byId('n2', 'mine-birds')).toBeUndefined();
    });

    it('returns the fact with the same text', async () => {
      const fact = { id: 'f1', containerId: 'mine-birds', content: 'I row', now };

      expect(await mine.facts.insert(fact)).toBe('f1');
      expect(await mine.facts.insert({ ...fact, id: 'f2' })).toBe('f1');
      expect(await mine.facts.in(['mine-birds'])).toHaveLength(1);
    });

    it('imports an item once, and adds the metadata it lacked', async () => {
      const { now: _, ...item } = newDocument('i1');
      const imported = { ...item, kind: 'note', fetchUrl: null, savedAt: now } as const;

      expect(await mine.transfer.importMaterial(imported)).toBe(true);
      expect(
        await mine.transfer.importMaterial({ ...imported, id: 'i2', metadata: '{"a":1}' }),
      ).toBe(false);
      expect(await mine.transfer.importMaterial({ ...imported, id: 'i3', savedAt: later })).toBe(
        true,
      );
      expect(await mine.notes.byId('i1', 'mine-birds')).toMatchObject({ metadata: { a: 1 } });
    });
  });

  describe('pages', () => {
    it('of documents are newest first, across Memories, without gaps or repeats', async () => {
      await addMemory(mine, 'm1', 'Ferries');
      for (let index = 0; index < 7; index += 1) {
        await mine.documents.insert(
          newDocument(`d${index}`, index % 3 === 0 ? 'm1' : 'mine-birds'),
        );
        await mine.notes.insert({ ...newDocument(`n${index}`), content: 'Note' });
      }

      const listed: string[] = [];
      let before = Number.MAX_SAFE_INTEGER;
      for (;;) {
        const page = { containerIds: ['mine-birds', 'm1'], before, limit: 3 };
        const rows = await mine.documents.before(page);
        const last = rows.at(-1);
        if (last === undefined) break;
        listed.push(...rows.map(({ id }) => id));
        before = last.seq;
      }

      expect(listed).toEqual(['d6', 'd5', 'd4', 'd3', 'd2', 'd1', 'd0']);
    });

    it('of notes are newest first, and recent ones leave out highlights', async () => {
      const add = (id: string, metadata: string | null = null) =>
        mine.notes.insert({ id, containerId: 'mine-birds', content: 'Note', metadata, now });
      for (const id of ['n1', 'n2', 'n3']) await add(id);
      await add('n4', '{"highlight":{}}');

      const [first, second] = await mine.notes.before({
        containerId: 'mine-birds',
        before: Number.MAX_SAFE_INTEGER,
        limit: 2,
      });
      const before = second?.seq ?? 0;
      const rest = await mine.notes.before({ containerId: 'mine-birds', before, limit: 9 });

      expect([first, second, ...rest].map((note) => note?.id)).toEqual(['n4', 'n3', 'n2', 'n1']);
      const recent = await mine.notes.recent(['mine-birds'], 2);
      expect(recent.map(({ id }) => id)).toEqual(['n3', 'n2']);
    });

    it('of an export are oldest first, documents and notes together', async () => {
      await mine.documents.insert(newDocument('d1'));
      await mine.notes.insert({ ...newDocument('n1'), content: 'Note' });
      await mine.documents.insert(newDocument('d2'));

      const page = { containerId: 'mine-birds', limit: 2 };
      const first = await mine.transfer.materialsAfter({ ...page, after: 0 });
      const after = first.at(-1)?.seq ?? 0;
      const rest = await mine.transfer.materialsAfter({ ...page, after });

      expect(first.map(({ content }) => content)).toEqual(['Text of d1', 'Note']);
      expect(rest).toMatchObject([{ kind: 'document', content: 'Text of d2' }]);
    });
  });

  describe('the learning queue', () => {
    it('returns the runs of each account in the order they were queued', async () => {
      const first = await addDocument(mine, 'd1');
      const theirFirst = await addDocument(theirs, 'd2', { containerId: 'theirs-birds' });
      const second = await addDocument(mine, 'd3');
      await addDocument(mine, 'd4');

      const next = await mustNext();
      expect(next).toMatchObject({ accountId: 'mine', material: first, status: 'queued' });
      const rest = await storage.learningQueue.after(next, 9);
      expect(rest[0]).toMatchObject({ accountId: 'mine', material: second, attempts: 0 });
      expect(rest).toHaveLength(2);
      for (const run of [next, ...rest])
        await mine.runs.end(run.seq, { status: 'succeeded', reason: null, now });

      expect(await mustNext()).toMatchObject({ accountId: 'theirs', material: theirFirst });
    });

    it('stays in order after its leases were released', async () => {
      await addDocument(mine, 'd1');
      const run = await mustNext();

      await storage.learningQueue.release();

      const again = await mustNext();
      expect(again).toMatchObject({ seq: run.seq, attempts: 0 });
      expect(await mine.runs.isOpen(again)).toBe(true);
      expect(await theirs.runs.isOpen(again)).toBe(false);
    });

    it('returns an interrupted run first, with its attempts', async () => {
      await addDocument(mine, 'd1');
      const material = await addDocument(mine, 'd2');
      const [run] = await storage.learningQueue.after(await mustNext(), 1);
      if (run !== undefined) await mine.runs.start(run, now);

      expect(await storage.learningQueue.next()).toMatchObject({
        material,
        status: 'running',
        attempts: 1,
      });
    });

    it('forgets a run that has ended, or whose document is deleted', async () => {
      const [first, second] = [await addDocument(mine, 'd1'), await addDocument(mine, 'd2')];
      const run = await mustNext();
      await mine.runs.end(run.seq, { status: 'succeeded', reason: null, now });
      expect(await mine.runs.isOpen(run)).toBe(false);
      expect(await mine.runs.openOf(first)).toBeUndefined();
      expect(await mine.documents.byId('d1')).toMatchObject({
        learning_run: { status: 'succeeded', finished_at: now },
      });

      await mine.materials.delete(second);

      expect(await storage.learningQueue.next()).toBeUndefined();
    });

    it('puts a run back as it was', async () => {
      await addDocument(mine, 'd1');
      const run = await mustNext();
      await mine.runs.start(run, now);

      await mine.runs.requeue(run);

      expect(await storage.learningQueue.next()).toEqual(run);
    });

    it('returns a run to learn only once its page is fetched', async () => {
      await mine.documents.insert({
        ...newDocument('d1'),
        content: '',
        fetchUrl: 'https://a.example/',
      });
      await mine.runs.queue('d1', now);
      const { learningQueue } = storage;
      const run = await learningQueue.nextToFetch([]);
      expect(await learningQueue.next()).toBeUndefined();
      expect(await learningQueue.nextToFetch([run?.seq ?? 0])).toBeUndefined();
      expect(await mine.materials.fetchUrlOf(run?.material ?? 0)).toBe('https://a.example/');

      await mine.runs.startFetch(run?.seq ?? 0, now);
      expect(await learningQueue.nextToFetch([])).toMatchObject({ attempts: 1 });
      await mine.materials.storePage(run?.material ?? 0, { title: 'Page', content: 'Text' });
      await mine.runs.endFetch(run?.seq ?? 0);

      expect(await learningQueue.nextToFetch([])).toBeUndefined();
      expect(await learningQueue.next()).toMatchObject({ seq: run?.seq, attempts: 0 });
    });

    async function mustNext() {
      const run = await storage.learningQueue.next();
      if (run === undefined) throw new Error('The queue is empty.');
      return run;
    }
  });

  describe('credentials', () => {
    const grant = { level: 'write', profile: true, agent: false, expires_at: later } as const;

    it('are found by the digest of a key, with what the key may do', async () => {
      const key = { ...grant, id: 'k', name: 'Reader', tokenDigest: 'd', lastFour: 'abcd', now };
      await mine.keys.insert({ ...key, reach: ['mine-birds'] });

      const found = await storage.keys.byDigest('d');
      expect(found).toMatchObject({ account_id: 'mine', ...grant, reach: ['mine-birds'] });
      await mine.keys.update('k', { ...grant, name: 'Reader', reach: 'all', profile: false });
      await mine.keys.revoke('k', now);
      await mine.keys.revoke('k', later);

      expect(await storage.keys.byDigest('d')).toMatchObject({
        reach: 'all',
        profile: false,
        revoked_at: now,
      });
      expect(await storage.keys.byDigest('unknown')).toBeUndefined();
    });

    it('lose a Memory that is deleted from their reach', async () => {
      const key = { ...grant, id: 'k', name: 'Reader', tokenDigest: 'd', lastFour: 'abcd', now };
      await mine.keys.insert({ ...key, reach: ['mine-birds'] });

      await mine.containers.delete('mine-birds');

      expect(await storage.keys.byDigest('d')).toMatchObject({ reach: [] });
    });

    it('are found by a code, and by a valid access token for the right resource', async () => {
      await connect(mine, 'c');
      const token = { digest: 't', now, path: '/v1' };
      const { oauthConnections } = storage;

      expect(await oauthConnections.byCode('code of c')).toMatchObject({
        id: 'c',
        account_id: 'mine',
      });
      expect(
        await oauthConnections.byAccessToken({ ...token, digest: 'token of c' }),
      ).toMatchObject({
        id: 'c',
        client_name: 'Helper',
        reach: ['mine-birds'],
      });
      expect(await oauthConnections.byAccessToken(token)).toBeUndefined();
      const other = { ...token, digest: 'token of c', path: '/other' };
      expect(await oauthConnections.byAccessToken(other)).toBeUndefined();
      const expired = { ...token, digest: 'token of c', now: never };
      expect(await oauthConnections.byAccessToken(expired)).toBeUndefined();
    });

    it('end when the connection is revoked', async () => {
      await connect(mine, 'c');

      expect(await mine.connections.revoke('c', now)).toBe(true);

      expect(await storage.oauthTokens.byDigest('token of c')).toBeUndefined();
      expect(await mine.connections.byId('c')).toMatchObject({ revoked_at: now });
      expect(await mine.connections.approvedRedirectUris('client of c')).toEqual([]);
      expect(await mine.connections.revoke('unknown', now)).toBe(false);
    });

    it('keep when a token was first replaced', async () => {
      await connect(mine, 'c');
      await storage.oauthTokens.markReplaced('token of c', now);
      await storage.oauthTokens.markReplaced('token of c', later);

      expect(await storage.oauthTokens.byDigest('token of c')).toMatchObject({
        account_id: 'mine',
        connection_id: 'c',
        replaced_at: now,
      });
      await storage.oauthTokens.delete('token of c');
      expect(await storage.oauthTokens.byDigest('token of c')).toBeUndefined();
    });

    it('are deleted once they have expired', async () => {
      await connect(mine, 'c', later);
      await storage.oauthTokens.deleteExpired(later);
      expect(await storage.oauthTokens.byDigest('token of c')).toBeUndefined();

      await storage.oauthConnections.deleteEnded({ now: later, revokedBefore: now });
      expect(await mine.connections.byId('c')).toBeUndefined();
    });
  });

  it('deletes OAuth clients that nobody consented to, oldest first', async () => {
    const { oauthClients } = storage;
    const add = (id: string, registered: string) =>
      oauthClients.insert({ id, name: id, redirectUris: ['https://a.example/'], now: registered });
    await add('kept', now);
    await add('old', now);
    await add('newer', later);
    await add('newest', never);
    expect(await oauthClients.keep('kept', now)).toBe(true);
    expect(await oauthClients.keep('unknown', now)).toBe(false);

    await oauthClients.deleteUnused({ before: later, keep: 1 });

    const left = ['kept', 'old', 'newer', 'newest'].map(async (id) =>
      (await oauthClients.byId(id))?.redirectUris.join(),
    );
    expect(await Promise.all(left)).toEqual([
      'https://a.example/',
      undefined,
      undefined,
      'https://a.example/',
    ]);
  });

  describe('the bin', () => {
    const bin = (itemId: string, remove: (areas: AccountAreas) => Promise<void>) =>
      mine.transaction(async (areas) => {
        const isPut = await areas.bin.put({ id: `bin of ${itemId}`, itemId, now });
        await remove(areas);
        return isPut;
      });

    it('restores a Memory with its contents, and queues them', async () => {
      await addDocument(mine, 'd1');
      await mine.facts.insert({ id: 'f', containerId: 'mine-birds', content: 'I row', now });
      const key = { id: 'k', name: '', tokenDigest: 'd', lastFour: '', level: 'read' } as const;
      const grant = { reach: ['mine-birds'], profile: false, agent: false, expires_at: null };
      await mine.keys.insert({ ...key, ...grant, now });
      expect(await bin('mine-birds', ({ containers }) => containers.delete('mine-birds'))).toBe(
        true,
      );
      expect(await names(mine)).toEqual([]);
      expect(await mine.bin.all()).toEqual([
        {
          id: 'bin of mine-birds',
          kind: 'memory',
          title: 'Birds',
          memory: 'Birds',
          deleted_at: now,
        },
      ]);

      const restored = await mine.transaction((areas) =>
        areas.bin.restore({ id: 'bin of mine-birds', now }),
      );

      const counts = { documents: 1, notes: 0, facts: 1 };
      expect(restored).toEqual({ id: 'mine-birds', name: 'Birds', ...counts });
      expect(await mine.containers.counted()).toMatchObject([counts]);
      expect(await storage.learningQueue.next()).toMatchObject({ accountId: 'mine' });
      expect(await storage.keys.byDigest('d')).toMatchObject({ reach: ['mine-birds'] });
      expect(await mine.bin.all()).toEqual([]);
    });

    it('keeps entries until they are emptied or purged', async () => {
      for (const id of ['f1', 'f2', 'f3']) {
        await mine.facts.insert({ id, containerId: 'mine-birds', content: id, now });
        const seq = (await mine.facts.byId(id, 'mine-birds'))?.seq ?? 0;
        await bin(id, ({ facts }) => facts.delete(seq));
      }
      expect((await mine.bin.all()).map(({ title }) => title)).toEqual(['f3', 'f2', 'f1']);

      expect(await mine.bin.empty('bin of f1')).toBe(1);
      const earlier = '2026-11-20T00:00:00.000Z';
      for (const purge of [storage.purgeBins, (until: string) => mine.bin.purge(until)]) {
        await purge(earlier);
        expect(await mine.bin.all()).toHaveLength(2);
      }
      await mine.bin.purge(now);

      expect(await mine.bin.all()).toEqual([]);
    });

    it('takes nothing that no longer exists', async () => {
      expect(await bin('unknown', async () => undefined)).toBe(false);
      expect(await mine.bin.all()).toEqual([]);
    });
  });

  describe('search', () => {
    it('finds passages by their terms, best first, in the Memories it opened', async () => {
      await addMemory(mine, 'm1', 'Ferries');
      await addDocument(mine, 'once', { terms: 'heron on a very long quay' });
      await addDocument(mine, 'twice', { terms: 'heron heron' });
      await addDocument(mine, 'other', { terms: 'ferry heron quay', containerId: 'm1' });
      const [birds] = await mine.containers.all();

      expect(await find(mine, 'heron', [birds?.seq ?? 0])).toEqual(['twice', 'once']);
      expect(await find(mine, 'ferry')).toEqual(['other']);
      expect(await find(mine, 'heron', [])).toEqual([]);
    });

    it('applies phrases, excluded words and filters', async () => {
      await addDocument(mine, 'd1', { terms: 'salt heron' });
      await addDocument(mine, 'd2', { terms: 'heron salt' });

      expect(await find(mine, 'heron "salt heron"')).toEqual(['d1']);
      expect(await find(mine, 'heron -"salt heron"')).toEqual(['d2']);
      expect(await find(mine, 'heron type:note')).toEqual([]);
      expect(await find(mine, '')).toEqual(['d2', 'd1']);
    });

    it('filters by date even if a text is from the year 0', async () => {
      await addDocument(mine, 'd1');
      await addDocument(mine, 'd2', { now: '0000-01-01T00:00:00.000Z' });

      expect(await find(mine, 'heron after:2026')).toEqual(['d1']);
      expect(await find(mine, 'heron before:2026')).toEqual(['d2']);
    });

    it('ignores addresses for phrases and excluded words', async () => {
      const material = await addDocument(mine, 'd1', { terms: 'heron' });
      const [birds] = await mine.containers.all();
      const passage = passageWith('egret', { position: 1, siteTerms: 'salt heron' });
      const place = { material, container: birds?.seq ?? 0 };
      await mine.transaction((areas) => areas.passages.insert([{ ...place, passages: [passage] }]));

      expect(await find(mine, 'salt')).toEqual(['d1']);
      expect(await find(mine, 'egret -salt')).toEqual(['d1']);
      expect(await find(mine, 'egret "salt heron"')).toEqual([]);
    });

    it('counts terms in Memories and documents', async () => {
      const first = await addDocument(mine, 'd1', { terms: 'salt heron' });
      const [birds] = await mine.containers.all();
      const place = { material: first, container: birds?.seq ?? 0 };
      const second = passageWith('salt', { position: 1 });
      await mine.transaction(({ passages }) => passages.insert([{ ...place, passages: [second] }]));
      await addDocument(mine, 'd2', { terms: 'salt heron' });
      await addDocument(theirs, 'd3', { terms: 'heron', containerId: 'theirs-birds' });

      await mine.snapshot(async ({ search }) => {
        const scope = await search.open([birds?.seq ?? 0]);

        expect(scope.isEmpty).toBe(false);
        const { passages, total } = await scope.countTerms(['salt', 'heron', 'quay']);
        expect([...passages, total]).toEqual([['salt', 3], ['heron', 2], ['quay', 0], 3]);
        expect(await scope.countDocumentTerms([first], ['salt', 'quay'])).toEqual({
          lengths: new Map([[first, 2]]),
          found: [{ material: first, term: 'salt', passages: 2 }],
        });
      });
    });

    it('counts terms in documents of any length, and no longer finds deleted documents', async () => {
      const lengths = [3, 130, 2, 70, 1];
      const materials: number[] = [];
      for (const [index, length] of lengths.entries()) {
        const material = await addDocument(mine, `d${index}`, { terms: 'heron' });
        const [birds] = await mine.containers.all();
        const passages = Array.from({ length: length - 1 }, (_, place) =>
          passageWith(place % 2 === 0 ? 'heron' : 'heron salt', { position: place + 1 }),
        );
        const more = { material, container: birds?.seq ?? 0, passages };
        await mine.transaction((areas) => areas.passages.insert([more]));
        materials.push(material);
      }

      await mine.snapshot(async ({ search, containers }) => {
        const scope = await search.open((await containers.all()).map(({ seq }) => seq));
        for (const [index, material] of materials.entries()) {
          const length = lengths[index] ?? 0;
          const { found } = await scope.countDocumentTerms([material], ['heron', 'salt']);
          const counts = new Map(found.map(({ term, passages }) => [term, passages]));
          expect([counts.get('heron'), counts.get('salt') ?? 0]).toEqual([
            length,
            Math.floor((length - 1) / 2),
          ]);
        }
      });
      for (const material of materials.slice(0, -1))
        await mine.transaction(({ passages }) => passages.delete(material));
      expect(await find(mine, 'heron salt')).toEqual(['d4']);
    });

    it('does not find what is being learned, but what was learned before', async () => {
      const material = await addDocument(mine, 'd1', { terms: 'heron' });
      const run = await storage.learningQueue.next();
      const [birds] = await mine.containers.all();
      const place = { material, container: birds?.seq ?? 0 };
      await mine.transaction(async ({ passages, runs }) => {
        await passages.keepAsEarlier(material);
        if (run !== undefined) await runs.start(run, now);
        await passages.insert([{ ...place, passages: [passageWith('egret')] }]);
      });
      expect([await find(mine, 'heron'), await find(mine, 'egret')]).toEqual([['d1'], []]);

      await mine.transaction(async ({ passages, runs }) => {
        await passages.delete(material, 'earlier');
        await runs.end(run?.seq ?? 0, { status: 'succeeded', reason: null, now });
      });

      expect([await find(mine, 'heron'), await find(mine, 'egret')]).toEqual([[], ['d1']]);
    });

    it('finds nothing that is deleted', async () => {
      const material = await addDocument(mine, 'd1');

      await mine.transaction(({ materials }) => materials.unlearn(material));

      expect(await find(mine, 'heron')).toEqual([]);
    });

    it('knows the words of the Memories once their changes are applied', async () => {
      await addDocument(mine, 'd1', { terms: 'heron heronbridge heronarch' });
      await addDocument(theirs, 'd2', { terms: 'herons', containerId: 'theirs-birds' });
      expect(await storage.wordCounts.hasManyChanges()).toBe(false);
      await countWords();
      const [birds] = await mine.containers.all();

      const { vocabulary } = await mine.search.open([birds?.seq ?? 0]);

      const among = await vocabulary.among(['heron', 'herons', 'quay']);
      expect(among).toEqual([{ term: 'heron', word: 'heron', passages: 1 }]);
      const beginning = await vocabulary.beginning('heron', 5);
      expect(beginning.map(({ term }) => term)).toEqual(['heronarch', 'heronbridge']);
      // Words that are equally frequent are in alphabetical order, so that every engine corrects to the same one.
      const pair = ['heronbridge', 'heronarch'];
      for (const asked of [pair, pair.toReversed()]) {
        const found = await vocabulary.among(asked);
        expect(found.map(({ term }) => term)).toEqual(['heronarch', 'heronbridge']);
      }
      expect((await vocabulary.ending('bridge', 5)).map(({ term }) => term)).toEqual([
        'heronbridge',
      ]);
      // Each lookup gets what it asked for, however many there are at the same time.
      const found = await Promise.all([
        vocabulary.beginning('heron', 1),
        vocabulary.beginning('heron', 5),
        vocabulary.beginning('quay', 5),
        vocabulary.ending('arch', 5),
        vocabulary.among([]),
        vocabulary.among(['heron']),
        vocabulary.among(['heronarch', 'quay']),
      ]);
      const [arch, bridge] = ['heronarch', 'heronbridge'];
      expect(found.map((words) => words.map(({ term }) => term))).toEqual([
        [arch],
        [arch, bridge],
        [],
        [arch],
        [],
        ['heron'],
        [arch],
      ]);
    });
  });

  it.each([
    ['a null character', 'a\0b'],
    ['half a surrogate pair', 'a\uD83Db'],
    ['emoji and combining marks', '👩‍👩‍👧 e\u0301 ﷽'],
    ['line separators and quotes', '\u2028\u2029\r\n\t\\ \' " `'],
  ])('stores %s as `storable` returns it', async (_what, raw) => {
    const text = storable(raw);
    const fields = { customId: text, title: text, metadata: JSON.stringify({ text: raw }) };
    await mine.documents.insert({ ...newDocument('d'), ...fields, content: text });
    await mine.facts.insert({ id: 'f', containerId: 'mine-birds', content: text, now });

    expect(await mine.documents.byId('d')).toMatchObject({
      custom_id: text,
      title: text,
      metadata: { text: raw },
    });
    const { seq = 0 } = (await mine.documents.byId('d')) ?? {};
    expect(await mine.materials.bySeq(seq)).toMatchObject({ content: text, title: text });
    expect(await mine.facts.in(['mine-birds'])).toMatchObject([{ content: text }]);
  });

  describe('an account', () => {
    it('never reads what belongs to another', async () => {
      await storage.accounts.insert({ id: 'nobody', name: '', now });
      const nothing = await contentsOf(storage.account('nobody'), 'mine');

      await fill(mine, 'mine');

      expect(await contentsOf(storage.account('nobody'), 'mine')).toEqual(nothing);
      expect(Object.keys(nothing).toSorted()).toEqual(areaNames().toSorted());
    });

    it('never changes what belongs to another', async () => {
      await fill(mine, 'mine');
      await countWords();
      const before = await contentsOf(mine, 'mine');
      const queue = await queued();

      const changed = await changeAll(theirs, 'mine');

      await countWords();

      expect(await contentsOf(mine, 'mine')).toEqual(before);
      expect(await queued()).toEqual(queue);
      expect(await storage.oauthTokens.byDigest('token of mine-connection')).toBeDefined();
      expect(await storage.oauthTokens.byDigest('second')).toBeUndefined();
      // Exporting and searching change nothing.
      expect([...changed, 'search', 'transfer'].toSorted()).toEqual(areaNames().toSorted());
    });
  });

  it('does not hand out or change what another account has under the same key', async () => {
    await fill(mine, 'mine');
    const before = await contentsOf(mine, 'mine');
    const item = { ...newDocument('x'), customId: 'mine-custom' };
    const { now: _, ...imported } = {
      ...item,
      kind: 'document',
      fetchUrl: null,
      savedAt: now,
    } as const;
    const note = { id: 'x', containerId: 'mine-birds', content: 'Taken', now };

    const outcomes = await Promise.allSettled([
      theirs.documents.insert(item),
      theirs.transfer.importMaterial(imported),
      theirs.notes.insert({ ...note, requestKey: 'mine-request' }),
    ]);

    const ids = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null));
    expect(JSON.stringify(ids)).not.toContain('mine-');

    expect(await contentsOf(mine, 'mine')).toEqual(before);
  });

  async function countWords(): Promise<void> {
    const stop = new AbortController().signal;
    await storage.wordCounts.applyChanges({ pause: async () => undefined, stop });
  }

  const notAreas = new Set(['transaction', 'snapshot']);
  const areaNames = () => Object.keys(mine).filter((name) => !notAreas.has(name));

  async function connect(account: AccountStorage, id: string, expiresAt = never) {
    const client = { id: `client of ${id}`, name: 'Helper', redirectUris: [] };
    await storage.oauthClients.insert({ ...client, now });
    const [memory] = await account.containers.all();
    const connection: NewConnection = {
      id,
      clientId: client.id,
      resource: 'https://a.example/v1',
      codeDigest: `code of ${id}`,
      redirectUri: 'https://helper.example/',
      reach: [memory?.id ?? ''],
      profile: true,
      challenge: '',
      expiresAt,
      now,
    };
    await account.transaction(async ({ connections }) => {
      await connections.insert(connection);
      await connections.keepConnected(id, { now, expiresAt });
      await connections.insertToken({
        digest: `token of ${id}`,
        kind: 'access',
        connectionId: id,
        resource: 'https://a.example/v1',
        expiresAt,
      });
    });
  }

  /** Adds one of everything to an account, with ids that begin with its name. */
  async function fill(account: AccountStorage, name: string): Promise<void> {
    const containerId = `${name}-birds`;
    const page = { customId: `${name}-custom`, fetchUrl: 'https://a.example/' };
    const material = await addDocument(account, `${name}-document`, { containerId, ...page });
    await account.materials.markLearned(material);
    await account.documents.insert(newDocument(`${name}-second`, containerId));
    const note = { id: `${name}-note`, containerId, content: 'Heron', now };
    await account.notes.insert({ ...note, requestKey: `${name}-request` });
    await account.facts.insert({ id: `${name}-fact`, containerId, content: 'I row', now });
    await account.keys.insert({
      id: `${name}-key`,
      tokenDigest: `digest of ${name}-key`,
      lastFour: 'abcd',
      name: 'Reader',
      level: 'read',
      reach: [containerId],
      profile: false,
      agent: false,
      expires_at: null,
      now,
    });
    const rule = { id: `${name}-rule`, keyId: null, content: 'Be brief.', now };
    await account.rules.insert(rule);
    await connect(account, `${name}-connection`);
    await account.agentSettings.set({ mode: 'off' });
    await account.facts.insert({ id: `${name}-gone`, containerId, content: 'I swim', now });
    await account.transaction(async ({ bin, facts }) => {
      await bin.put({ id: `${name}-bin`, itemId: `${name}-gone`, now });
      await facts.delete((await facts.byId(`${name}-gone`, containerId))?.seq ?? 0);
    });
  }

  /** The numbers of what `fill` added to the first account: each is the first of its kind. */
  const first = 1;

  /** Reads everything that `fill` added to the account `name`, by its ids. */
  async function contentsOf(account: AccountStorage, name: string) {
    const containerId = `${name}-birds`;
    const page = { before: Number.MAX_SAFE_INTEGER, limit: 9 };
    return account.snapshot(async (areas) => {
      const scope = await areas.search.open([first]);
      const matches = await scope.match({ terms: ['heron'], limit: 9 });
      const { passages } = await scope.countTerms(['heron']);
      return {
        containers: [
          await areas.containers.all(),
          await areas.containers.byName('Birds'),
          await areas.containers.counted(),
        ],
        documents: [
          await areas.documents.byId(`${name}-document`),
          await areas.documents.before({ ...page, containerIds: [containerId] }),
          await areas.documents.byCustomId([containerId], `${name}-custom`),
        ],
        notes: [
          await areas.notes.byId(`${name}-note`, containerId),
          await areas.notes.before({ ...page, containerId }),
          await areas.notes.recent([containerId], 9),
        ],
        materials: [await areas.materials.bySeq(first), await areas.materials.fetchUrlOf(first)],
        facts: [
          await areas.facts.byId(`${name}-fact`, containerId),
          await areas.facts.in([containerId]),
        ],
        rules: [await areas.rules.all(), await areas.rules.for(`${name}-key`)],
        keys: [await areas.keys.byId(`${name}-key`), await areas.keys.all()],
        connections: [
          await areas.connections.byId(`${name}-connection`),
          await areas.connections.current(now),
          await areas.connections.approvedRedirectUris(`client of ${name}-connection`),
        ],
        bin: [await areas.bin.all()],
        runs: [await areas.runs.openOf(first)],
        passages: [await areas.passages.byIds([1, 2])],
        search: [
          matches.length,
          passages,
          await scope.countDocumentTerms([first], ['heron']),
          await scope.vocabulary.among(['heron']),
          (await scope.narrowedTo(parseQuery('"heron"', 0))).match === undefined,
        ],
        transfer: [await areas.transfer.materialsAfter({ containerId, after: 0, limit: 9 })],
        agentSettings: [await areas.agentSettings.get()],
        // Whether it's the operator depends on which other accounts there are.
        account: [{ ...(await areas.account.get()), operator: null }],
      };
    });
  }

  /** Returns the open runs of the account that is next, without their leases. */
  async function queued(): Promise<object[]> {
    const next = await storage.learningQueue.next();
    const runs = next === undefined ? [] : [next, ...(await storage.learningQueue.after(next, 9))];
    return runs.map((run) => ({ ...run, lease: 0 }));
  }

  /** Tries to change everything of the account `name` in another one. Returns the areas it called. */
  async function changeAll(account: AccountStorage, name: string): Promise<string[]> {
    const containerId = `${name}-birds`;
    const run = await storage.learningQueue.next();
    if (run === undefined) throw new Error('The queue is empty.');
    const end = { status: 'failed', reason: '', now } as const;
    const grant = {
      name: 'Taken',
      level: 'full',
      reach: ['theirs-birds'],
      profile: true,
      agent: true,
      expires_at: null,
    } as const;
    const connectionId = `${name}-connection`;
    const token = { kind: 'access', resource: '', expiresAt: never } as const;
    const attempts: Record<string, (areas: AccountAreas) => readonly Promise<unknown>[]> = {
      containers: ({ containers }) => [
        containers.update(containerId, { name: 'Taken', description: '' }),
        containers.delete(containerId),
      ],
      documents: ({ documents }) => [documents.byId(`${name}-document`)],
      notes: ({ notes }) => [notes.describe({ id: `${name}-note`, metadata: '{"a":1}' })],
      materials: ({ materials }) => [
        materials.storePage(first, { title: 'Taken', content: 'Taken' }),
        materials.markLearned(first + 1),
        materials.unlearn(first),
        materials.delete(first),
      ],
      facts: ({ facts }) => [facts.delete(first)],
      rules: ({ rules }) => [rules.update(`${name}-rule`, 'Taken'), rules.delete(`${name}-rule`)],
      keys: ({ keys }) => [keys.update(`${name}-key`, grant), keys.revoke(`${name}-key`, now)],
      connections: ({ connections }) => [
        connections.keepConnected(connectionId, { now, expiresAt: later }),
        connections.insertToken({ ...token, connectionId, digest: 'second' }),
        connections.markUsed(connectionId, now),
        connections.revoke(connectionId, now),
      ],
      bin: ({ bin }) => [
        bin.empty(`${name}-bin`),
        bin.purge(later),
        bin.put({ id: 'taken', itemId: containerId, now }),
        bin.restore({ id: `${name}-bin`, now }),
      ],
      runs: ({ runs }) => [
        runs.start(run, now),
        runs.startFetch(run.seq, now),
        runs.end(run.seq, end),
        runs.endFetch(run.seq),
        runs.requeue({ ...run, attempts: 7 }),
        runs.queue(`${name}-note`, now),
      ],
      passages: ({ passages }) => [passages.delete(first), passages.keepAsEarlier(first)],
      agentSettings: ({ agentSettings }) => [agentSettings.set({ mode: 'quotation' })],
      account: ({ account: own }) => [
        own.setQuota({ documents: 1, bytes: 1, turns: 1 }),
        own.suspend(now),
        own.resume(),
        own.disconnect(),
        own.delete(),
      ],
    };
    for (const attempt of Object.values(attempts)) {
      await account.transaction(async (areas) => {
        for (const call of attempt(areas)) await call;
      });
    }
    return Object.keys(attempts);
  }
}
