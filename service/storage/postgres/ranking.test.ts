/** Search ranks as in SQLite. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseQuery, wantedText } from '../../../lib/text/search-query.ts';
import { searchTerms } from '../../../lib/text/search-terms.ts';
import { passageWith } from '../../../tests/fixtures/passage-with.ts';
import { engines, hasServer, serverEngines } from '../../../tests/fixtures/storage-engines.ts';
import type { NewPassage, PassagesOf } from '../port/search.ts';
import type { Storage } from '../port/storage.ts';

const now = '2026-11-21T00:00:00.000Z';
const MEMORIES = ['birds', 'ferries'] as const;
const DOCUMENTS = 240;
const WORDS = 'heron salt quay tide ferry marsh dunlin harbor rope lantern'.split(' ');

describe.skipIf(!hasServer)('ranking in PostgreSQL', () => {
  const opened: { storage: Storage; discard: () => Promise<void> }[] = [];
  beforeAll(async () => {
    for (const [, open] of [engines[0], serverEngines[0]].flatMap((one) => (one ? [one] : []))) {
      const one = await open();
      opened.push(one);
      await one.storage.migrate(now);
      await fill(one.storage, 'mine');
    }
  });
  afterAll(async () => {
    for (const { discard } of opened.splice(0)) await discard();
  });

  /**
   * Stores passages whose words, lengths, titles and addresses differ, some in Chinese, a few at a time. The most frequent
   * words are in more passages of a Memory than fit in a row of postings.
   */
  async function fill(storage: Storage, accountId: string, isWanted = (_index: number) => true) {
    await storage.accounts.insert({ id: accountId, name: '', now });
    const account = storage.account(accountId);
    for (const id of MEMORIES)
      await account.containers.insert({ id, name: id, description: '', now });
    const containers = await account.containers.all();
    let state = 7;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
    const words = (count: number) =>
      // Squared, so that the first words are the most frequent.
      Array.from({ length: count }, () => WORDS[Math.floor(next(1000) ** 2 / 100_000)]).join(' ');
    const batch: PassagesOf[] = [];
    for (let index = 0; index < DOCUMENTS; index += 1) {
      const containerId = MEMORIES[index % 2] ?? '';
      const fields = { customId: null, title: null, sourceUrl: null, metadata: null };
      const id = `d${index}`;
      const terms = words(1 + next(40)) + (index === 100 ? ' gannet heron heron' : '');
      const changes = { titleTerms: words(next(4)), siteTerms: words(next(2)) };
      const text = index % 9 === 0 ? { text: '海邊的鷺鷥在黃昏時分覓食' } : {};
      const isLast = next(5) === 0 || index === DOCUMENTS - 1;
      if (isWanted(index)) {
        await account.documents.insert({ id, containerId, content: id, ...fields, now });
        const material = (await account.documents.byId(id))?.seq ?? 0;
        const container = containers.find((one) => one.id === containerId)?.seq ?? 0;
        const passages = [passageWith(terms, { ...changes, ...text })];
        batch.push({ material, container, passages });
      }
      if (isLast) await account.transaction((areas) => areas.passages.insert(batch.splice(0)));
    }
  }

  /** Stores passages in the only Memory of a new account. */
  async function fillMemory(storage: Storage, accountId: string, passages: readonly NewPassage[]) {
    await storage.accounts.insert({ id: accountId, name: '', now });
    const account = storage.account(accountId);
    await account.containers.insert({ id: 'c', name: '', description: '', now });
    await account.notes.insert({ id: 'n', containerId: 'c', content: '', now });
    const [{ seq: container } = { seq: 0 }] = await account.containers.all();
    const material = (await account.notes.byId('n', 'c'))?.seq ?? 0;
    await account.transaction((areas) =>
      areas.passages.insert([{ material, container, passages }]),
    );
    return { account, container };
  }

  it.each([
    ['a word in all Memories', ['heron'], [1, 2]],
    ['words in all Memories', ['rope', 'salt', 'tide'], [1, 2]],
    ['rare and frequent words in one Memory', ['heron', 'lantern', 'harbor'], [2]],
    ['every word in one Memory', WORDS, [1]],
  ])('is that of SQLite for %s', async (_what, terms, containers) => {
    const [expected, actual] = await Promise.all(
      opened.map(({ storage }) =>
        storage.account('mine').snapshot(async ({ search }) => {
          const scope = await search.open(containers);
          const related = new Map([['marsh', { of: 'heron', weight: 0.5 }]]);
          // Words that have to follow each other, as those of a host do.
          const phrase = new Map([['heron salt', { of: 'heron salt', weight: 3 }]]);
          return [
            await scope.match({ terms, limit: DOCUMENTS }),
            await scope.match({ terms, related, limit: DOCUMENTS }),
            await scope.match({ terms, related: phrase, limit: DOCUMENTS }),
          ];
        }),
      ),
    );

    expect(expected?.[0]?.length).toBeGreaterThan(3);
    expect(actual?.map(scoresById)).toEqual(expected?.map(scoresById));
  });

  it.each([
    ['two frequent words', '"heron salt"'],
    ['a word and one that is hundreds of times as frequent', '"gannet heron"'],
    ['the same in an order that does not occur', '"heron gannet salt"'],
    ['a word that is repeated', '"heron heron"'],
    ['a word that is not there', '"heron penguin"'],
    ['several phrases', '"heron salt" "salt heron"'],
    ['a phrase and an excluded word', '"heron salt" -lantern'],
    ['an excluded phrase', 'rope -"heron salt" -"rope heron"'],
  ])('finds what SQLite finds for %s', async (_what, q) => {
    const parts = parseQuery(q, Date.parse(now));
    const terms = searchTerms(wantedText(parts));
    const [expected, actual] = await Promise.all(
      opened.map(({ storage }) =>
        storage.account('mine').snapshot(async ({ search }) => {
          const scope = await search.open([1, 2]);
          const narrowed = await scope.narrowedTo(parts);
          const matches = await narrowed.match({ terms, limit: DOCUMENTS });
          return matches.map(({ id }) => id).toSorted((a, b) => a - b);
        }),
      ),
    );

    expect(actual).toEqual(expected);
    expect(actual?.length === 0).toBe(q.includes('penguin') || q.includes('gannet salt'));
  });

  it('finds the newest passages of a host with thousands of them, and estimates their number', async () => {
    const storage = opened[1]?.storage;
    if (storage === undefined) throw new Error('There is no second engine.');
    const passages = Array.from({ length: 5_000 }, (_, position) =>
      passageWith('gull', { position, siteTerms: position % 2 === 0 ? 'quay net' : 'net quay' }),
    );
    const { account, container } = await fillMemory(storage, 'many', passages);

    await account.snapshot(async ({ search, passages: stored }) => {
      const scope = await search.open([container]);
      const related = new Map([['quay net', { of: 'quay net', weight: 3 }]]);
      const matches = await scope.match({ terms: ['gull'], related, limit: 20 });
      const best = await stored.byIds(matches.map(({ id }) => id));
      const counts = await scope.countTerms(['quay net']);

      expect(best.map(({ position }) => position % 2)).toEqual(Array(20).fill(0));
      expect(Math.min(...best.map(({ position }) => position))).toBeGreaterThan(4_900);
      expect(counts.passages.get('quay net')).toBe(2_500);
    });

    // Nothing of a deleted Memory is counted, whether it was small or large.
    for (const id of ['d', 'e']) {
      await account.containers.insert({ id, name: id, description: '', now });
      await account.notes.insert({ id: `n${id}`, containerId: id, content: '', now });
      const note = (await account.notes.byId(`n${id}`, id))?.seq ?? 0;
      const place = (await account.containers.byName(id))?.seq ?? 0;
      const passage = { material: note, container: place, passages: [passageWith('gull')] };
      await account.transaction((areas) => areas.passages.insert([passage]));
    }
    for (const id of ['c', 'd']) await account.containers.delete(id);
    await account.snapshot(async ({ search, containers }) => {
      const scope = await search.open((await containers.all()).map(({ seq }) => seq));
      expect((await scope.countTerms(['gull'])).passages.get('gull')).toBe(1);
    });
  });

  it('estimates how many passages have a word that is in very many, and finds the newest of them', async () => {
    const storage = opened[1]?.storage;
    if (storage === undefined) throw new Error('There is no second engine.');
    const count = 40_000;
    const passages = Array.from({ length: count }, (_, position) =>
      passageWith(position % 5 === 0 ? 'gull tern' : 'gull', { position }),
    );
    const { account, container } = await fillMemory(storage, 'crowd', passages);

    await account.snapshot(async ({ search, passages: stored }) => {
      const scope = await search.open([container]);
      const counts = await scope.countTerms(['gull', 'tern']);
      const [newest] = await stored.byIds(
        (await scope.match({ terms: ['gull'], limit: 1 })).map(({ id }) => id),
      );

      expect(Math.abs((counts.passages.get('gull') ?? 0) / count - 1)).toBeLessThan(0.02);
      expect(counts.passages.get('tern')).toBe(count / 5);
      expect(newest?.position).toBe(count - 1);
    });
  });

  it('ranks as if deleted passages had never existed', async () => {
    const storage = opened[1]?.storage;
    if (storage === undefined) throw new Error('There is no second engine.');
    // Deleting the first 140 empties whole rows of postings.
    const isDeleted = (index: number) => index % 5 < 2 || index < 140;
    await fill(storage, 'pruned');
    await fill(storage, 'kept', (index) => !isDeleted(index));
    const pruned = storage.account('pruned');
    for (let index = 0; index < DOCUMENTS; index += 1) {
      const material = isDeleted(index) ? await pruned.documents.byId(`d${index}`) : undefined;
      if (material) await pruned.transaction(({ passages }) => passages.delete(material.seq));
    }

    const found = ['pruned', 'kept'].map((id) =>
      storage.account(id).snapshot(async ({ search, containers, passages }) => {
        const scope = await search.open((await containers.all()).map(({ seq }) => seq));
        const matches = await scope.match({ terms: WORDS, limit: DOCUMENTS });
        const rows = await passages.byIds(matches.map(({ id: passage }) => passage));
        const documents = new Map(rows.map((row) => [row.id, row.material_id]));
        return Object.fromEntries(
          matches.map(({ id: passage, score }) => [
            documents.get(passage) ?? '',
            score.toPrecision(6),
          ]),
        );
      }),
    );

    const [afterDeleting = {}, expected] = await Promise.all(found);
    expect(Object.keys(afterDeleting)).toHaveLength(60);
    expect(afterDeleting).toEqual(expected);
  });

  /** Equal scores are in no particular order. */
  function scoresById(matches: readonly { id: number; score: number }[]) {
    return matches
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, score }) => [id, score.toPrecision(6)]);
  }
});
