import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../lib/contract/result.ts';
import type { Storage } from '../storage/port/storage.ts';
import { createSqliteStorage } from '../storage/sqlite/storage.ts';
import type { LoadPage } from '../fetching/load-page.ts';
import { refuseFetch } from '../fetching/page-fetcher.ts';
import { silent } from '../ports.ts';
import type { LearnerDependencies } from './learn.ts';
import { createLearner, type Learner } from './learner.ts';
import { addMemories, openMemories } from '../../tests/fixtures/open-memories.ts';
import {
  isOnPostgres,
  openStorage,
  type OpenedStorage,
} from '../../tests/fixtures/open-storage.ts';

const now = '2026-11-21T00:00:00.000Z';
let storage: Storage;
let tables: OpenedStorage['tables'];
beforeEach(async () => {
  ({ storage, tables } = await openStorage());
  await addMemories(storage, ['c'], now);
});
afterEach(() => storage.close());

const account = () => storage.account('a');

function learnerWith(loadPage?: LoadPage, changes: Partial<LearnerDependencies> = {}): Learner {
  return createLearner({
    storage,
    clock: { now: () => Date.parse(now) },
    logger: silent,
    pause: () => setImmediate(),
    ...(loadPage === undefined ? {} : { loadPage }),
    ...changes,
  });
}

/** Loads a page whose text contains its URL. */
const herons: LoadPage = async (url) => ok({ url, title: 'Herons', content: `A heron at ${url}.` });

/** Creates a loader that responds when the test tells it to. */
function waitingLoader() {
  const asked: string[] = [];
  const answers = new Map<string, () => void>();
  const loadPage: LoadPage = (url, signal) =>
    new Promise((resolve) => {
      asked.push(url);
      answers.set(url, () => resolve(herons(url, signal)));
      signal.addEventListener('abort', () => resolve(refuseFetch('fetch.aborted')));
    });
  return { asked, loadPage, answer: (url: string) => answers.get(url)?.() };
}

async function store(id: string, fields: { content: string } | { fetchUrl: string }) {
  await account().transaction(async ({ documents, runs }) => {
    await documents.insert({
      id,
      containerId: 'c',
      customId: null,
      title: null,
      sourceUrl: null,
      metadata: null,
      content: '',
      now,
      ...fields,
    });
    await runs.queue(id, now);
  });
}

async function stateOf(id: string) {
  const row = await account().documents.byId(id);
  const { status = null, reason = null } = row?.learning_run ?? {};
  return row && { learned: row.learned, status, reason, title: row.title };
}

async function countFound(term = 'heron'): Promise<number> {
  const scope = await account().search.open([1]);
  return (await scope.match({ terms: [term], limit: 100 })).length;
}

async function learn(loadPage?: LoadPage): Promise<void> {
  const learner = learnerWith(loadPage);
  learner.wake();
  await learner.idle();
  // Otherwise, this learner would also wake for runs that are queued later.
  await learner.stop();
}

const learned = { learned: true, status: 'succeeded', reason: null };

