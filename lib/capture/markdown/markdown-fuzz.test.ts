import { JSDOM } from 'jsdom';
import { Lexer, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { neverYield } from '../cooperative-yield.ts';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';
import { markdownOf } from './markdown.ts';

/** A longer search: `FUZZ_TREES=5000 FUZZ_SEED=1 vitest run markdown-fuzz`. */
const trees = Number(process.env['FUZZ_TREES'] ?? 200);
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1);
const base = 'https://example.org/docs/page.html';
const { document } = new JSDOM('', { url: base }).window;

type Random = { below: (limit: number) => number; one: <T>(of: readonly T[]) => T };

/** The same seed always gives the same numbers. */
function randomOf(seed: number): Random {
  let state = seed * 2_654_435_761;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { below, one: (of) => of[below(of.length)] as (typeof of)[number] };
}

const inline =
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb ruby s samp small span strike ' +
  'strong sub sup time tt u var x-inline';
const blocks =
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
  'form h1 h2 h3 h4 h5 h6 header hgroup legend li main marquee menu nav ol optgroup option output p pre section ' +
  'summary ul x-block';
const tables = 'caption colgroup table tbody td tfoot th thead tr';
const empty = 'area br col hr img input link meta wbr';
const emptyTags: ReadonlySet<string> = new Set(empty.split(' '));
const unread = ':is(pre, code) .gutter, button, script, iframe, frame, a[href^="#"]';
const tags = [inline, inline, blocks, blocks, tables, empty, 'button script iframe frame'].map(
  (group) => group.split(' '),
);

/** Everything that Markdown interprets, alone and in combination. */
const syntax =
  '* ** *** _ __ ` `` ``` ~ ~~ ~~~ # ## - -- --- + > < <b> </b> <!-- --> <? & &amp; &lt; &#35; &copy [ ] ( ) [x] [x](y) ]( ' +
  '][ ]: [^1] [^1]: ![ ! ![x](y) | || |-| :- \\ \\\\ \\* $ $$ $x$ 1. 1) 12. . ) = == === : ; " \' / @ { } ^ % ' +
  'javascript:x www.a.example <https://b.example>';
const words = 'word Two 3 x ab C0 日本 语。 「引」 مرحبا שלום 👩‍👧 é 𝒳 naïve №';
const spaces = [
  ' ',
  '  ',
  '\n',
  '\t',
  '\u00A0',
  '\u200B',
  '\u2003',
  '\u2028',
  '\r',
  '\f',
  '\v',
  '\0',
  '\u0001',
];
const invisible = ['\u00AD', '\uFEFF', '\uFDD0', '\uFDD1', '\uFDD2', '\uFDD3', '\uD800', '\u202E'];
const pieces = [syntax, syntax, words].map((group) => group.split(' '));

function textOf({ below, one }: Random): string {
  const count = 1 + below(5);
  return Array.from({ length: count }, () =>
    one(below(8) === 0 ? spaces : below(20) === 0 ? invisible : one(pieces)),
  ).join(below(3) === 0 ? '' : ' ');
}

function grow(parent: Element, budget: { nodes: number }, depth: number, random: Random): void {
  const { below, one } = random;
  const count = Math.min(1 + below(4), budget.nodes);
  budget.nodes -= count;
  for (let at = 0; at < count; at++) {
    if (depth > 12 || below(5) < 2) {
      parent.append(textOf(random));
      continue;
    }
    const element = document.createElement(one(one(tags)));
    setAttributes(element, random);
    parent.append(element);
    if (below(12) === 0) parent.append(document.createComment(textOf(random)));
    if (!emptyTags.has(element.localName)) grow(element, budget, depth + 1, random);
  }
}

const addresses = [
  '/a',
  '#n1',
  '#',
  '',
  'javascript:alert(1)',
  'data:x',
  '/b_(c)?d=*&lt;e`|\\',
  'mailto:a@b.example',
  '/x y',
];
const attributes: Readonly<Record<string, (random: Random) => string>> = {
  href: ({ one }) => one(addresses),
  src: ({ one }) => one(addresses),
  alt: textOf,
  title: textOf,
  id: ({ one }) => one(['n1', 'n2']),
  class: ({ one }) =>
    one([
      'language-js',
      'language-a`b',
      'keepsake-formula',
      'gutter',
      'tex',
      textOf({ below: () => 0, one }),
    ]),
  colspan: ({ one }) => one(['2', '0', '-1', '99', 'x']),
  rowspan: ({ one }) => one(['2', '0', '3']),
  start: ({ one }) => one(['0', '7', '-3', '1e9']),
  value: ({ one }) => one(['5', 'x']),
  reversed: () => '',
  type: ({ one }) => one(['checkbox', 'text']),
  checked: () => '',
  role: ({ one }) => one(['presentation', 'tab', 'doc-noteref']),
  'data-lang': textOf,
  'data-keepsake-block': () => '',
  'data-keepsake-display': () => '',
};

