import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { isCut, takeSnapshot } from './page-snapshot.ts';

function snapshotOf(html: string): Document {
  return takeSnapshot(new JSDOM(html, { url: 'https://example.org/' }).window.document);
}

describe('takeSnapshot', () => {
  it('gives a document of its own, which belongs to no window', () => {
    const { document } = new JSDOM('<p>a</p>').window;

    const copy = takeSnapshot(document);

    expect(copy).not.toBe(document);
    expect(copy.defaultView).toBeNull();
    expect(copy.body.innerHTML).toBe('<p>a</p>');
  });

  it('gives names back to the document that images and forms have taken', () => {
    const copy = snapshotOf('<title>t</title><form name="body"></form><img name="title"><p>a</p>');

    expect(copy.body.localName).toBe('body');
    expect(copy.title).toBe('t');
  });

  it('takes the names from the controls of a form', () => {
    const copy = snapshotOf('<form id=f><input name="parentNode" id="className"></form>');

    expect(copy.body.innerHTML).toBe('<form id="f"><input></form>');
  });

  it('keeps what the page says of itself for machines, and no other script', () => {
    const data = '<script type="application/ld+json">{}</script>';

    expect(snapshotOf(`<body>${data}<script>a()</script>`).body.innerHTML).toBe(data);
  });

  it('keeps the place of every element beside those it leaves out', () => {
    const html =
      '<p hidden><b>x</b><i>x</i></p><p>a<svg><g></g></svg></p><p style="color:red">b</p>';

    expect(snapshotOf(html).body.innerHTML).toBe('<p>a</p><p>b</p>');
  });

  it('strikes out what the style of the page does', () => {
    const style = '<style>.was { text-decoration-line: line-through }</style>';

    expect(
      snapshotOf(`${style}<p><span class="was">$199</span><span>$149</span></p>`).body.innerHTML,
    ).toBe('<p><span class="was"><s>$199</s></span><span>$149</span></p>');
  });

  it('keeps of the head what the page says of itself, and no more', () => {
    const head = '<title>t</title><meta name="a" content="b"><link rel="canonical" href="/c">';

    expect(snapshotOf(`${head}<style>x{}</style><script>a()</script>`).head.innerHTML).toBe(head);
  });

  it.each([
    ['a component shows', '<x-a><template>in <slot></slot></template>out</x-a>', 'in out'],
    [
      'a slot of a slot holds, once',
      '<x-a><template><x-b><template>b <slot></slot></template><slot></slot></x-b></template>out</x-a>',
      'b out',
    ],
    ['a slot holds by itself', '<x-a><template><slot>own</slot></template></x-a>', 'own'],
    ['has no slot', '<x-a><template>in</template>out</x-a>', 'in'],
  ])('reads what %s', (_, html, expected) => {
    const { document } = new JSDOM(html).window;
    openComponents(document.body);
    const before = document.documentElement.outerHTML;

    expect(takeSnapshot(document).body.textContent).toBe(expected);
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('reads no closed component', () => {
    const { document } = new JSDOM('<x-a></x-a>').window;
    document.querySelector('x-a')?.attachShadow({ mode: 'closed' }).append('closed');

    expect(takeSnapshot(document).body.textContent).toBe('');
  });

  it('reads a frame of the same site at its place, its addresses made absolute', () => {
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
  ])('reads hidden words only where there are no others: %s', (html, expected) => {
    expect(snapshotOf(html).body.textContent).toBe(expected);
  });

  it.each([
    ['<div style="white-space:pre">a\n b\n\nc\n</div>', 'a\n<br> b\n<br>\n<br>c\n'],
    ['<p style="white-space:pre-wrap">\na\n</p>', '\na\n'],
    ['<p>a\nb</p>', 'a\nb'],
    ['<pre><b>a\nb</b></pre>', '<b>a\nb</b>'],
  ])('breaks the lines that the page shows: %s', (html, expected) => {
    expect(snapshotOf(html).body.firstElementChild?.innerHTML).toBe(expected);
  });

  it.each([
    ['many, beside a notice', 120, 'Loading…', true],
    ['few, beside a notice', 60, 'Loading…', false],
    ['many, beside more than a notice', 120, 'Ice was cut in winter. '.repeat(3), false],
  ])('reads hidden words that are %s: %s', (_, count, seen, expected) => {
    const hidden = `<div style="visibility:hidden"><p>${'words '.repeat(count)}</p></div>`;

    const { textContent } = snapshotOf(`<p>${seen}</p>${hidden}`).body;

    expect(textContent.includes('words')).toBe(expected);
    expect(textContent).toContain(seen);
  });

  it.each([
    ['a closed fold', '<details><summary>s</summary><p>in</p></details>'],
    ['what a search would unfold', '<p hidden=until-found style="display:block">in</p>'],
    ['a tab behind', `<div role=tabpanel hidden>in ${'word '.repeat(20)}</div>`],
  ])('marks %s', (_, html) => {
    const marked = snapshotOf(html).querySelectorAll('[data-keepsake-collapsed]');

    expect(Array.from(marked, ({ textContent }) => textContent.slice(0, 2))).toEqual(['in']);
  });

  it.each([
    ['<div hidden id="S:1a"><p>in</p></div>', 'in'],
    ['<div hidden id="S:x"><p>in</p></div>', ''],
    ['<div hidden id="s"><p>in</p></div>', ''],
  ])('reads what is sent but not yet put into its place: %s', (html, expected) => {
    expect(snapshotOf(html).body.textContent).toBe(expected);
  });

  it('lays flat what nests deeper than calls can', () => {
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
  ])('ends at the bound of %s, and says so', (_, bounds) => {
    const { document } = new JSDOM('<p>one</p>'.repeat(6)).window;

    expect(isCut(takeSnapshot(document, bounds))).toBe(true);
    expect(isCut(takeSnapshot(document))).toBe(false);
  });

  it.each(['firstChild', 'lastChild', 'previousSibling', 'localName', 'textContent', 'matches'])(
    'is not misled by a control named %s',
    (name) => {
      const html = `<p>a</p><form hidden><input name=${name}>x</form><form><input name=${name}><b>b</b></form>`;

      expect(snapshotOf(html).body.textContent).toBe('ab');
    },
  );
});

/** Makes components of the elements that begin with a template, as the parser of a browser does. */
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
