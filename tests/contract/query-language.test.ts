/** Tests the query language of search (docs/search.md) through the REST API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Api } from './api.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

const day = 86_400_000;
/** The time of the service. Each item is saved on a different day. */
let now = Date.parse('2026-11-01T12:00:00Z');
let service: TwoAccounts;
let owner: Api;

/** Returns the ids of the results, without repeats, best first. Notes have the id `note`. */
async function found(q: string): Promise<string[]> {
  const { results } = await owner.search({ q, limit: 50 });
  return [...new Set(results.map(({ custom_id }) => custom_id ?? 'note'))];
}

const long = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} is about walls and roofs.`).join(
  '\n\n',
);
const pages = [
  [
    'https://www.homes.example/pumps',
    'Heat pumps',
    'An air to water heat pump heats the floor.',
    {},
  ],
  [
    'https://gas.example:8080/',
    'Water and air',
    'Water heats, air cools; a pump moves the heat of gas.',
    {},
  ],
  [
    'https://docs.python.example/io',
    'Input',
    'Heat of the processor: the heat sink.',
    { tags: ['code', 'To Read'] },
  ],
  [
    'https://papers.example/a.pdf',
    'A study',
    'Heat is measured in joules.',
    { kind: 'pdf', tags: ['code'] },
  ],
  [
    'https://long.example/',
    'Insulation',
    `Heat stays inside.\n\n${long}\n\nFibreglass is cheap.`,
    { tags: ['Übung'] },
  ],
  ['地図', '地図', '古い地図を借りることができます。熱', {}],
] as const;

beforeAll(async () => {
  service = await openTwoAccounts({ clock: { now: () => now } });
  [owner] = service.owners;
  const work = await owner.createMemory('Work notes');
  const container = await owner.createMemory('Reading');
  for (const [custom_id, title, content, metadata] of pages) {
    await owner.addDocument({ container, custom_id, title, content, metadata });
    now += day;
  }
  await owner.addNote({ container: work, content: 'The heat was unbearable.' });
  await service.idle();
});
afterAll(() => service.close());

const [pumps, gas, docs, pdf, insulation, map] = pages.map(([id]) => id);

describe('a search', () => {
  it.each([
    ['"heat pump"', [pumps]],
    ['"air to water"', [pumps]],
    ['“heat pumps”', [pumps]],
    ['"water heats" "air cools"', [gas]],
    ['"heat pump" "air cools"', []],
    ['"heat heat"', []],
    ['"古い地図"', [map]],
    ['"heat stays" "fibreglass is cheap"', [insulation]],
  ])('finds only pages that contain every phrase: %s', async (q, ids) => {
    expect(await found(q)).toEqual(ids);
  });

  it.each([
    ['heat -gas', [pumps, docs, pdf, insulation, 'note']],
    ['heat -gas -sink -"fibreglass is cheap"', [pumps, pdf, 'note']],
    ['heat site:homes.example', [pumps]],
    ['heat site:python.example', [docs]],
    ['heat site:python', [docs]],
    ['heat site:thon.example', []],
    ['heat site:gas.example site:https://www.homes.example/x', [pumps, gas]],
    ['heat -site:gas.example -site:homes.example -site:example', ['note']],
    ['heat type:pdf', [pdf]],
    ['heat type:note', ['note']],
    ['heat type:highlight', []],
    ['heat type:pdf type:note', [pdf, 'note']],
    ['heat -type:page', [pdf, 'note']],
    ['heat tag:code', [docs, pdf]],
    ['heat tag:code tag:"to read"', [docs]],
    ['heat tag:übung', [insulation]],
    ['heat -tag:code -tag:x -type:note', [pumps, gas, insulation]],
    ['heat saved:2026-11-02', [gas]],
    ['heat after:2026-11-03 before:2026-11-05', [docs, pdf]],
    ['heat saved:2026-11-03..2026-11-04', [docs, pdf]],
    ['heat -saved:2026-11-02..2026-11-05', [pumps, 'note']],
    ['heat -after:2026-11-02', [pumps]],
    ['heat saved:2d', [insulation, 'note']],
    ['heat in:"work notes"', ['note']],
    ['heat -in:reading', ['note']],
    ['heat in:nowhere', []],
  ])('applies the filters: %s', async (q, ids) => {
    expect(new Set(await found(q))).toEqual(new Set(ids));
  });

  it.each([
    ['site:example before:2026-11-03', [gas, pumps]],
    ['type:pdf', [pdf]],
    ['-heat', [map]],
    ['tag:code', [pdf, docs]],
  ])('lists the newest matches if there are no words: %s', async (q, ids) => {
    expect(await found(q)).toEqual(ids);
  });

  it('lists only the Memories it searched', async () => {
    const { containers } = await owner.search({ q: 'heat in:reading' });

    expect(containers.map(({ name }) => name)).toEqual(['Reading']);
  });

  it('lists all Memories if none has the name', async () => {
    const { containers, results } = await owner.search({ q: 'heat in:nowhere' });

    expect(results).toEqual([]);
    expect(containers.length).toBeGreaterThan(1);
  });

  it('finds documents with invalid metadata, and returns only web addresses', async () => {
    const container = await owner.createMemory('Odd');
    const odd = [{ title: 5, url: 7 }, { title: true, url: ['x'] }, { url: 'javascript:alert(1)' }];
    for (const [index, metadata] of odd.entries())
      await owner.learnDocument({ container, content: `Oddity ${index}`, metadata });

    const { results, containers } = await owner.search({ container, q: 'oddity' });

    expect(results.map(({ title, url }) => [title, url])).toEqual(odd.map(() => [null, null]));
    expect(containers.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  it('takes an underscore in a host literally', async () => {
    expect(await found('heat site:home_.example')).toEqual([]);
  });

  it.each([
    ['as many words as fit', 'w1 '.repeat(1_365)],
    ['as many sites as fit', 'site:a.b '.repeat(455)],
    ['as many excluded words as fit', '-heat '.repeat(682)],
    ['as many phrases as fit', '"a b" '.repeat(682)],
    ['as many one-letter phrases as fit', '"a" '.repeat(1_000)],
    ['as many Memories as fit', 'in:reading '.repeat(372)],
    ['a quote that isn’t closed', '"heat'],
    ['quotes only', '"'.repeat(4_000)],
    ['a NUL', 'heat\0pump'],
    ['direction marks', '\u202Eheat\u202C \u200Fsite:x'],
    ['FTS5 operators', 'heat AND NOT (pump OR NEAR(a b, 2)) * ^heat {title}: heat'],
    ['SQL', `heat'; DROP TABLE materials; -- site:"' OR 1=1"`],
    ['LIKE patterns', 'heat site:%.% tag:_ site:*'],
  ])('accepts %s', async (_what, q) => {
    const reply = await owner.post('/v1/search', { q });

    expect(reply.status).toBe(200);
    expect(await found('heat tag:code')).toEqual([docs, pdf]);
  });

  it('reads a question to the agent as plain words', async () => {
    const message = 'What says "nothing like this" of heat pumps site:nowhere.example?';
    const { body } = await owner.post('/v1/ask', { message });
    const answer = z.parse(z.object({ sources: z.array(z.unknown()) }), body);

    expect(answer.sources).not.toEqual([]);
  });
});

describe('the service', () => {
  it.each([
    ['What heats the floor, an air to water heat pump?', true],
    ['Who won the cup final in 1987?', false],
    ['Which heat of the cup final did the champion win?', false],
  ])('tells whether what it found answers a question: %s', async (message, answered) => {
    const { body } = await owner.post('/v1/ask', { message });

    expect(body).toMatchObject({ answered });
  });

  it('announces the query language', async () => {
    const { body } = await owner.get('/v1/capabilities');

    expect(body).toMatchObject({ search_operators: expect.arrayContaining(['phrase', 'saved']) });
  });
});
