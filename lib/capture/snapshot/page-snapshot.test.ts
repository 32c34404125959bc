import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { normalizeCodeBlocks } from './code-blocks.ts';
import { isTruncated, takeSnapshot, takeSnapshotYielding } from './page-snapshot.ts';

function snapshotOf(html: string): Document {
  return takeSnapshot(new JSDOM(html, { url: 'https://example.org/' }).window.document);
}

describe('takeSnapshot', () => {
  it('returns a document without a window', () => {
    const { document } = new JSDOM('<p>a</p>').window;

    const copy = takeSnapshot(document);

    expect(copy).not.toBe(document);
    expect(copy.defaultView).toBeNull();
    expect(copy.body.innerHTML).toBe('<p>a</p>');
  });

  it('restores document properties shadowed by images and forms', () => {
    const copy = snapshotOf('<title>t</title><form name="body"></form><img name="title"><p>a</p>');

    expect(copy.body.localName).toBe('body');
    expect(copy.title).toBe('t');
  });

  it('removes the names of form controls', () => {
    const copy = snapshotOf('<form id=f><input name="parentNode" id="className"></form>');

    expect(copy.body.innerHTML).toBe('<form id="f"><input></form>');
  });

  it('keeps JSON-LD and no other script', () => {
    const data = '<script type="application/ld+json">{}</script>';

    expect(snapshotOf(`<body>${data}<script>a()</script>`).body.innerHTML).toBe(data);
  });

  it('keeps elements separate around elements it leaves out', () => {
    const html =
      '<p hidden><b>x</b><i>x</i></p><p>a<svg><g></g></svg></p><p style="color:red">b</p>';

    expect(snapshotOf(html).body.innerHTML).toBe('<p>a</p><p>b</p>');
  });

  it('marks text struck through by CSS', () => {
    const style = '<style>.was { text-decoration-line: line-through }</style>';

    expect(
      snapshotOf(`${style}<p><span class="was">$199</span><span>$149</span></p>`).body.innerHTML,
    ).toBe('<p><span class="was"><s>$199</s></span><span>$149</span></p>');
  });

  it('keeps only metadata in the head', () => {
    const head = '<title>t</title><meta name="a" content="b"><link rel="canonical" href="/c">';

    expect(snapshotOf(`${head}<style>x{}</style><script>a()</script>`).head.innerHTML).toBe(head);
  });

  it.each([
    ['a component displays', '<x-a><template>in <slot></slot></template>out</x-a>', 'in out'],
    [
      'a slot within a slot displays, once',
      '<x-a><template><x-b><template>b <slot></slot></template><slot></slot></x-b></template>out</x-a>',
      'b out',
    ],
    ['a slot displays by default', '<x-a><template><slot>own</slot></template></x-a>', 'own'],
    ['a component without a slot displays', '<x-a><template>in</template>out</x-a>', 'in'],
  ])('copies what %s', (_, html, expected) => {
    const { document } = new JSDOM(html).window;
    openComponents(document.body);
    const before = document.documentElement.outerHTML;

    expect(takeSnapshot(document).body.textContent).toBe(expected);
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('skips closed shadow roots', () => {
    const { document } = new JSDOM('<x-a></x-a>').window;
    document.querySelector('x-a')?.attachShadow({ mode: 'closed' }).append('closed');

    expect(takeSnapshot(document).body.textContent).toBe('');
  });

  it('copies same-site frames in place with absolute URLs', () => {
    const { document } = new JSDOM('<p>a</p><iframe class="f"></iframe><p>b</p>', {
      url: 'https://example.org/',
    }).window;
    const inside = document.querySelector('iframe')?.contentDocument;
    if (inside == null) throw new Error('no frame');
    inside.body.innerHTML = '<base href="https://example.org/x/"><a href="y">in</a>';

    const copy = takeSnapshot(document);

    expect(copy.body.textContent).toBe('ainb');
    expect(copy.querySelector('.f a')?.getAttribute('href')).toBe('https://example.org/x/y');
  });

  it.each([
    ['<div style="visibility:hidden"><p>in</p></div>', 'in'],
    ['<div style="visibility:hidden"><p>in</p></div><p> </p>', 'in '],
    ['<div style="visibility:hidden"><p>in</p></div><p>a</p>', 'a'],
    ['<div style="visibility:hidden"><p>in</p><p style="visibility: hidden">b</p></div>', 'in'],
  ])('copies hidden text only if there is no visible text: %s', (html, expected) => {
    expect(snapshotOf(html).body.textContent).toBe(expected);
  });

  it.each([
    ['<div style="white-space:pre">a\n b\n\nc\n</div>', 'a\n<br> b\n<br>\n<br>c\n'],
    ['<p style="white-space:pre-wrap">\na\n</p>', '\na\n'],
    ['<p>a\nb</p>', 'a\nb'],
    ['<pre><b>a\nb</b></pre>', '<b>a\nb</b>'],
  ])('keeps displayed line breaks: %s', (html, expected) => {
    expect(snapshotOf(html).body.firstElementChild?.innerHTML).toBe(expected);
  });

  it.each([
    ['long, next to a notice', 120, 'Loading…', true],
    ['short, next to a notice', 60, 'Loading…', false],
    ['long, next to more than a notice', 120, 'Ice was cut in winter. '.repeat(3), false],
  ])('copies hidden text that is %s: %s', (_, count, seen, expected) => {
    const hidden = `<div style="visibility:hidden"><p>${'words '.repeat(count)}</p></div>`;

    const { textContent } = snapshotOf(`<p>${seen}</p>${hidden}`).body;

    expect(textContent.includes('words')).toBe(expected);
    expect(textContent).toContain(seen);
  });

  it.each([
    ['a closed details element', '<details><summary>s</summary><p>in</p></details>'],
    ['content with hidden=until-found', '<p hidden=until-found style="display:block">in</p>'],
    ['an inactive tab panel', `<div role=tabpanel hidden>in ${'word '.repeat(20)}</div>`],
  ])('marks %s as collapsed', (_, html) => {
    const marked = snapshotOf(html).querySelectorAll('[data-keepsake-collapsed]');

    expect(Array.from(marked, ({ textContent }) => textContent.slice(0, 2))).toEqual(['in']);
  });

  it.each([
    ['<div hidden id="S:1a"><p>in</p></div>', 'in'],
    ['<div hidden id="S:x"><p>in</p></div>', ''],
    ['<div hidden id="s"><p>in</p></div>', ''],
  ])('copies content React has streamed but not placed yet: %s', (html, expected) => {
    expect(snapshotOf(html).body.textContent).toBe(expected);
  });

  it('flattens elements nested too deeply', () => {
    const { document } = new JSDOM('').window;
    let innermost: Element = document.body;
    for (let depth = 0; depth < 450; depth++) {
      const next = document.createElement('div');
      innermost.append(String(depth), next);
      innermost = next;
    }

    const copy = takeSnapshot(document);

    expect(copy.body.textContent).toContain('449');
    expect(depthOf(copy.body)).toBeLessThan(420);
  });

  it.each([
    ['nodes', { nodes: 5, characters: 1_000 }],
    ['characters', { nodes: 1_000, characters: 5 }],
  ])('stops at the limit of %s and marks the copy as truncated', (_, limits) => {
    const { document } = new JSDOM('<p>one</p>'.repeat(6)).window;

    expect(isTruncated(takeSnapshot(document, limits))).toBe(true);
    expect(isTruncated(takeSnapshot(document))).toBe(false);
  });

  it.each(['firstChild', 'lastChild', 'previousSibling', 'localName', 'textContent', 'matches'])(
    "isn't misled by a control named %s",
    (name) => {
      const html = `<p>a</p><form hidden><input name=${name}>x</form><form><input name=${name}><b>b</b></form>`;

      expect(snapshotOf(html).body.textContent).toBe('ab');
    },
  );

  it.each([
    ['a text area', '<textarea>My notes\nof today\n\nThe end</textarea>'],
    ['locked inputs', '<input readonly value="My notes of today"><input disabled value="The end">'],
  ])('reads %s with most of the text of the page', (_, fields) => {
    const { body } = snapshotOf(`<p>Saved.</p>${fields}`);

    expect(body.textContent.replace(/\s+/g, ' ')).toMatch(/Saved\.My notes ?of today ?The end/);
  });

  it.each([
    ['a comment being written', '<textarea>First!</textarea>'],
    ['an input being filled in', '<input value="A person, with an address that is long enough">'],
    ['a password', '<input type="password" readonly value="longer than the text of the page">'],
  ])('leaves out %s', (_, fields) => {
    const { body } = snapshotOf(`<p>What the page says.</p>${fields}`);

    expect(body.textContent).toBe('What the page says.');
  });

  it('reads the text of a canvas, but not the notice in it', () => {
    const drawn = `<canvas><p>${'drawn '.repeat(30)}</p><p>end</p></canvas>`;

    expect(snapshotOf(drawn).body.textContent).toContain('drawn end');
    expect(
      snapshotOf('<p>a</p><canvas><b>Get a</b> <b>browser</b></canvas>').body.textContent,
    ).toBe('a');
  });

  it.each([
    ['hidden', 'visibility: hidden'],
    ['one pixel wide', 'width: 1px'],
  ])('skips frames that are %s', (_, style) => {
    const { document } = new JSDOM(`<p>a</p><iframe style="${style}"></iframe>`).window;
    document.querySelector('iframe')?.contentDocument?.body.append('b');

    expect(takeSnapshot(document).body.textContent).toBe('a');
  });

  it('keeps a space that has its own element', () => {
    expect(snapshotOf('<p><b>a</b><span> </span><b>b</b></p>').body.innerHTML).toBe(
      '<p><b>a</b> <b>b</b></p>',
    );
  });

  it('reads the lines of a code editor as code', () => {
    const lines = '<div>if (a)</div><div>\u00a0 b</div>';
    const { body } = snapshotOf(`<div class="cm-content" data-language="js">${lines}</div>`);
    normalizeCodeBlocks(body);

    expect(body.innerHTML).toBe(
      '<pre data-language="js"><code class="language-js">if (a)\n  b</code></pre>',
    );
    expect(
      snapshotOf(`<div class="cm-content" data-language="markdown">${lines}</div>`).body.innerHTML,
    ).not.toContain('<pre');
  });

  const unseen = 'style="position: absolute; clip: rect(0px, 0px, 0px, 0px)"';
  it.each([
    [
      'a figure that hidden words repeat',
      `<i aria-hidden="true">240.00</i><b ${unseen}>two</b>`,
      '240.00',
    ],
    ['no icon', `<i aria-hidden="true">looks_3</i><b ${unseen}>three</b>`, ''],
    ['no figure without such words', `<i aria-hidden="true">240.00</i><b>two</b>`, 'two'],
    [
      'no rendering of a formula',
      `<i aria-hidden="true">x2</i><b ${unseen}><math><mi>x</mi><mn>2</mn></math></b>`,
      'x2',
    ],
  ])('shows %s', (_, html, expected) => {
    expect(snapshotOf(`<p>${html}</p>`).body.textContent).toBe(expected);
  });

  const hidden = (text: string) => `<div style="display: none">${text}</div>`;
  const prose = 'Words that are long enough to be more than the label of a button.';
  const shown = 'Other words that are shown, more than would fit on a label, at once.';
  const panel = (state: string, style = '') =>
    `<div class="panel ${state}" style="${style}">${state === 'open' ? shown : prose}</div>`;
  it.each([
    ['text behind a button', `<div><button>More</button></div>${hidden(prose)}`, true],
    [
      'text below a menu',
      `<div><button>One</button><button>Two</button><button>Three</button></div>${hidden(prose)}`,
      false,
    ],
    [
      'a quoted message',
      `<div><button>…</button></div>${hidden(`<blockquote>${prose}</blockquote>`)}`,
      false,
    ],
    ['the answer to a question', `<p>How long?</p>${hidden(prose)}`, true],
    ['text below another text', `<p>How long it is.</p>${hidden(prose)}`, false],
    ['the rest above a button that shows it', `${hidden(prose)}<button>Read more</button>`, true],
    ['text above a link to elsewhere', `${hidden(prose)}<a href="/b">Next page</a>`, false],
    ['a panel beside an open one', `${panel('open')}${panel('', 'display: none')}`, true],
    [
      'a view beside the one that is open',
      `<div class="panel">${shown}</div><div class="panel" style="display: none"><h2>a</h2>${prose}</div>`,
      false,
    ],
    [
      'a copied slide',
      `${panel('open')}<div class="panel slick-cloned" style="display: none">${prose}</div>`,
      false,
    ],
    [
      'a dialog of settings',
      `<button>Cookies</button><div class="cookie-settings"><button>More</button>${hidden(prose)}</div>`,
      false,
    ],
    [
      'a closed panel that takes up space',
      `<button>More</button><div style="visibility: hidden">${prose}</div><p>${shown}</p>`,
      true,
    ],
    [
      'hidden text that takes up space',
      `<div style="visibility: hidden">${prose}</div><p>${shown}</p>`,
      false,
    ],
    [
      'a closed panel that is drawn',
      `<button>More</button><div aria-hidden="true">${prose}</div>`,
      true,
    ],
    ['a drawn slide', `<div aria-hidden="true">${prose}</div>`, true],
    [
      'what is behind a dialog',
      `<div aria-hidden="true">${prose}</div><div aria-modal="true">${shown}</div>`,
      false,
    ],
    [
      'what was behind a dialog that is closed',
      `<div aria-hidden="true">${prose}</div><div aria-modal="true" style="display: none">${shown}</div>`,
      true,
    ],
  ])('decides whether to keep %s', (_, html, isKept) => {
    expect(snapshotOf(html).body.textContent.includes(prose)).toBe(isKept);
  });

  it('shows the text in a closed panel, even if the panel and its text are hidden in two ways', () => {
    const closed = `<div style="display: none; visibility: hidden"><p>${prose}</p></div>`;

    expect(snapshotOf(`<p>a</p><button>More</button>${closed}`).body.textContent).toContain(prose);
  });

  it.each([
    ['repeats the visible text', `<p>${prose}</p>`, prose, 1],
    ['also has its own text', `<p>${prose}</p>`, `<p>${prose}</p><p>${shown}</p>`, 2],
    ['repeats a folded part', `<p>How long?</p>${hidden(prose)}`, prose, 1],
  ])('decides whether to remove a folded part that %s', (_, before, folded, count) => {
    const { textContent } = snapshotOf(`${before}<p>And how long?</p>${hidden(folded)}`).body;

    expect(textContent.split(prose)).toHaveLength(count + 1);
  });

  it('keeps a folded part inside a folded part', () => {
    const inner = `<p>And how long?</p>${hidden(prose)}`;

    expect(snapshotOf(`<p>How long?</p>${hidden(`${shown}${inner}`)}`).body.textContent).toContain(
      prose,
    );
  });

  it('keeps what a script would show if scripts are off', () => {
    const text = prose.repeat(30);
    const document = documentOf(`<p>a</p>${hidden(`<a href="/b">${text}</a>`)}`);
    expect(takeSnapshot(document).body.textContent).toBe('a');

    const view = document.defaultView;
    if (view === null) throw new Error('No window');
    view.matchMedia = (query) => Object.assign(new view.EventTarget(), matching(query));

    expect(takeSnapshot(document).body.textContent).toContain(text);
  });
});

/** The result of a media query in a browser in which scripts are off. */
function matching(query: string) {
  return {
    media: query,
    matches: query === '(scripting: none)',
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  };
}

/** Turns leading templates into shadow roots, as an HTML parser does for declarative shadow DOM. */
function openComponents(root: ParentNode): void {
  for (const template of Array.from(root.querySelectorAll('template'))) {
    const host = template.parentElement;
    if (host === null) continue;
    const shadow = host.attachShadow({ mode: 'open' });
    shadow.append(template.content);
    template.remove();
    openComponents(shadow);
  }
}

function depthOf(element: Element): number {
  let depth = 0;
  for (let level: Element[] = [element]; level.length > 0; depth++) {
    level = level.flatMap(({ children }) => Array.from(children));
  }
  return depth;
}

/** Has more nodes than are copied per step. */
const long = '<p>row</p>'.repeat(600);

function documentOf(body: string): Document {
  return new JSDOM(body, { url: 'https://example.org/' }).window.document;
}

/** Returns a yield function that runs the next change each time it's called. */
function turnsOf(changes: readonly (() => void)[]) {
  const left = [...changes];
  let turns = 0;
  const yieldIfDue = async () => {
    turns++;
    left.shift()?.();
    await Promise.resolve();
  };
  return { yieldIfDue, count: () => turns };
}

describe('takeSnapshotYielding', () => {
  it('yields while copying the whole page', async () => {
    const document = documentOf(`${long}<p>last</p>`);
    const { yieldIfDue, count } = turnsOf([]);

    const copy = await takeSnapshotYielding(document, yieldIfDue);

    expect(copy.body.innerHTML).toBe(document.body.innerHTML);
    expect(count()).toBeGreaterThan(2);
  });

  it.each<[string, (document: Document) => void]>([
    ['gains text', ({ body }) => body.prepend('new')],
    ['loses an element', ({ body }) => body.firstElementChild?.remove()],
    ['changes a word', ({ body }) => void (body.firstChild!.firstChild!.nodeValue = 'new')],
    ['changes an attribute', ({ body }) => body.firstElementChild?.setAttribute('class', 'new')],
  ])('starts over if the page %s meanwhile', async (_, change) => {
    const document = documentOf(long);
    const { yieldIfDue } = turnsOf([() => change(document)]);

    const copy = await takeSnapshotYielding(document, yieldIfDue);

    expect(copy.body.innerHTML).toBe(document.body.innerHTML);
  });

  it("copies a page that hasn't drawn any text yet", async () => {
    const document = documentOf(`<div style="visibility:hidden">${long}</div>`);
    const { yieldIfDue } = turnsOf([]);

    const copy = await takeSnapshotYielding(document, yieldIfDue);

    expect(copy.querySelectorAll('p').item(599).textContent).toBe('row');
  });

  it('notices changes in a shadow root it has entered', async () => {
    const document = documentOf(`<x-a></x-a>${long}`);
    const root = document.querySelector('x-a')!.attachShadow({ mode: 'open' });
    root.innerHTML = '<b>old</b>';
    const { yieldIfDue } = turnsOf([() => void (root.querySelector('b')!.textContent = 'new')]);

    const copy = await takeSnapshotYielding(document, yieldIfDue);

    expect(copy.querySelector('b')?.textContent).toBe('new');
  });

  it('copies a page without yielding if it keeps changing', async () => {
    const document = documentOf(long);
    let count = 0;
    const { yieldIfDue } = turnsOf(
      Array.from({ length: 99 }, () => () => document.body.prepend(`${count++} `)),
    );

    const copy = await takeSnapshotYielding(document, yieldIfDue);

    expect(copy.body.innerHTML).toBe(document.body.innerHTML);
    expect(count).toBe(2);
  });

  it('stops observing once the copy is complete', async () => {
    const document = documentOf(long);
    const disconnect = document.defaultView!.MutationObserver.prototype.disconnect;
    let ended = 0;
    document.defaultView!.MutationObserver.prototype.disconnect = function end(
      this: MutationObserver,
    ) {
      ended++;
      disconnect.call(this);
    };

    await takeSnapshotYielding(document, turnsOf([]).yieldIfDue);

    expect(ended).toBe(1);
  });
});
