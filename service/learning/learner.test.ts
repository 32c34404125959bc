import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { PassagesOf } from '../storage/port/search.ts';
import type { AccountStorage, Storage } from '../storage/port/storage.ts';
import { query } from '../storage/sql.ts';
import type { Database } from '../storage/sqlite/sql.ts';
import { createSqliteStorage } from '../storage/sqlite/storage.ts';
import { silent } from '../ports.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { LearnerDependencies } from './learn.ts';
import { createLearner } from './learner.ts';
import { addMemories, openMemories } from '../../tests/fixtures/open-memories.ts';
import {
  isOnPostgres,
  openStorage,
  type OpenedStorage,
} from '../../tests/fixtures/open-storage.ts';

const now = '2026-11-21T00:00:00.000Z';
const long = Array.from(
  { length: 40 },
  (_, index) => `## Part ${index}\n\n${'A heron waits. '.repeat(50)}`,
).join('\n\n');

let storage: Storage;
let tables: OpenedStorage['tables'];

beforeEach(async () => {
  ({ storage, tables } = await openStorage());
  await addMemories(storage, ['c'], now);
});
afterEach(() => storage.close());

const account = () => storage.account('a');

function learnerWith(changes: Partial<LearnerDependencies> = {}) {
  return createLearner({
    storage,
    clock: { now: () => Date.parse(now) },
    logger: silent,
    pause: () => setImmediate(),
    sliceSize: 4,
    ...changes,
  });
}

/** Returns the storage with changes to each account. */
function withAccounts(change: (account: AccountStorage) => Partial<AccountStorage>): Storage {
  return {
    ...storage,
    account: (id) => ({ ...storage.account(id), ...change(storage.account(id)) }),
  };
}

/** Returns the storage with a bug: it throws when some passages are inserted. */
function failingFor(fails: (materials: readonly PassagesOf[]) => boolean): Storage {
  return withAccounts(({ transaction }) => ({
    transaction: (work) =>
      transaction((areas) => {
        const insert = async (materials: readonly PassagesOf[]) => {
          if (fails(materials)) throw new Error('a bug');
          await areas.passages.insert(materials);
        };
        return work({ ...areas, passages: { ...areas.passages, insert } });
      }),
  }));
}

async function store(id: string, content: string): Promise<void> {
  const fields = { customId: null, title: null, sourceUrl: null, metadata: null };
  await account().transaction(async ({ documents, runs }) => {
    await documents.insert({ id, containerId: 'c', content, now, ...fields });
    await runs.queue(id, now);
  });
}

async function storeLearned(id: string, content: string): Promise<void> {
  await store(id, content);
  const learner = learnerWith();
  learner.wake();
  await learner.idle();
  await learner.stop();
}

async function stateOf(id: string) {
  const row = await account().documents.byId(id);
  const { status = null, reason = null } = row?.learning_run ?? {};
  return row && { learned: row.learned, status, reason };
}

async function countFound(): Promise<number> {
  const scope = await account().search.open([1]);
  return (await scope.match({ terms: ['heron'], limit: 1000 })).length;
}

const countPassages = async () => (await tables())['passages']?.length;

