import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { compareFingerprints, fingerprintOf } from '../../fingerprint/fingerprint.ts';
import { markdownOf } from '../markdown/markdown.ts';
import { neverYield } from '../cooperative-yield.ts';
import { takeSnapshot } from '../snapshot/page-snapshot.ts';
import { conversationOf } from './conversation.ts';
import { contentOf } from './sections.ts';

const pages = new URL('../../../tests/fixtures/special/', import.meta.url);

/** URLs of the fixtures that depend on their URL. */
const urls: Record<string, string> = {
  chatgpt: 'https://chatgpt.com/c/1',
  claude: 'https://claude.ai/chat/1',
  gemini: 'https://gemini.google.com/app/1',
  'hacker-news-comment': 'https://news.ycombinator.com/item?id=2002',
  'reddit-comment': 'https://www.reddit.com/r/ice/comments/1abcde/comment/kqbbbbb/',
  'phpbb-post': 'https://forum.example/viewtopic.php?p=107#p107',
  'question-answer': 'https://questions.example/questions/1204/why-does-ice-keep/78#78',
};

function conversationIn(html: string, url = 'https://example.org/1') {
  return conversationOf(takeSnapshot(new JSDOM(html, { url }).window.document), url);
}

/** Returns the content of a conversation; null if the page has none. */
async function contentIn(html: string, url?: string): Promise<Element | null> {
  const conversation = conversationIn(html, url);
  const { document } = new JSDOM().window;
  return conversation && contentOf(conversation.sections, { document, yieldIfDue: neverYield });
}

function fixture(name: string): string {
  return readFileSync(new URL(`${name}.html`, pages), 'utf8');
}

describe('conversationOf keeps', () => {
  it('the state of task checkboxes', async () => {
    const html = fixture('chatgpt').replace(
      /<p>/,
      '<ul><li><input type="checkbox" checked disabled> lit<li><input type="checkbox"> fed</ul><p>',
    );
    const content = await contentIn(html, urls['chatgpt']);
    if (content === null) throw new Error('not read');

    expect(await markdownOf(content, 'https://example.org/1', neverYield)).toContain(
      '- [x] lit\n- [ ] fed',
    );
  });
});

describe('conversationOf on chats', () => {
  const textOf = async (html: string) => (await contentIn(html))?.textContent ?? null;

  it('leaves out other versions of an edited turn', async () => {
    const turn = (role: string, text: string) => `<div data-role="${role}"><p>${text}</p></div>`;
    const other = turn('user', 'Another question, which was replaced by the one below.');
    const turns = turn('user', 'One?') + turn('assistant', '<button>Sources</button> Two.');

    expect(await textOf(`${turns}<div hidden>${other}</div>`)).toBe(
      'YouOne?AssistantTwo.'.replace('Two', ' Two'),
    );
  });

  const turns =
    '<div class="user-message"><i>U</i><div class="message-content">One?</div></div>' +
    '<div class="bot-message"><i>A</i><div class="message-content">Two.</div></div>';

  it('reads speakers from common class names', async () => {
    expect(await textOf(turns)).toBe('YouOne?AssistantTwo.');
  });

  it('reads no example of a chat in an article', async () => {
    expect(await textOf(`<p>${'An article about chats. '.repeat(20)}</p>${turns}`)).toBeNull();
  });
});

describe('conversationOf on the fixtures', () => {
  const names = readdirSync(pages)
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replace('.html', ''));

  it.each(names)('reads %s as expected', async (name) => {
    const content = await contentIn(fixture(name), urls[name]);
    if (content === null) throw new Error('not read');

    const markdown = await markdownOf(content, 'https://example.org/1', neverYield);

    const expected = new URL(`${name}.md`, pages);
    if (process.env['KEEPSAKE_WRITE_FIXTURES'] === '1') writeFileSync(expected, `${markdown}\n`);
    expect(`${markdown}\n`).toBe(readFileSync(expected, 'utf8'));
  });

  it.each([
    ['chatgpt', 'chat'],
    ['question', 'question'],
    ['forum', 'forum'],
    ['x', 'social'],
  ])('recognizes %s as the kind %s', (name, kind) => {
    expect(conversationIn(fixture(name), urls[name])).toMatchObject({ kind });
  });

  it.each(names)('leaves the snapshot of %s unchanged', (name) => {
    const snapshot = takeSnapshot(new JSDOM(fixture(name)).window.document);
    const before = snapshot.documentElement.outerHTML;

    conversationOf(snapshot, 'https://example.org/1');

    expect(snapshot.documentElement.outerHTML).toBe(before);
  });
});

const prose = 'Ice was kept in straw and sawdust through the long summers, and sold by the block. ';

function comment(author: string, text: string): string {
  const by = `<span itemprop=author itemscope><b itemprop=name>${author}</b></span>`;
  return `<div itemprop=comment itemscope itemtype="https://schema.org/Comment">${by}<div itemprop=text>${text}</div></div>`;
}

