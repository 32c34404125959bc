import { JSDOM } from 'jsdom';
import { describe, expect, it, vi } from 'vitest';
import { watchAbove } from './above.ts';

/** A page whose elements say by an attribute that they are above everything, which jsdom knows nothing of. */
function createPage(body: string) {
  const { document, Element, Document, ShadowRoot } = new JSDOM(body).window;
  Element.prototype.checkVisibility = function isShown() {
    return !this.hasAttribute('hidden');
  };
  for (const { prototype } of [Document, ShadowRoot]) {
    const { querySelectorAll } = prototype;
    prototype.querySelectorAll = function find(this: ParentNode, selector: string) {
      return querySelectorAll.call(this, selector === '*' ? '*' : '[above]');
    };
  }
  const host = document.querySelector('#host');
  if (host === null) throw new Error('There is no host.');
  return { document, host };
}

describe('watchAbove', () => {
  it.each([
    ['the box alone', '<div id="host" above></div>', true],
    ['the box in a dialog', '<dialog above><div id="host" above></div></dialog>', true],
    ['something that is not drawn', '<div id="host" above></div><p above hidden></p>', true],
    ['something else', '<div id="host" above></div><p above></p>', false],
  ])('says at once what it finds of %s', (_, body, isAlone) => {
    const onChange = vi.fn<(isAlone: boolean) => void>();

    watchAbove(createPage(body).host, onChange).end();

    expect(onChange.mock.calls).toEqual([[isAlone]]);
  });

  it('finds what is in a shadow root, and says when it comes and goes', () => {
    const { document, host } = createPage('<div id="host" above></div><p></p>');
    const cover = document.createElement('div');
    document.querySelector('p')?.attachShadow({ mode: 'open' }).append(cover);
    const onChange = vi.fn<(isAlone: boolean) => void>();
    const watch = watchAbove(host, onChange);

    cover.setAttribute('above', '');
    watch.look();
    watch.look();
    cover.remove();
    watch.look();
    watch.end();

    expect(onChange.mock.calls).toEqual([[true], [false], [true]]);
  });
});