function setAttributes(element: Element, random: Random): void {
  const usual = { A: 'href', IMG: 'alt', OL: 'start', TD: 'colspan', INPUT: 'type' }[
    element.nodeName
  ];
  const others = Object.keys(attributes);
  const names = [usual, ...Array.from({ length: random.below(3) }, () => random.one(others))];
  for (const name of names) {
    if (name !== undefined) element.setAttribute(name, attributes[name]?.(random) ?? '');
  }
}

/** The letters and digits that a reader sees. Controls, scripts, and the marks of footnotes are left out. */
function visibleLetters(root: Element): string {
  const copy = root.cloneNode(true) as Element;
  const hasFootnotes = copy.querySelector('a[href^="#"]') !== null;
  for (const each of copy.querySelectorAll(unread)) each.remove();
  const letters = lettersOf(copy.textContent);
  return hasFootnotes ? letters.replace(/\p{N}+/gu, '') : letters;
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns the first letter of `expected` that isn't in `text` in this order, with the letters around it. */
function firstMissing(expected: string, text: string): string | null {
  let at = 0;
  for (let index = 0; index < expected.length; index++) {
    const found = text.indexOf(expected.charAt(index), at);
    if (found === -1) return expected.slice(Math.max(0, index - 20), index + 10);
    at = found + 1;
  }
  return null;
}

type Seen = { text: string; kinds: Set<string>; addresses: string[] };

function read(tokens: readonly Token[], seen: Seen): Seen {
  for (const token of tokens) {
    seen.kinds.add(token.type);
    if (token.type === 'link' || token.type === 'image') seen.addresses.push(String(token['href']));
    if (token.type === 'table') {
      for (const cell of [...token['header'], ...token['rows'].flat()]) read(cell.tokens, seen);
    } else if (token.type === 'list') read(token['items'], seen);
    else if ('tokens' in token && token.type !== 'image') read(token.tokens ?? [], seen);
    else if ('text' in token) seen.text += String(token.text);
  }
  return seen;
}

function treeOf(seed: number): Element {
  const random = randomOf(seed);
  const body = document.createElement('body');
  grow(body, { nodes: 10 + random.below(50) }, 0, random);
  return body;
}

/** Returns what is wrong with the Markdown of a tree. */
function problemsOf(markdown: string, letters: string, sourceLength: number): string[] {
  const seen = read(Lexer.lex(markdown), { text: '', kinds: new Set(), addresses: [] });
  const problems = seen.addresses
    .filter((address) => !/^(?:https?:|mailto:)/.test(address))
    .map((address) => `links to ${address}`);
  if (seen.kinds.has('html')) problems.push('has HTML');
  if (seen.kinds.has('def')) problems.push('hides text in the target of a link');
  const missing = firstMissing(letters, lettersOf(seen.text));
  if (missing !== null) problems.push(`lacks the text at ${missing}`);
  if (markdown.length > 20 * sourceLength + 1000) problems.push('is too long');
  if (/[\uFDD0-\uFDD3\0]/.test(markdown)) problems.push('has marks');
  return problems;
}

describe('markdownOf, given any tree,', () => {
  const seeds = Array.from({ length: trees }, (_, at) => firstSeed + at);

  it('writes Markdown with all its text and no HTML', async () => {
    for (const seed of seeds) {
      const body = treeOf(seed);
      normalizeCodeBlocks(body);
      const letters = visibleLetters(body);
      const source = body.innerHTML;

      const markdown = await markdownOf(body, base, neverYield);

      const report = `seed ${seed}: ${JSON.stringify(source)}\n\n${JSON.stringify(markdown)}\n\n`;
      const problems = problemsOf(markdown, letters, source.length);
      expect(problems.map((problem) => report + problem)).toEqual([]);
    }
  });
});
