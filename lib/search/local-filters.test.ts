import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../contract/memory-api.ts';
import { ok } from '../contract/result.ts';
import { parseQuery } from '../text/search-query.ts';
import { type Searched, searchFiltered } from './local-filters.ts';

const now = new Date(2026, 10, 28, 12).getTime();
const page: SearchHit = {
  container_name: 'Reading',
  content: 'The moon pulls at the sea. Rivers carry the salt.',
  document_id: 'd1',
  title: 'Tides',
  url: 'https://docs.example.org/tides',
  saved_at: new Date(2026, 10, 27, 23, 30).toISOString(),
};
const note: SearchHit = { container_name: 'Work', content: 'Salt for the sea.', memory_id: 'm1' };

/** Searches in a service that returns the page and the note. Returns what it was asked and what was found. */
async function run(q: string, known: Partial<Searched> = {}, isWithoutOperators = false) {
  const asked: string[] = [];
  const answer = await searchFiltered<never>({ q, now, isWithoutOperators }, async (text) => {
    asked.push(text);
    return ok({ hits: [page, note], failed: [], searched: 2, isAll: true, ...known });
  });
  if (!answer.ok) throw answer.error;
  return { asked, found: answer.value };
}

describe('a search in a service that knows the operators', () => {
  it('sends them as they are, once', async () => {
    const { asked, found } = await run('salt site:example.org', { hasOperators: true });

    expect(asked).toEqual(['salt site:example.org']);
    expect(found.hits).toHaveLength(2);
    expect(found.isFilteredHere).toBeUndefined();
  });

  it('sends dates as the moments at which the day begins and ends here', async () => {
    const { asked } = await run('salt saved:yesterday -site:example.org', { hasOperators: true });

    const [from, to] = [27, 28].map((day) => new Date(2026, 10, day).toISOString());
    expect(asked).toEqual([`salt saved:${from}..${to} -site:example.org`]);
  });

  it.each([
    ['after:2026-11-27', [27, null]],
    ['before:2026-11-27', [null, 27]],
    ['-after:2026-11-27', [27, null]],
    ['-saved:2026-11-27', [27, 28]],
    ['saved:2026-11-02..2026-11-04', [2, 5]],
  ])('sends the moments so that the service reads the same period: %s', async (q, days) => {
    const { asked } = await run(q, { hasOperators: true });

    const [part] = parseQuery(asked[0] ?? '', 0, 'utc');
    const [from, to] = days.map((day) => (day === null ? null : +new Date(2026, 10, day)));
    expect(part).toMatchObject({ kind: 'saved', from, to, isExcluded: q.startsWith('-') });
    // Where days begin at the same time as in UTC, a day alone would mean the same.
    expect(asked[0]).not.toMatch(/\d{4}-\d\d-\d\d(?!T)/);
  });

  it.each(['saved:9999', '-saved:9999', 'saved:9999y', 'saved:0001'])(
    'sends years at the limits as dates, too: %s',
    async (q) => {
      const { asked } = await run(q, { hasOperators: true });

      expect(parseQuery(asked[0] ?? '', 0)).toMatchObject([{ kind: 'saved' }]);
    },
  );
});

describe('a search in another service', () => {
  it('sends plain words once', async () => {
    const { asked, found } = await run('salt sea');

    expect(asked).toEqual(['salt sea']);
    expect(found.isFilteredHere).toBeUndefined();
  });

  it.each<[string, SearchHit[]]>([
    ['salt site:example.org', [page]],
    ['salt site:example', [page]],
    ['salt site:ample.org', []],
    ['salt -site:example.org', [note]],
    ['salt type:note', [note]],
    ['salt type:page type:note', [page, note]],
    ['salt in:work', [note]],
    ['"carry the salt"', [page]],
    ['"salt carry"', []],
    ['salt -moon', [note]],
    ['salt saved:yesterday', [page, note]],
    ['salt saved:today', [note]],
    ['salt saved:2025', [note]],
    ['salt tag:sea', [page, note]],
  ])('finds the words and applies the operators to what it returned: %s', async (q, hits) => {
    const { asked, found } = await run(q);

    expect(asked).toHaveLength(2);
    expect(asked[1]).not.toMatch(/[:"]/);
    expect(found.hits).toEqual(hits);
    expect(found.isFilteredHere).toBe(true);
  });

  it('sends only the words once the service is known to have no operators', async () => {
    const { asked, found } = await run('salt site:example.org', {}, true);

    expect(asked).toEqual(['salt']);
    expect(found).toMatchObject({ hits: [page], isFilteredHere: true });
  });

  it('searches for the names of sites and tags if there are no words', async () => {
    expect((await run('site:example.org tag:sea')).asked[1]).toBe('example.org sea');
  });

  it('finds nothing for filters without a name', async () => {
    const { asked, found } = await run('type:pdf');

    expect(asked).toHaveLength(1);
    expect(found).toMatchObject({ hits: [], isFilteredHere: true, isAll: false });
  });
});