describe('fetching pages', () => {
  it('fetches queued pages and learns them with their titles', async () => {
    await store('one', { fetchUrl: 'https://one.example/' });

    await learn(herons);

    expect(await stateOf('one')).toEqual({ ...learned, title: 'Herons' });
    expect(await countFound()).toBe(1);
  });

  it('stores no page that doesn’t fit in the account’s quota, says why, and goes on', async () => {
    const quota = { documents: null, bytes: 30, turns: null };
    await account().account.setQuota(quota);
    await store('one', { fetchUrl: `https://one.example/${'long'.repeat(9)}` });
    await store('two', { fetchUrl: 'https://2.example/' });

    await learn(herons);

    expect(await stateOf('one')).toEqual({
      learned: false,
      status: 'failed',
      reason: expect.stringContaining('quota'),
      title: null,
    });
    expect(await stateOf('two')).toMatchObject(learned);
  });

  it('fetches at most four at once, and delays nothing else', async () => {
    const { asked, loadPage, answer } = waitingLoader();
    const urls = [1, 2, 3, 4, 5].map((number) => `https://${number}.example/`);
    for (const [index, fetchUrl] of urls.entries()) await store(`page ${index}`, { fetchUrl });
    await store('text', { content: 'A heron waits.' });
    const learner = learnerWith(loadPage);

    learner.wake();
    await expect.poll(() => stateOf('text')).toMatchObject(learned);
    await expect.poll(() => asked).toEqual(urls.slice(0, 4));
    answer(urls[2] ?? '');
    await expect.poll(() => asked).toEqual(urls);

    expect(await stateOf('page 0')).toMatchObject({ learned: false, status: 'queued' });
    for (const url of urls) answer(url);
    await learner.idle();
    expect(await countFound()).toBe(6);
  });

  it('records why a fetch failed', async () => {
    await store('one', { fetchUrl: 'https://one.example/' });

    await learn(async () => refuseFetch('answer.status', 'It answered 404.'));

    expect(await stateOf('one')).toEqual({
      learned: false,
      status: 'failed',
      reason: refuseFetch('answer.status', 'It answered 404.').error.message,
      title: null,
    });
  });

  it('records an internal error, and a missing loader', async () => {
    await store('one', { fetchUrl: 'https://one.example/' });
    await learn(() => Promise.reject(new Error('no')));
    await store('two', { fetchUrl: 'https://one.example/' });
    await learn();

    expect(await stateOf('one')).toMatchObject({ status: 'failed' });
    expect((await stateOf('one'))?.reason).toContain('service failed');
    expect((await stateOf('two'))?.reason).toBe(refuseFetch('fetch.unavailable').error.message);
  });

  it('requeues pages when it stops, and resumes them', async () => {
    await store('one', { fetchUrl: 'https://one.example/' });
    const { asked, loadPage } = waitingLoader();
    const learner = learnerWith(loadPage);
    learner.wake();
    await expect.poll(() => asked).toHaveLength(1);

    await learner.stop();

    expect(await stateOf('one')).toMatchObject({ learned: false, status: 'queued', reason: null });
    expect((await tables())['learning_runs']).toMatchObject([{ attempts: 0 }]);
    await learn(herons);
    expect(await stateOf('one')).toMatchObject(learned);
  });

  // Two learners can't share a PostgreSQL storage. sharing.test.ts covers a process that dies.
  it.skipIf(isOnPostgres)('retries a fetch that a crash interrupted, but not forever', async () => {
    await store('one', { fetchUrl: 'https://one.example/' });
    const { asked, loadPage } = waitingLoader();
    learnerWith(loadPage).wake();
    await expect.poll(() => asked).toHaveLength(1);
    await learn(herons);
    expect(await stateOf('one')).toMatchObject(learned);

    await store('two', { fetchUrl: 'https://two.example/' });
    const run = await storage.learningQueue.nextToFetch([]);
    if (run !== undefined) await account().runs.requeue({ ...run, attempts: 5 });
    await learn(herons);
    expect((await stateOf('two'))?.reason).toContain('interrupted');
  });

  it.each(['canceled', 'deferred'] as const)(
    'ignores a run that is %s during the fetch',
    async (status) => {
      await store('one', { fetchUrl: 'https://one.example/' });
      const { asked, loadPage, answer } = waitingLoader();
      const learner = learnerWith(loadPage);
      learner.wake();
      await expect.poll(() => asked).toHaveLength(1);

      await account().runs.end(1, { status, reason: 'Not now.', now });
      answer('https://one.example/');
      await learner.idle();

      expect(await stateOf('one')).toMatchObject({ learned: false, status, title: null });
      expect(await countFound()).toBe(0);
    },
  );

  it('leaves nothing behind if the document is deleted during the fetch', async () => {
    await store('one', { fetchUrl: 'https://one.example/' });
    const { asked, loadPage, answer } = waitingLoader();
    const learner = learnerWith(loadPage);
    learner.wake();
    await expect.poll(() => asked).toHaveLength(1);

    await account().transaction(({ materials }) => materials.delete(1));
    answer('https://one.example/');
    await learner.idle();

    expect(await stateOf('one')).toBeUndefined();
    expect(await countFound()).toBe(0);
  });

  describe('fetching again', () => {
    beforeEach(async () => {
      await store('one', { fetchUrl: 'https://one.example/' });
      await learn(herons);
      await account().runs.queue('one', now);
    });

    it('replaces the text', async () => {
      await learn(async (url) => ok({ url, title: 'Egrets', content: 'An egret.' }));

      expect(await stateOf('one')).toEqual({ ...learned, title: 'Herons' });
      expect([await countFound('heron'), await countFound('egret')]).toEqual([1, 1]);
    });

    it('keeps the text searchable if the fetch fails', async () => {
      let found = 0;
      await learn(async () => {
        found = await countFound();
        return refuseFetch('fetch.timeout');
      });

      expect(found).toBe(1);
      expect(await stateOf('one')).toMatchObject({ learned: true, status: 'failed' });
      expect(await countFound()).toBe(1);
    });
  });

  // Only SQLite can be given a maximum file size.
  it.skipIf(isOnPostgres)('stores a page once the disk has space again', async () => {
    const db = await openMemories(['c'], now);
    await storage.close();
    storage = createSqliteStorage(db);
    await store('one', { fetchUrl: 'https://one.example/' });
    const content = 'A heron waits. '.repeat(2000);
    let asked = 0;
    const loadPage: LoadPage = async (url) => {
      asked += 1;
      await db.run('PRAGMA max_page_count = 1');
      return ok({ url, title: 'Herons', content });
    };
    let waits = 0;
    const sleep = async () => {
      waits += 1;
      if (waits === 7) await db.run('PRAGMA max_page_count = 100000');
    };
    const learner = learnerWith(loadPage, { sleep });

    learner.wake();
    await learner.idle();

    expect(await stateOf('one')).toEqual({ ...learned, title: 'Herons' });
    expect(asked).toBe(1);
  });

  describe('if a commit that seemed to fail arrives late', () => {
    /** Stores a page the way an earlier attempt did. */
    const arrive = () =>
      account().transaction(async ({ runs, materials, documents }) => {
        const { seq = 0 } = (await documents.byId('one')) ?? {};
        await materials.storePage(seq, { title: 'Herons', content: 'A heron waits.' });
        await runs.endFetch((await runs.openOf(seq))?.seq ?? 0);
      });

    it('doesn’t request the page again', async () => {
      await store('one', { fetchUrl: 'https://one.example/' });
      const { learningQueue } = storage;
      const nextToFetch = async (inFlight: readonly number[]) => {
        const run = await learningQueue.nextToFetch(inFlight);
        if (run !== undefined) await arrive();
        return run;
      };
      const late = { ...storage, learningQueue: { ...learningQueue, nextToFetch } };
      const asked: string[] = [];
      const loadPage: LoadPage = (url, signal) => {
        asked.push(url);
        return herons(url, signal);
      };
      const learner = learnerWith(loadPage, { storage: late });

      learner.wake();
      await learner.idle();

      expect(asked).toEqual([]);
      expect(await stateOf('one')).toEqual({ ...learned, title: 'Herons' });
    });

    it('keeps the stored page, whatever a request returned meanwhile', async () => {
      await store('one', { fetchUrl: 'https://one.example/' });

      await learn(async () => {
        await arrive();
        return refuseFetch('fetch.unavailable');
      });

      expect(await stateOf('one')).toEqual({ ...learned, title: 'Herons' });
    });
  });

  it('does not fetch documents that came with their text', async () => {
    await store('one', { fetchUrl: 'https://one.example/', content: 'A heron.' });
    const { asked, loadPage } = waitingLoader();

    await learn(loadPage);

    expect(asked).toEqual([]);
    expect(await countFound()).toBe(1);
  });
});
