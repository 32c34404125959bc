import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { markdownOf } from '../markdown/markdown.ts';
import { unhurried } from '../pace.ts';
import { takeSnapshot } from '../snapshot/page-snapshot.ts';
import { specialContentOf } from './special-content.ts';

const pages = new URL('../../../tests/fixtures/special/', import.meta.url);

/** Where a fixture would stand, as far as that tells something. */
const addresses: Record<string, string> = {
  chatgpt: 'https://chatgpt.com/c/1',
  claude: 'https://claude.ai/chat/1',
  gemini: 'https://gemini.google.com/app/1',
};

function specialOf(html: string, url = 'https://example.org/1') {
  return specialContentOf(takeSnapshot(new JSDOM(html, { url }).window.document), url);
}

function fixture(name: string): string {
  return readFileSync(new URL(`${name}.html`, pages), 'utf8');
}

describe('specialContentOf keeps of what somebody wrote', () => {
  it('which tasks are done', async () => {
    const html = fixture('chatgpt').replace(
      /<p>/,
      '<ul><li><input type="checkbox" checked disabled> lit<li><input type="checkbox"> fed</ul><p>',
    );
    const special = specialOf(html, addresses['chatgpt']);
    if (special === null) throw new Error('not read');

    expect(await markdownOf(special.content, 'https://example.org/1', unhurried)).toContain(
      '- [x] lit\n- [ ] fed',
    );
  });
});

describe('specialContentOf on the fixtures', () => {
  const names = readdirSync(pages)
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replace('.html', ''));

  it.each(names)('reads %s as expected', async (name) => {
    const special = specialOf(fixture(name), addresses[name]);
    if (special === null) throw new Error('not read');

    const markdown = await markdownOf(special.content, 'https://example.org/1', unhurried);

    const expected = new URL(`${name}.md`, pages);
    if (process.env['KEEPSAKE_WRITE_FIXTURES'] === '1') writeFileSync(expected, `${markdown}\n`);
    expect(`${markdown}\n`).toBe(readFileSync(expected, 'utf8'));
  });

  it.each([
    ['chatgpt', 'chat'],
    ['question', 'question'],
    ['forum', 'forum'],
    ['x', 'social'],
  ])('says that %s is of the kind %s', (name, kind) => {
    expect(specialOf(fixture(name), addresses[name])).toMatchObject({
      kind,
      extractor: 'conversation',
    });
  });

  it.each(names)('leaves the snapshot of %s as it is', (name) => {
    const snapshot = takeSnapshot(new JSDOM(fixture(name)).window.document);
    const before = snapshot.documentElement.outerHTML;

    specialContentOf(snapshot, 'https://example.org/1');

    expect(snapshot.documentElement.outerHTML).toBe(before);
  });
});

const prose = 'Ice was kept in straw and sawdust through the long summers, and sold by the block. ';

function comment(author: string, text: string): string {
  const by = `<span itemprop=author itemscope><b itemprop=name>${author}</b></span>`;
  return `<div itemprop=comment itemscope itemtype="https://schema.org/Comment">${by}<div itemprop=text>${text}</div></div>`;
}

describe('specialContentOf leaves to others', () => {
  const comments = comment('ada', 'Good.') + comment('ben', 'Yes.');
  const question = (name: string) =>
    '<div itemscope itemtype="https://schema.org/Question"><b itemprop=author>ada</b>' +
    `<h2 itemprop=text>${name}</h2><div itemprop=acceptedAnswer itemscope itemtype="https://schema.org/Answer">` +
    `<b itemprop=author>ben</b><div itemprop=text>${prose}</div></div></div>`;

  it.each([
    ['a page without marks', `<article><p>${prose.repeat(5)}</p></article>`],
    ['an article with comments', `<article><p>${prose.repeat(5)}</p></article>${comments}`],
    ['a single comment', comment('ada', prose)],
    ['comments that nobody signed', comment('', prose) + comment('', prose)],
    ['posts without words', comment('ada', '') + comment('ben', '')],
    ['the frequent questions of a help page', question('Why?') + question('How?')],
    ['a chat of one speaker', '<p data-message-author-role=user>a</p>'],
    ['an editor that marks who wrote what', '<p data-author=ada>a</p><p data-author=ben>b</p>'],
  ])('%s', (_, html) => {
    expect(specialOf(html)).toBeNull();
  });
});

describe('specialContentOf writes', () => {
  const written = async (html: string) => {
    const special = specialOf(html);
    return special === null ? null : markdownOf(special.content, 'https://example.org/', unhurried);
  };

  it.each([
    [
      'the bar above it',
      '<div><b>Rust</b><button>Copy code</button></div><code>a</code>',
      'rust\na',
    ],
    ['a bar without a button', '<div><b>c++</b><span>Copy</span></div><code>a</code>', 'c++\na'],
    ['words that are code too', '<span>a b</span> <code>c</code>', '\na b c'],
    ['a word before code that goes on', '<span>a</span> <code>b</code> c', '\na b c'],
    ['a word of code that a label says too', '<code><span>copy</span> a</code>', '\ncopy a'],
  ])('code with its language, told from %s', async (_, block, expected) => {
    const html = `<p data-role=user>How?</p><div data-role=assistant><pre>${block}</pre></div>`;

    expect(await written(html)).toContain(`\`\`\`${expected}\n\`\`\``);
  });

  it.each([
    ['-3', '-3 votes'],
    ['−7', '-7 votes'],
    ['1', '1 vote'],
  ])('%s below an answer', async (count, expected) => {
    const post = (type: string, votes: string) =>
      `<b itemprop=author>ada</b><i itemprop=upvoteCount>${votes}</i><p itemprop=text>${prose}</p>${type}`;
    const answer = `<div itemprop=suggestedAnswer itemscope itemtype="https://schema.org/Answer">${post('', count)}</div>`;
    const html = `<div itemscope itemtype="https://schema.org/Question">${post(answer, '8')}</div>`;

    expect(await written(html)).toContain(`\n\n${expected}\n\n`);
  });
});

describe('specialContentOf of a long chat', () => {
  const turn = (number: number) =>
    `<section data-testid="conversation-turn-${number}"><p data-message-author-role="${
      number % 2 === 1 ? 'user' : 'assistant'
    }">Turn ${number}</p></section>`;

  it.each([
    ['from the start', [1, 2, 3], false],
    ['from the first answer', [2, 3, 4], false],
    ['from the middle', [31, 32, 33], true],
    ['with a gap', [1, 2, 7, 8], true],
  ])('says whether it is a part: %s', (_, numbers, isPartial) => {
    expect(specialOf(numbers.map(turn).join(''))).toMatchObject({ isPartial });
  });
});
