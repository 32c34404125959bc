import { readFileSync, readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { JSDOM } from 'jsdom';
import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { describe, expect, it } from 'vitest';
import { neverYield } from '../cooperative-yield.ts';
import { bodyOf, displayAttribute, formulaClass } from '../elements.ts';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';
import { decoded } from '../../url/web-address.ts';
import { takeSnapshot } from '../snapshot/page-snapshot.ts';
import { markdownOf } from './markdown.ts';
import { prepareForMarkdown } from './prepare-markdown.ts';

/** Each page in the folder, with the Markdown that a reader would want. */
const folder = new URL('../../../tests/fixtures/markdown/', import.meta.url);
const base = 'https://example.org/docs/page.html';
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.replace('.html', ''));

const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

function snapshotOf(html: string): HTMLElement {
  const body = bodyOf(takeSnapshot(new JSDOM(html, { url: base }).window.document));
  if (body === null) throw new Error('no body');
  normalizeCodeBlocks(body);
  return body;
}

function convert(html: string): Promise<string> {
  return markdownOf(snapshotOf(html), base, neverYield);
}

/** Renders formulas and footnotes too, which `marked` doesn't know, as pages have them. */
function render(markdown: string): string {
  const labels = new Set(Array.from(markdown.matchAll(/^\[\^(.+?)\]: /gm), ([, label]) => label));
  const formula: TokenizerAndRendererExtension = {
    name: 'formula',
    level: 'inline',
    start: (text) => text.indexOf('$'),
    tokenizer(text) {
      const [raw, delimiter, tex] =
        /^(\$\$?)(?=[^\s$])((?:\\.|[^$\\])*[^\s$\\])\1(?!\d)/.exec(text) ?? [];
      if (raw === undefined) return undefined;
      return { type: 'formula', raw, tex, isDisplayed: delimiter === '$$' };
    },
    renderer({ tex, isDisplayed }) {
      const source = String(tex).replace(/&/g, '&amp;').replace(/"/g, '&quot;');
      return `<math ${isDisplayed === true ? 'display=block ' : ''}alttext="${source}"></math>`;
    },
  };
  const footnote: TokenizerAndRendererExtension = {
    name: 'footnote',
    level: 'inline',
    start: (text) => text.indexOf('[^'),
    tokenizer(text) {
      const [raw, label = '', note] = /^\[\^([^\]\\]+)\](: )?/.exec(text) ?? [];
      if (raw === undefined || !labels.has(label)) return undefined;
      return { type: 'footnote', raw, label, isNote: note !== undefined };
    },
    renderer({ label, isNote }) {
      if (isNote === true) return `<a name="fn-${String(label)}"></a>`;
      return `<sup><a href="#fn-${String(label)}">${String(label)}</a></sup>`;
    },
  };
  return new Marked({ extensions: [formula, footnote] }).parse(markdown, { async: false });
}

const parts = [
  'text',
  'headings',
  'items',
  'cells',
  'code',
  'links',
  'images',
  'quotes',
  'emphasis',
  'formulas',
] as const;
type Part = (typeof parts)[number];

/** Returns what the Markdown of a page must have too, after the page's own form of it is prepared. */
async function structureOf(html: string): Promise<Record<Part, readonly string[]>> {
  const content = snapshotOf(html);
  await prepareForMarkdown(content, base, neverYield);
  const all = (selector: string) => Array.from(content.querySelectorAll(selector));
  const words = ({ textContent }: Element) => textContent.replace(/[\s\u00AD]+/g, '');
  const depthOf = (element: Element, selector: string): number => {
    const up = element.parentElement?.closest(selector);
    return up == null ? 0 : 1 + depthOf(up, selector);
  };
  const filled = (selector: string, label: (element: Element) => string | number) =>
    all(selector)
      .filter((each) => words(each) !== '')
      .map((each) => `${label(each)}: ${words(each)}`);
  return {
    text: [content.textContent.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')],
    headings: filled('h1, h2, h3, h4, h5, h6', (each) => each.localName),
    items: filled('li', (each) => `${each.parentElement?.localName} ${depthOf(each, 'li')}`),
    cells: filled('th, td', (each) => each.localName),
    code: filled(`code:not([class^=keepsake])`, (each) => each.className),
    links: filled('a', (each) => decoded(each.getAttribute('href') ?? '')),
    images: all('img').map((each) => `${each.getAttribute('src')} ${each.getAttribute('alt')}`),
    quotes: filled('blockquote', (each) => depthOf(each, 'blockquote')),
    emphasis: filled('em, i, strong, b, del, s, strike', (each) => kinds[each.localName] ?? ''),
    formulas: filled(`.${formulaClass}`, (each) => String(each.hasAttribute(displayAttribute))),
  };
}

const kinds: Readonly<Record<string, string>> = {
  em: 'i',
  i: 'i',
  strong: 'b',
  b: 'b',
  del: 's',
  s: 's',
  strike: 's',
};

/** What Markdown can't hold. */
const lost: Readonly<Record<string, readonly Part[]>> = {
  // Emphasis of code or a part of a word, next to letters.
  'code-inline': ['emphasis'],
  // Punctuation at the edge of emphasis, next to letters.
  emphasis: ['emphasis'],
  // `marked` reads the alternative text of an image twice.
  'images-alt': ['images'],
  // Items outside a list, and menus, become items of a list.
  'list-loose-text': ['items'],
  // The style around a whole formula adds nothing.
  'math-wikipedia': ['text', 'formulas'],
  // Text struck out twice is struck out.
  'small-markup': ['emphasis'],
  'text-across-elements': ['emphasis'],
};

/** Pages whose Markdown changes if it is rendered and converted again. */
const changing: Readonly<Record<string, string>> = {
  'images-alt': '`marked` reads the alternative text of an image twice',
  'list-loose-text': 'Markdown joins adjacent lists',
  'list-numbers': 'Markdown counts the items after the first itself',
};

describe('Markdown of the page', () => {
  it.each(names)('%s is as expected', async (name) => {
    expect(`${await convert(read(`${name}.html`))}\n`).toBe(read(`${name}.md`));
  });

  it.each(names)('%s keeps its structure', async (name) => {
    const page = await structureOf(read(`${name}.html`));
    const rendered = await structureOf(render(read(`${name}.md`)));
    const exceptions = lost[name] ?? [];
    const kept = (structure: typeof page) =>
      parts.filter((part) => !exceptions.includes(part)).map((part) => [part, structure[part]]);

    expect(kept(rendered)).toEqual(kept(page));
    expect(exceptions.filter((part) => isDeepStrictEqual(rendered[part], page[part]))).toEqual([]);
  });

  it.each(names.filter((name) => changing[name] === undefined))(
    '%s is the same if rendered and converted again',
    async (name) => {
      const markdown = read(`${name}.md`);

      expect(`${await convert(render(markdown))}\n`).toBe(markdown);
    },
  );

  it.each(Object.entries(changing))('%s changes: %s', async (name) => {
    const markdown = read(`${name}.md`);

    expect(`${await convert(render(markdown))}\n`).not.toBe(markdown);
  });
});