describe('conversationOf returns null for', () => {
  const comments = comment('ada', 'Good.') + comment('ben', 'Yes.');
  const question = (name: string) =>
    '<div itemscope itemtype="https://schema.org/Question"><b itemprop=author>ada</b>' +
    `<h2 itemprop=text>${name}</h2><div itemprop=acceptedAnswer itemscope itemtype="https://schema.org/Answer">` +
    `<b itemprop=author>ben</b><div itemprop=text>${prose}</div></div></div>`;

  it.each([
    ['a page without markup for posts', `<article><p>${prose.repeat(5)}</p></article>`],
    ['an article with comments', `<article><p>${prose.repeat(5)}</p></article>${comments}`],
    ['a single comment', comment('ada', prose)],
    ['comments without authors', comment('', prose) + comment('', prose)],
    ['posts without text', comment('ada', '') + comment('ben', '')],
    ['an FAQ', question('Why?') + question('How?')],
    ['a chat with one speaker', '<p data-message-author-role=user>a</p>'],
    ['an editor that marks authorship', '<p data-author=ada>a</p><p data-author=ben>b</p>'],
  ])('%s', (_, html) => {
    expect(conversationIn(html)).toBeNull();
  });
});

describe('conversationOf writes', () => {
  const written = async (html: string) => {
    const content = await contentIn(html);
    return content && markdownOf(content, 'https://example.org/', neverYield);
  };

  it.each([
    [
      'a toolbar above it',
      '<div><b>Rust</b><button>Copy code</button></div><code>a</code>',
      'rust\na',
    ],
    [
      'a toolbar without a button',
      '<div><b>c++</b><span>Copy</span></div><code>a</code>',
      'c++\na',
    ],
    ['text that is code too', '<span>a b</span> <code>c</code>', '\na b c'],
    ['a word before code that continues', '<span>a</span> <code>b</code> c', '\na b c'],
    ['a word of code that is also a label', '<code><span>copy</span> a</code>', '\ncopy a'],
  ])('a code block with %s', async (_, block, expected) => {
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

describe('conversationOf on a long chat', () => {
  const turn = (number: number) =>
    `<section data-testid="conversation-turn-${number}"><p data-message-author-role="${
      number % 2 === 1 ? 'user' : 'assistant'
    }">Turn ${number}</p></section>`;

  it.each([
    ['from the start', [1, 2, 3], false],
    ['from the first answer', [2, 3, 4], false],
    ['from the middle', [31, 32, 33], true],
    ['with a gap', [1, 2, 7, 8], true],
  ])('reports whether the chat is partial: %s', (_, numbers, isPartial) => {
    expect(conversationIn(numbers.map(turn).join(''))).toMatchObject({ isPartial });
  });
});

describe('conversationOf at the URL of a comment', () => {
  const thread = async (href: string) => {
    const reply = (id: number, author: string, replies = '') =>
      `<li id="comment-${id}" itemscope itemtype="https://schema.org/Comment"><b itemprop=author>${author}</b>` +
      `<a id="part-${id}"></a><div itemprop=text>By ${author}.</div><ul>${replies}</ul></li>`;
    const posts = reply(1, 'ada', reply(2, 'ben', reply(3, 'cem')) + reply(23, 'dan'));
    const url = `https://example.org/t/${href}`;
    const content = await contentIn(posts + reply(4, 'eve'), url);
    return Array.from(content?.querySelectorAll('section') ?? [], (section) => {
      const isLinked = section.querySelector('p')?.textContent === 'Linked comment';
      return `${isLinked ? '*' : ''}${section.querySelector('h2')?.textContent ?? ''}`;
    }).join(' ');
  };
  const all = 'ada ben cem dan eve';

  it.each([
    ['the comment, as long as the key is that of the thread', '#comment-2', 'ada *ben cem dan eve'],
    ['the comment that an anchor is in', '#part-3', 'ada ben *cem dan eve'],
    ['nothing else', '#comments', all],
    ['nothing for a comment that is not there', '#comment-9', all],
    ['nothing for the first post', '#comment-1', all],
    ['nothing for the number of a page', 'page/2', all],
    ['nothing for another parameter', '?page=2', all],
  ])('marks %s', async (_, href, expected) => {
    expect(await thread(href)).toBe(expected);
  });

  it.each([
    ['in the path', 'comment/2', 'ada *ben cem'],
    ['in the query', '?commentId=3', 'ada ben *cem'],
    ['with a name before it', 'post-23', 'ada *dan'],
    ['of a comment without replies', 'comment/4', 'eve'],
  ])('keeps the comments above and below the one in the key: %s', async (_, href, expected) => {
    expect(await thread(href)).toBe(expected);
  });

  it('changes too little of a thread to count as a change of the page', async () => {
    const fingerprintAt = async (url: string) => {
      const content = await contentIn(fixture('phpbb-post'), url);
      return content && fingerprintOf(await markdownOf(content, url, neverYield));
    };
    const url = 'https://forum.example/viewtopic.php?t=5';
    const [plain, marked] = [await fingerprintAt(url), await fingerprintAt(`${url}#p107`)];

    expect(marked).not.toBe(plain);
    expect(compareFingerprints(plain ?? '', marked ?? '')).toBe('same');
  });
});
