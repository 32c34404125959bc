import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { wordRange } from './word-range.ts';

/** Selects what is between the brackets. */
function selected(html: string): Range {
  const { document } = new JSDOM(`<body>${html}`).window;
  const walker = document.createTreeWalker(document.body, 4);
  const nodes: CharacterData[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.nodeType === 3) nodes.push(node as CharacterData);
  }
  const take = (mark: string): [Node, number] => {
    const node = nodes.find(({ data }) => data.includes(mark));
    if (node === undefined) throw new Error(`no ${mark}`);
    const at = node.data.indexOf(mark);
    node.deleteData(at, 1);
    return [node, at];
  };
  const range = document.createRange();
  const start = take('[');
  const end = take(']');
  range.setStart(...start);
  range.setEnd(...end);
  return range;
}

describe('wordRange', () => {
  it.each([
    ['both ends', '<p>the ti[des tu]rned</p>', 'tides turned'],
    ['inside one word', '<p>the t[id]es</p>', 'tides'],
    ['a word split by markup', '<p>the h<b>ig[h</b>er</p><p>ti]de</p>', 'highertide'],
    ['accents and apostrophes', '<p>l’é[té don’t do]n’t</p>', 'l’été don’t don’t'],
    ['whole words', '<p>the [tides turned] then</p>', 'tides turned'],
    ['spaces at the ends', '<p>the[ tides ]turned</p>', ' tides '],
    ['the next block', '<p>the tide[s</p><p>]turn</p>', 'tides'],
    ['a line break', '<p>the ti[de<br>tu]rns</p>', 'tideturns'],
    ['Japanese', '<p lang="ja">東京都[庁舎を見]学する</p>', '庁舎を見学'],
    ['Chinese', '<p lang="zh">我喜[欢北]京</p>', '喜欢北京'],
    ['an unknown language', '<p lang="not a tag">the ti[de]</p>', 'tide'],
  ])('extends %s', (_, html, text) => {
    expect(wordRange(selected(html)).range.toString()).toBe(text);
  });

  it.each([
    ['code', '<p><code>con[st] x</code></p>', 'st'],
    ['preformatted text', '<pre>con[st x</pre><p>and pro]se</p>', 'st xand prose'],
  ])('leaves ends inside %s as they are', (_, html, text) => {
    expect(wordRange(selected(html)).range.toString()).toBe(text);
  });

  it('returns what it added', () => {
    expect(wordRange(selected('<p>the ti[des tu]rned</p>'))).toMatchObject({
      before: 'ti',
      after: 'rned',
    });
  });

  it('doesn’t join a distant end of a very long word', () => {
    const range = wordRange(selected(`<p>${'a'.repeat(5_000)}[b]</p>`)).range;

    expect(range.toString().length).toBeLessThan(200);
  });
});
