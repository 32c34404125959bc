/** Several processes on one database: what they share, and what happens if one of them dies. */
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptyPostgres, hasServer } from '../../../tests/fixtures/storage-engines.ts';
import type { LearningRunRow } from '../port/learning.ts';
import type { SharedLimits } from '../port/limits.ts';
import type { Storage } from '../port/storage.ts';
import { openDatabase } from './connection.ts';
import { createPostgresStorage } from './storage.ts';

const now = '2026-11-21T00:00:00.000Z';
/** Other tests use the same server at the same time. */
const SESSIONS = 'FROM pg_stat_activity WHERE datname = current_database()';
const LISTENING = `${SESSIONS} AND query LIKE 'LISTEN%' AND state = 'idle'`;

describe.skipIf(!hasServer)('processes that share a PostgreSQL database', () => {
  let url: string;
  let first: Storage;
  let second: Storage;
  const open = () => createPostgresStorage(openDatabase(url));
  beforeEach(async () => {
    url = await emptyPostgres();
    [first, second] = [open(), open()];
    await first.migrate(now);
    for (const id of ['mine', 'theirs']) {
      await first.accounts.insert({ id, name: id, now });
      const container = { id: `${id}-birds`, name: 'Birds', description: '', now };
      await first.account(id).containers.insert(container);
    }
  });
  afterEach(async () => {
    await Promise.all([first.close(), second.close()]);
  });

  async function add(accountId: string, id: string, fetchUrl: string | null = null) {
    await first.account(accountId).transaction(async ({ documents, runs }) => {
      const content = fetchUrl === null ? 'A heron waits.' : '';
      const fields = { customId: null, title: null, sourceUrl: null, metadata: null, fetchUrl };
      await documents.insert({ id, containerId: `${accountId}-birds`, content, now, ...fields });
      await runs.queue(id, now);
    });
  }

  async function mustNext(storage: Storage): Promise<LearningRunRow> {
    const run = await storage.learningQueue.next();
    if (run === undefined) throw new Error('There is no run for this process.');
    return run;
  }

  const end = (storage: Storage, { accountId, seq }: LearningRunRow) =>
    storage.account(accountId).runs.end(seq, { status: 'succeeded', reason: null, now });

  async function asOperator(sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Resolves once a statement waits for a lock. */
  async function someoneWaits(): Promise<void> {
    await expect
      .poll(() => asOperator(`SELECT 1 ${SESSIONS} AND wait_event_type = 'Lock'`))
      .toHaveLength(1);
  }

  /** Makes all processes count as dead, as after a time without heartbeats. */
  const letDie = () =>
    asOperator(`UPDATE directory_processes SET alive_until = now() - interval '1 second'`);

  /** Call it before a process starts its heartbeats, which make it count as alive again, or its polling. */
  function stopIntervals(): void {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  }

  it('keep to an account’s quota together', async () => {
    const quota = { documents: 5, bytes: null, turns: 3 };
    await first.account('mine').transaction(({ account }) => account.setQuota(quota));

    const added = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) => {
        const { documents } = (index % 2 === 0 ? first : second).account('mine');
        const text = { customId: null, title: null, sourceUrl: null, metadata: null };
        const place = { id: `d${index}`, containerId: 'mine-birds', now };
        return documents.insert({ ...place, ...text, content: 'A heron.' });
      }),
    );
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? first : second).accounts.takeTurn('mine', '2026-11-21'),
      ),
    );

    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(taken.filter((limit) => limit === null)).toHaveLength(3);
    expect(await second.accounts.byId('mine')).toMatchObject({ documents: 5, bytes: 40 });
  });

  it('count a turn while a long transaction is running', async () => {
    const quota = { documents: null, bytes: null, turns: 1 };
    await first.account('mine').transaction(({ account }) => account.setQuota(quota));
    const { promise: isCounted, resolve: finish } = Promise.withResolvers<void>();
    onTestFinished(() => finish());
    const isLocked = Promise.withResolvers<void>();
    const transaction = first.transaction(async ({ accounts }) => {
      await accounts.insert({ id: 'other', name: '', now });
      isLocked.resolve();
      await isCounted;
    });
    await isLocked.promise;

    expect(await second.accounts.takeTurn('mine', '2026-11-21')).toBeNull();
    expect(await second.accounts.takeTurn('mine', '2026-11-21')).toBe(1);
    finish();
    await transaction;
  });

  it('let people sign in while an account is being deleted', async () => {
    const operator = new Client({ connectionString: url });
    await operator.connect();
    onTestFinished(() => operator.end());
    await operator.query(`BEGIN; SELECT set_config('keepsake.account', 'theirs', true)`);
    await operator.query('SELECT * FROM containers FOR UPDATE');
    const deleting = first.account('theirs').transaction(({ account }) => account.delete());
    await someoneWaits();

    for (const accountId of ['mine', 'theirs'])
      await second.transaction(({ ownerSessions }) =>
        ownerSessions.insert({ tokenDigest: accountId, accountId, expiresAt: '9999', now }),
      );
    await second.account('mine').transaction(({ account }) => account.suspend(now));

    await operator.query('COMMIT');
    await deleting;
    expect(await second.accounts.byId('theirs')).toBeUndefined();
    expect(await second.ownerSessions.accountOf('theirs', now)).toBeNull();
  });

  describe('the learning queue', () => {
    it('gives an account to one process at a time', async () => {
      await add('mine', 'd1');
      await add('mine', 'd2');
      await add('theirs', 'd3');

      expect(await mustNext(first)).toMatchObject({ accountId: 'mine' });
      expect(await mustNext(second)).toMatchObject({ accountId: 'theirs' });
      const third = open();
      expect(await third.learningQueue.next()).toBeUndefined();
      await third.close();
    });

    it('passes an account on when a process stops', async () => {
      await add('mine', 'd1');
      const run = await mustNext(first);
      expect(await second.learningQueue.next()).toBeUndefined();

      await first.learningQueue.release();

      expect(await mustNext(second)).toMatchObject({ seq: run.seq });
    });

    it('passes an account on when a process dies, and that process can’t change anything afterwards', async () => {
      stopIntervals();
      await add('mine', 'd1');
      const lost = await mustNext(first);
      await letDie();

      const run = await mustNext(second);

      expect(run).toMatchObject({ seq: lost.seq });
      expect(run.lease).toBeGreaterThan(lost.lease);
      expect(await first.account('mine').runs.isOpen(lost)).toBe(false);
      expect(await first.learningQueue.next()).toBeUndefined();
      expect(await second.account('mine').runs.isOpen(run)).toBe(true);
    });

    it('gives each account a turn, however much another has to learn', async () => {
      for (let count = 0; count < 3; count += 1) await add('mine', `d${count}`);
      await add('theirs', 'd3');
      expect(await mustNext(first)).toMatchObject({ accountId: 'mine' });

      await first.learningQueue.release();

      expect(await mustNext(first)).toMatchObject({ accountId: 'theirs' });
    });

    it('is empty once everything is learned, until something is added', async () => {
      await add('mine', 'd1');
      await end(first, await mustNext(first));
      expect(await first.learningQueue.next()).toBeUndefined();
      expect(await asOperator('SELECT * FROM directory_queues')).toEqual([]);

      await add('mine', 'd2');

      expect(await mustNext(second)).toMatchObject({ accountId: 'mine' });
    });

    it('fetches a page in one process at a time', async () => {
      stopIntervals();
      await add('mine', 'd1', 'https://a.example/');
      const run = await first.learningQueue.nextToFetch([]);
      expect(run).toMatchObject({ accountId: 'mine' });
      expect(await second.learningQueue.nextToFetch([])).toBeUndefined();

      await letDie();

      expect(await second.learningQueue.nextToFetch([])).toMatchObject({ seq: run?.seq });
      expect(run && (await first.account('mine').runs.isOpen(run))).toBe(false);
    });

    it('alternates between accounts when it fetches pages', async () => {
      for (let count = 0; count < 3; count += 1)
        await add('mine', `d${count}`, `https://a.example/${count}`);
      const inFlight: number[] = [];
      const nextAccount = async () => {
        const run = await first.learningQueue.nextToFetch(inFlight);
        if (run !== undefined) inFlight.push(run.seq);
        return run?.accountId;
      };
      expect(await nextAccount()).toBe('mine');

      for (const id of ['d3', 'd4']) await add('theirs', id, `https://b.example/${id}`);

      expect(await nextAccount()).toBe('theirs');
      expect(await nextAccount()).toBe('mine');
      expect(await nextAccount()).toBe('theirs');
    });

    it('leaves an account to other processes once its page is fetched', async () => {
      for (const id of ['d1', 'd2']) await add('mine', id, `https://a.example/${id}`);
      await add('theirs', 'd3', 'https://b.example/');
      const run = await first.learningQueue.nextToFetch([]);

      expect(await first.learningQueue.nextToFetch([])).toMatchObject({ accountId: 'theirs' });

      expect(await second.learningQueue.nextToFetch([])).toMatchObject({ seq: run?.seq });
    });

    it('wakes the other processes', async () => {
      stopIntervals();
      let woken = 0;
      second.learningQueue.watch(() => (woken += 1));
      // Until the connection listens, only polling wakes it.
      await expect.poll(async () => asOperator(`SELECT 1 ${LISTENING}`)).toHaveLength(1);
      const before = woken;

      await add('mine', 'd1');

      await expect.poll(() => woken).toBeGreaterThan(before);
    });

    it('wakes them even if the connection that listens was lost', async () => {
      let woken = 0;
      second.learningQueue.watch(() => (woken += 1));
      await expect.poll(async () => asOperator(`SELECT 1 ${LISTENING}`)).toHaveLength(1);
      await asOperator(`SELECT pg_terminate_backend(pid, 60000) ${LISTENING}`);
      const before = woken;

      await expect.poll(() => woken).toBeGreaterThan(before);
      await expect.poll(async () => asOperator(`SELECT 1 ${LISTENING}`)).toHaveLength(1);
    });
  });

  describe('changes to the words', () => {
    const stop = new AbortController().signal;
    // So many that they are counted in two transactions.
    const words = Array.from({ length: 3_000 }, (_, index) => `heron${index}`).toSorted();

    beforeEach(() =>
      first.account('mine').transaction(async ({ containers, passages, documents }) => {
        const fields = { customId: null, title: null, sourceUrl: null, metadata: null };
        const content = 'A heron waits.';
        await documents.insert({ id: 'd1', containerId: 'mine-birds', content, now, ...fields });
        const [birds] = await containers.all();
        const body = { terms: 'heron', words: new Map(words.map((word) => [word, word])) };
        const passage = { position: 0, lead: '', text: content, title: null, body };
        const place = { material: 1, container: birds?.seq ?? 0 };
        await passages.insert([
          { ...place, passages: [{ ...passage, titleTerms: '', siteTerms: '' }] },
        ]);
      }),
    );

    async function countsOf(...terms: readonly string[]) {
      const known = await first.account('mine').snapshot(async ({ search, containers }) => {
        const [birds] = await containers.all();
        return (await search.open([birds?.seq ?? 0])).vocabulary.among(terms);
      });
      return known.map(({ passages }) => passages);
    }

    it('are counted once if two processes count at the same time', async () => {
      const options = { pause: async () => undefined, stop };

      await Promise.all([first, second].map((each) => each.wordCounts.applyChanges(options)));

      expect(await countsOf(words[0] ?? '', words.at(-1) ?? '')).toEqual([1, 1]);
    });

    it('are counted once if a process is taken for dead while it counts', async () => {
      stopIntervals();
      let pauses = 0;
      const pause = async () => {
        pauses += 1;
        if (pauses > 1) return;
        await letDie();
        await second.wordCounts.applyChanges({ pause: async () => undefined, stop });
      };

      await first.wordCounts.applyChanges({ pause, stop });

      expect(pauses).toBeGreaterThan(1);
      expect(await countsOf(words[0] ?? '', words.at(-1) ?? '')).toEqual([1, 1]);
    });
  });

  describe('limits', () => {
    function limitsOf(storage: Storage): SharedLimits {
      if (storage.sharedLimits === null) throw new Error('These limits are not shared.');
      return storage.sharedLimits;
    }

    it('admit exactly as many requests a minute, whichever process counts them', async () => {
      const asked = Array.from({ length: 60 }, (_, index) =>
        limitsOf(index % 2 === 0 ? first : second).admit('requests k', 25),
      );

      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(25);
      expect(await limitsOf(first).admit('requests other', 25)).toBe(true);
    });

    it('leave connections to others while the requests of one key wait', async () => {
      await limitsOf(first).admit('requests k', 100);
      const operator = new Client({ connectionString: url });
      await operator.connect();
      await operator.query('BEGIN; LOCK TABLE directory_turns');
      await operator.query(`SELECT * FROM directory_request_times FOR UPDATE`);
      const flood = [
        ...Array.from({ length: 30 }, () => limitsOf(first).admit('requests k', 100)),
        ...Array.from({ length: 30 }, () => limitsOf(first).takeTurn('mine', 1)),
      ];
      const settled = Promise.allSettled(flood);

      await first.tryReading();
      expect(await limitsOf(first).admit('requests other', 100)).toBe(true);

      await operator.query('COMMIT');
      await operator.end();
      await settled;
    });

    it('admit again after a minute', async () => {
      await limitsOf(first).admit('requests k', 1);
      expect(await limitsOf(second).admit('requests k', 1)).toBe(false);

      await asOperator(
        `UPDATE directory_request_times SET times = ARRAY[now() - interval '61 seconds']`,
      );

      expect(await limitsOf(second).admit('requests k', 1)).toBe(true);
    });

    it('give each account its turns, whichever process takes them', async () => {
      const asked = Array.from({ length: 9 }, (_, index) =>
        limitsOf(index % 2 === 0 ? first : second).takeTurn('mine', 2),
      );
      const taken = (await Promise.all(asked)).filter((turn) => turn !== null);
      expect(taken).toHaveLength(2);
      expect(await limitsOf(first).takeTurn('theirs', 2)).not.toBeNull();

      await taken[0]?.release();

      expect(await limitsOf(second).takeTurn('mine', 2)).not.toBeNull();
      expect(await limitsOf(second).takeTurn('mine', 2)).toBeNull();
    });

    it('give an account no extra turn while one is being taken', async () => {
      const operator = new Client({ connectionString: url });
      await operator.connect();
      onTestFinished(() => operator.end());
      await operator.query('BEGIN; LOCK TABLE directory_turns');
      const taking = [limitsOf(first).takeTurn('mine', 2)];
      await someoneWaits();
      taking.push(limitsOf(first).takeTurn('mine', 2));

      await operator.query('COMMIT');

      expect(await Promise.all(taking)).not.toContain(null);
      expect(await limitsOf(first).takeTurn('mine', 2)).toBeNull();
      expect(await limitsOf(second).takeTurn('mine', 2)).toBeNull();
    });

    it('free the turns of a process that died', async () => {
      stopIntervals();
      await limitsOf(first).takeTurn('mine', 1);
      await letDie();
      expect(await limitsOf(second).takeTurn('mine', 1)).toBeNull();
      await asOperator(
        `UPDATE directory_turns SET turns = ARRAY[regexp_replace(turns[1], '[^ ]+$', '0')]`,
      );

      expect(await limitsOf(second).takeTurn('mine', 1)).not.toBeNull();
    });
  });
});
