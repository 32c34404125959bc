import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { takeSnapshot } from './page-snapshot.ts';

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
});