describe('the learner', () => {
  it('learns the queue in order, then is idle', async () => {
    await store('one', 'A heron waits.');
    await store('two', 'Another heron waits.');
    const learner = learnerWith();

    learner.wake();
    await learner.idle();

    expect(await stateOf('one')).toEqual({ learned: true, status: 'succeeded', reason: null });
    expect(await stateOf('two')).toEqual({ learned: true, status: 'succeeded', reason: null });
    expect(await countFound()).toBe(2);
  });

  it('learns what is queued while it works', async () => {
    const learner = learnerWith();
    await store('one', 'A heron waits.');

    learner.wake();
    await store('two', 'Another heron waits.');
    learner.wake();
    await learner.idle();

    expect(await countFound()).toBe(2);
  });

  it('learns what is queued during its last check', async () => {
    let hasRaced = false;
    const { learningQueue } = storage;
    async function next() {
      const run = await learningQueue.next();
      if (!hasRaced) {
        hasRaced = true;
        await store('late', 'A heron waits.');
        learner.wake();
      }
      return run;
    }
    const racing = { ...storage, learningQueue: { ...learningQueue, next } };
    const learner = learnerWith({ storage: racing });

    learner.wake();
    await learner.idle();

    expect(await countFound()).toBe(1);
  });

  it('makes a long document searchable all at once, without blocking searches', async () => {
    await store('long', long);
    const seen: { found: number; learned: boolean | undefined }[] = [];
    const learner = learnerWith({
      pause: async () => {
        seen.push({ found: await countFound(), learned: (await stateOf('long'))?.learned });
      },
    });

    learner.wake();
    await learner.idle();

    const before = seen.filter(({ learned }) => !learned);
    expect(before.length).toBeGreaterThan(8);
    expect(new Set(before.map(({ found }) => found))).toEqual(new Set([0]));
    expect(seen.at(-1)).toEqual({ found: 40, learned: true });
  });

  it('keeps a long document searchable while it is learned again, even if interrupted', async () => {
    await storeLearned('long', long);
    await account().runs.queue('long', now);

    const found: number[] = [];
    const stopping: Promise<void>[] = [];
    const interrupted = learnerWith({
      pause: async () => {
        found.push(await countFound());
        if (found.length === 4) stopping.push(interrupted.stop());
      },
    });
    interrupted.wake();
    await interrupted.idle();
    await Promise.all(stopping);
    found.push(await countFound());
    const next = learnerWith({ pause: async () => void found.push(await countFound()) });
    next.wake();
    await next.idle();

    expect(found.length).toBeGreaterThan(12);
    expect(new Set(found)).toEqual(new Set([40]));
    expect(await countPassages()).toBe(40);
    expect(await stateOf('long')).toMatchObject({ learned: true, status: 'succeeded' });
  });

  it('learns a long document again although storage fails meanwhile', async () => {
    await storeLearned('long', long);
    await account().runs.queue('long', now);
    let transactions = 0;
    const failing: Storage = {
      ...storage,
      account(id) {
        const areas = storage.account(id);
        return {
          ...areas,
          async transaction(work) {
            transactions += 1;
            if (transactions === 3) throw new StorageError('disk', null);
            return areas.transaction(work);
          },
        };
      },
    };
    const learner = learnerWith({ storage: failing, sleep: async () => undefined });

    learner.wake();
    await learner.idle();

    expect(transactions).toBeGreaterThan(3);
    expect(await stateOf('long')).toMatchObject({ learned: true, status: 'succeeded' });
    expect(await countFound()).toBe(40);
    expect(await countPassages()).toBe(40);
  });

  it('learns short documents together, with the word counts of each', async () => {
    for (let number = 0; number < 40; number += 1) await store(`${number}`, 'A heron waits.');
    let commits = 0;
    const counting = withAccounts(({ transaction }) => ({
      transaction: (work) => {
        commits += 1;
        return transaction(work);
      },
    }));
    const learner = learnerWith({ storage: counting });

    learner.wake();
    await learner.idle();

    expect(await countFound()).toBe(40);
    expect(commits).toBeLessThan(10);
    const { vocabulary } = await account().search.open([1]);
    expect(await vocabulary.among(['heron'])).toMatchObject([{ passages: 40 }]);
  });

  it('learns the documents of several accounts in the order of the queue', async () => {
    const { accounts, account: accountOf } = storage;
    await accounts.insert({ id: 'b', name: '', now });
    await accountOf('b').containers.insert({ id: 'd', name: 'Birds', description: '', now });
    const fields = { customId: null, title: null, sourceUrl: null, metadata: null };
    for (const id of ['one', 'two', 'three']) {
      await store(id, 'A heron waits.');
      const document = { id: `b-${id}`, containerId: 'd', content: 'An egret.', now, ...fields };
      await accountOf('b').documents.insert(document);
      await accountOf('b').runs.queue(`b-${id}`, now);
    }
    const learner = learnerWith();

    learner.wake();
    await learner.idle();

    expect(await countFound()).toBe(3);
    const page = { containerIds: ['d'], before: 100, limit: 9 };
    const learned = await accountOf('b').documents.before(page);
    expect(learned.map((row) => row.learned)).toEqual([true, true, true]);
    expect(await countPassages()).toBe(6);
  });

  it('continues learning if counting words fails', async () => {
    const applyChanges = () => Promise.reject(new Error('a bug'));
    const failing = { ...storage, wordCounts: { ...storage.wordCounts, applyChanges } };
    const learner = learnerWith({ storage: failing });

    await store('first', 'A heron waits.');
    learner.wake();
    await learner.idle();
    await store('second', 'A heron flies.');
    learner.wake();
    await learner.idle();

    expect(await countFound()).toBe(2);
    expect(learner.trouble()).toBeNull();
  });

  it('learns the others of a batch if one of them fails', async () => {
    for (const id of ['first', 'poison', 'last']) await store(id, `A heron waits, ${id}.`);
    const failing = failingFor((materials) => JSON.stringify(materials).includes('waits, poison'));
    const learner = learnerWith({ storage: failing });

    learner.wake();
    await learner.idle();

    expect(await stateOf('first')).toMatchObject({ learned: true });
    expect(await stateOf('poison')).toMatchObject({ learned: false, status: 'failed' });
    expect(await stateOf('last')).toMatchObject({ learned: true });
  });

  it('resumes an interrupted run without duplicating passages', async () => {
    await store('long', long);
    let pauses = 0;
    const dying = learnerWith({
      pause: () => {
        pauses += 1;
        return pauses < 3 ? setImmediate() : new Promise(() => undefined);
      },
    });
    dying.wake();
    await expect.poll(countPassages).toBeGreaterThan(0);
    await expect.poll(() => pauses).toBe(3);

    const learner = learnerWith();
    learner.wake();
    await learner.idle();

    expect(await stateOf('long')).toEqual({ learned: true, status: 'succeeded', reason: null });
    expect(await countFound()).toBe(40);
  });

  it('gives up on a run that is repeatedly interrupted, and continues with the others', async () => {
    await store('deadly', long);
    await store('harmless', 'A heron waits.');
    const run = await storage.learningQueue.next();
    if (run !== undefined) await account().runs.start({ ...run, attempts: 4 }, now);

    const learner = learnerWith();
    learner.wake();
    await learner.idle();

    expect(await stateOf('deadly')).toMatchObject({ learned: false, status: 'failed' });
    expect((await stateOf('deadly'))?.reason).toContain('interrupted');
    expect(await stateOf('harmless')).toMatchObject({ learned: true });
  });

  it('records a failure with its reason, and continues with the others', async () => {
    await store('bad', 'A heron waits.');
    await store('good', 'A heron waits.');
    const failing = failingFor((materials) => materials.some(({ material }) => material === 1));

    const learner = learnerWith({ storage: failing });
    learner.wake();
    await learner.idle();

    expect(await stateOf('bad')).toMatchObject({ learned: false, status: 'failed' });
    expect((await stateOf('bad'))?.reason).toMatch(/^The service .*\.$/);
    expect(await stateOf('good')).toMatchObject({ learned: true });
    expect(await countFound()).toBe(1);
  });

  it('stops after the current slice, and learns the run later', async () => {
    await store('long', long);
    const stopping: Promise<void>[] = [];
    const learner = learnerWith({
      pause: async () => {
        if (stopping.length === 0) stopping.push(learner.stop());
      },
    });

    learner.wake();
    await learner.idle();
    await Promise.all(stopping);

    expect(await stateOf('long')).toEqual({ learned: false, status: 'queued', reason: null });
    expect(await countPassages()).toBe(0);
    const next = learnerWith();
    next.wake();
    await next.idle();
    expect(await countFound()).toBe(40);
  });

  it('leaves nothing behind if the document is deleted during learning', async () => {
    await store('long', long);
    let deleted = false;
    const learner = learnerWith({
      pause: async () => {
        if (!deleted) await account().transaction(({ materials }) => materials.delete(1));
        deleted = true;
      },
    });

    learner.wake();
    await learner.idle();

    expect(await stateOf('long')).toBeUndefined();
    expect(await countFound()).toBe(0);
    expect(await countPassages()).toBe(0);
  });
});

