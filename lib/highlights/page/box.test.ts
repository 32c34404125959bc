import { JSDOM } from 'jsdom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHighlightBox, isCommentFrame, boxStyle } from './box.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens the box on a page that listens to key events. */
function openBox() {
  const { window } = new JSDOM('<body></body>');
  const page = window as unknown as Window & typeof globalThis;
  // Like browsers that don't report whether an element is covered.
  Object.assign(page, { IntersectionObserver: function none() {} });
  vi.stubGlobal('AbortController', page.AbortController);
  const { document } = page;
  const shell = createHighlightBox(page);
  const heard: string[] = [];
  for (const type of ['keydown', 'keyup'] as const) {
    page.addEventListener(type, ({ key }) => heard.push(`${type} ${key}`), { capture: true });
  }
  const range = document.createRange();
  // jsdom has no layout.
  range.getBoundingClientRect = () => document.body.getBoundingClientRect();
  shell.show({
    content: document.createElement('div'),
    range,
    isAskedFor: true,
    onEscape: shell.hide,
  });
  return {
    shell,
    heard,
    /** Dispatches on the body, as browsers do if nothing is focused. */
    send(type: 'keydown' | 'keyup', init: KeyboardEventInit): void {
      document.body.dispatchEvent(new page.KeyboardEvent(type, { ...init, bubbles: true }));
    },
    /** Passes on a trusted Escape, as the field's frame does. Scripts can't create trusted events. */
    escape(): void {
      const { KeyboardEvent } = page;
      const pressed = new KeyboardEvent('keydown', { key: 'Escape' });
      shell.press(
        new Proxy(pressed, {
          get: (event, name) => name === 'isTrusted' || Reflect.get(event, name, event),
        }),
      );
    },
  };
}

describe('createHighlightBox', () => {
  it('hides the rest of the closing Escape press from the page, and nothing else', () => {
    const { shell, heard, send, escape } = openBox();

    escape();
    expect(shell.isShown()).toBe(false);
    send('keydown', { key: 'Escape', repeat: true });
    send('keyup', { key: 'a' });
    send('keyup', { key: 'Escape' });
    expect(heard).toEqual(['keyup a']);

    send('keydown', { key: 'Escape' });
    send('keyup', { key: 'Escape' });
    expect(heard).toEqual(['keyup a', 'keydown Escape', 'keyup Escape']);
  });

  it('leaves the next Escape to the page even if the closing press had no keyup', () => {
    const { heard, send, escape } = openBox();

    escape();
    send('keydown', { key: 'Escape' });
    send('keyup', { key: 'Escape' });

    expect(heard).toEqual(['keydown Escape', 'keyup Escape']);
  });
});

const { document } = new JSDOM('<body></body>').window;

/** Returns the window of a frame in the shadow root of a new host, or in the host itself. */
function frameIn(mode: ShadowRootMode | null, popover: string | null = 'manual'): Window {
  const host = document.createElement('div');
  if (popover !== null) host.setAttribute('popover', popover);
  document.body.append(host);
  const frame = document.createElement('iframe');
  (mode === null ? host : host.attachShadow({ mode })).append(frame);
  const { contentWindow } = frame;
  if (contentWindow === null) throw new Error('The frame has no window.');
  return contentWindow;
}

describe('isCommentFrame', () => {
  it('accepts the frame in the box', () => {
    expect(isCommentFrame(frameIn('closed'))).toBe(true);
  });

  it.each([
    ['outside a shadow root', null, 'manual'],
    ['in an open shadow root', 'open', 'manual'],
    ['in a closed shadow root without a popover', 'closed', null],
  ] as const)('rejects an empty frame of the page %s', (_, mode, popover) => {
    expect(isCommentFrame(frameIn(mode, popover))).toBe(false);
  });

  it('rejects the page itself and frames of other sites', () => {
    const page = { frameElement: null, location: { href: 'about:blank' } };

    expect(isCommentFrame(page as unknown as Window)).toBe(false);
  });
});

it('uses no font that the page could define', () => {
  const fonts = [...boxStyle.matchAll(/font(?:-family)?:\s*([^;]+);/g)].map(([, font]) => font);

  expect(fonts).toEqual(['inherit', '14px/1.45 system-ui, sans-serif']);
});
