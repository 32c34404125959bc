import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { selectionCaptureResultSchema } from './schema.ts';
import { serviceLimits } from '../contract/limits.ts';
import { captureSelection } from './capture-selection.ts';

function open(html: string) {
  const { window } = new JSDOM(`<title>Ice</title><link rel=canonical href=/ice><body>${html}`, {
    url: 'https://example.org/a#b',
  });
  const { document } = window;
  if (document.defaultView === null) throw new Error('no window');
  return { window: document.defaultView, document };
}

/** Selects from the first occurrence of one word to the end of the first occurrence of another. */
function select(document: Document, from: string, to: string) {
  const [startNode, start] = find(document, from);
  const [endNode, end] = find(document, to);
  document.getSelection()?.setBaseAndExtent(startNode, start, endNode, end + to.length);
}

function find(document: Document, word: string): [Node, number] {
  const walker = document.createTreeWalker(document.body, 4);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const index = node.textContent?.indexOf(word) ?? -1;
    if (index >= 0) return [node, index];
  }
  throw new Error(`no ${word}`);
}

const before = 'The first words of the page stand here. ';
const after = ' And these are the last words of the page.';

describe('captureSelection', () => {
  it('returns the text, its anchor and its source', () => {
    const { window, document } = open(`<p>${before}Ice <b>keeps</b> long.${after}</p>`);
    select(document, 'Ice', 'long.');

    const result = captureSelection(window);

    expect(result).toEqual({
      ok: true,
      value: {
        url: 'https://example.org/a#b',
        canonicalLink: 'https://example.org/ice',
        title: 'Ice',
        text: 'Ice keeps long.',
        isFocused: true,
        anchor: {
          quote: {
            exact: 'Ice keeps long.',
            prefix: before.trim(),
            suffix: after.trim(),
          },
          position: { start: 32, end: 45 },
          rivals: 'none',
        },
      },
    });
    expect(selectionCaptureResultSchema.parse(structuredClone(result))).toEqual(result);
  });

  it('returns the text as the browser does, including whitespace', () => {
    const { window, document } = open('<pre>a  \n  b </pre>');
    document.getSelection()?.selectAllChildren(document.querySelector('pre') ?? document.body);

    expect(captureSelection(window)).toMatchObject({ ok: true, value: { text: 'a  \n  b ' } });
  });

  it('changes neither the page nor the selection', () => {
    const { window, document } = open(`<p>${before}Ice keeps.</p>`);
    select(document, 'Ice', 'keeps');
    const html = document.documentElement.outerHTML;

    captureSelection(window);

    expect(document.documentElement.outerHTML).toBe(html);
    expect(document.getSelection()?.toString()).toBe('Ice keeps');
  });

  it('anchors across blocks, skipping scripts and comments', () => {
    const { window, document } = open(
      '<p>one</p><script>var x;</script><!-- c --><p>two <i>three</i></p>',
    );
    select(document, 'one', 'three');

    const result = captureSelection(window);
    const anchor = result.ok ? result.value.anchor : null;

    expect(anchor).toMatchObject({
      quote: { exact: 'onetwo three', prefix: '', suffix: '' },
      position: { start: 0, end: 11 },
    });
  });

  it('anchors a backward selection between elements', () => {
    const { window, document } = open('<p>one</p><p>two</p><p>three</p>');
    document.getSelection()?.setBaseAndExtent(document.body, 2, document.body, 1);

    expect(captureSelection(window)).toMatchObject({
      value: { anchor: { quote: { exact: 'two', prefix: 'one', suffix: 'three' } } },
    });
  });

  it("doesn't split a character in the context", () => {
    const { window, document } = open(`<p>${'🙂'.repeat(20)}.. word ..${'🙂'.repeat(20)}</p>`);
    select(document, 'word', 'word');

    const result = captureSelection(window);
    const quote = result.ok ? result.value.anchor?.quote : undefined;

    expect(quote?.prefix.isWellFormed()).toBe(true);
    expect(quote?.suffix.isWellFormed()).toBe(true);
  });

  it.each([
    ['a textarea', '<textarea>keep these words</textarea>'],
    ['an input', '<input value="keep these words">'],
  ])('returns text selected in %s without an anchor', (_, html) => {
    const { window, document } = open(`<p>${before}</p>${html}`);
    const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    field?.focus();
    field?.setSelectionRange(5, 10);

    expect(captureSelection(window)).toMatchObject({
      ok: true,
      value: { text: 'these', anchor: null },
    });
  });

  it("returns the page's selection if the focused field has none", () => {
    const { window, document } = open(`<p>Ice keeps.</p><input value=x>`);
    document.querySelector('input')?.focus();
    select(document, 'Ice', 'keeps');

    expect(captureSelection(window)).toMatchObject({ ok: true, value: { text: 'Ice keeps' } });
  });

  it('never returns a password', () => {
    const { window, document } = open('<p>Ice</p><input type=password value="hunter2">');
    const field = document.querySelector('input');
    field?.focus();
    field?.select();

    expect(captureSelection(window)).toMatchObject({
      ok: false,
      error: { code: 'selection.empty' },
    });
  });

  it('reads the frame it runs in', () => {
    const { document } = open('<iframe></iframe>');
    const frame = document.querySelector('iframe')?.contentDocument;
    if (frame?.defaultView == null) throw new Error('no frame');
    frame.body.innerHTML = '<p>Words in the frame.</p>';
    select(frame, 'Words', 'frame');

    expect(captureSelection(frame.defaultView)).toMatchObject({
      ok: true,
      value: {
        text: 'Words in the frame',
        url: 'https://example.org/a#b',
        anchor: { position: { start: 0, end: 15 } },
      },
    });
  });

  it.each([
    ['nothing is selected', '<p>Ice</p>', () => {}],
    [
      'only whitespace is selected',
      '<p>a</p><p id=x> \n </p>',
      (document: Document) =>
        document.getSelection()?.selectAllChildren(document.querySelector('#x') ?? document),
    ],
  ])('fails with selection.empty if %s', (_, html, act) => {
    const { window, document } = open(html);
    act(document);

    expect(captureSelection(window)).toMatchObject({
      ok: false,
      error: { code: 'selection.empty' },
    });
  });

  it('fails with page.pdf on a viewer that hides its selection', () => {
    const { window, document } = open('<embed>');
    Object.defineProperty(document, 'contentType', { value: 'application/pdf' });

    expect(captureSelection(window)).toMatchObject({ error: { code: 'page.pdf' } });
  });

  it('fails with page.too-large over the limit', () => {
    const { window, document } = open(`<p>${'é'.repeat(serviceLimits.contentBytes / 2 + 1)}</p>`);
    document.getSelection()?.selectAllChildren(document.body);

    expect(captureSelection(window)).toMatchObject({
      ok: false,
      error: { code: 'page.too-large' },
    });
  });
});
