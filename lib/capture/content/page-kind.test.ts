import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { neverYield } from '../cooperative-yield.ts';
import { chooseContent } from './readable-content.ts';
import { kindProbabilitiesOf, likeliestKind } from './page-kind.ts';
import type { Model } from './block-model.ts';

const none = { start: 0, trees: [] };
const model: Model = {
  source: '',
  features: ['page-blocks'],
  questions: { features: [0], limits: [3] },
  questionsFrom: 1000,
  unit: 100,
  blocks: { alone: none, besideArticle: none },
  kinds: {
    // blocks <= 3 ? 300 : -300
    article: { start: 0, trees: [[1000, 1, 300, -300]] },
    list: none,
    forum: none,
  },
};

describe('kindProbabilitiesOf', () => {
  it('returns probabilities that add up to 1', () => {
    const chances = kindProbabilitiesOf([1], model);

    expect(Array.from(chances, ([kind, chance]) => [kind, chance.toFixed(3)])).toEqual([
      ['article', '0.488'],
      ['list', '0.256'],
      ['forum', '0.256'],
    ]);
  });
});

describe('likeliestKind', () => {
  it.each([
    [
      { article: 0.3, list: 0.7 },
      { kind: 'list', confidence: 0.7 },
    ],
    [
      { recipe: 0.7, forum: 0.3 },
      { kind: 'forum', confidence: 0.3 },
    ],
    [{}, { kind: 'other', confidence: 0 }],
  ])('returns %j', (chances, expected) => {
    expect(likeliestKind(new Map(Object.entries(chances)), () => true)).toEqual(expected);
  });

  it("returns the next kind if the page can't be a thread", () => {
    const chances = new Map([
      ['article', 0.2],
      ['forum', 0.5],
      ['list', 0.3],
    ]);

    expect(likeliestKind(chances, () => false)).toEqual({ kind: 'list', confidence: 0.3 });
  });
});

describe('mayBeThread', () => {
  const taking: Model = { ...model, kinds: { forum: { start: 10, trees: [] }, other: none } };
  const words =
    'The keeper wrote down the weather of the day, the ships that passed, and the oil that was left. ';
  const post = (line: string) => `${line}<p>${words.repeat(2)}</p>`;
  const dated = post('<p>Ada Lovelace, 3 May 2026</p>');
  const timed = post('<p><time>2 hours ago</time></p>');

  async function kindOf(html: string, path: string) {
    const { document } = new JSDOM(`<title>Tides</title><main>${html}</main>`, {
      url: `https://example.org${path}`,
    }).window;
    const means = {
      model: taking,
      findArticle: () => null,
      title: 'Tides',
      yieldIfDue: neverYield,
    };
    return (await chooseContent(document, means))?.kind;
  }

  it.each([
    ['a date', dated],
    ['a time element', timed],
  ])('rejects a short text below a line with %s', async (_, html) => {
    expect(await kindOf(html, '/a')).toBe('other');
  });

  it.each([
    ['two dated posts', dated + dated, '/a'],
    ['two posts with time elements', timed + timed, '/a'],
    ["one post at a thread's URL", dated, '/t/5'],
    [
      'one post marked as a thread in JSON-LD',
      `<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>${dated}`,
      '/a',
    ],
  ])('accepts %s', async (_, html, path) => {
    expect(await kindOf(html, path)).toBe('forum');
  });
});