// Only SQLite can be given a maximum file size.
describe.skipIf(isOnPostgres)('the learner on a full disk', () => {
  let db: Database;
  beforeEach(async () => {
    await storage.close();
    db = await openMemories(['c'], now);
    storage = createSqliteStorage(db);
  });

  it('waits, says why, and learns the run as soon as there is space', async () => {
    await store('long', long);
    const waits: number[] = [];
    const troubles: unknown[] = [];
    const logged: unknown[] = [];
    const pages = query('PRAGMA page_count', z.object({ page_count: z.int() }));
    const full = (await db.get(pages))?.page_count ?? 0;
    await db.run(`PRAGMA max_page_count = ${full + 8}`);
    const learner = learnerWith({
      logger: { ...silent, error: (event, fields) => void logged.push({ event, ...fields }) },
      sleep: async (ms) => {
        waits.push(ms);
        troubles.push(learner.trouble());
        if (waits.length === 8) await db.run('PRAGMA max_page_count = 100000');
      },
    });

    learner.wake();
    await learner.idle();

    expect(await stateOf('long')).toEqual({ learned: true, status: 'succeeded', reason: null });
    expect(await countFound()).toBe(40);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => 1000 * seconds));
    expect(troubles[0]).toEqual({ code: 'full', message: 'The disk is full.' });
    expect(logged[0]).toEqual({ event: 'learning.waiting', error: 'storage.full' });
    expect(learner.trouble()).toBeNull();
  });

  it('tries again at once when woken, and can be stopped while it waits', async () => {
    await store('long', long);
    await db.run('PRAGMA max_page_count = 1');
    const learner = learnerWith();
    learner.wake();
    await expect.poll(() => learner.trouble()).not.toBeNull();

    await db.run('PRAGMA max_page_count = 100000');
    learner.wake();
    await learner.idle();
    expect(await countFound()).toBe(40);

    await db.run('PRAGMA max_page_count = 1');
    await store('short', 'A heron waits.').catch(() => undefined);
    learner.wake();
    await learner.stop();
    expect(learner.trouble()).toBeNull();
  });
});
