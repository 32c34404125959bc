import { JSDOM } from 'jsdom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHighlightBox, isCommentFrame, boxStyle } from './box.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page that listens to its keys, with the box above it. */
function openBox() {
  const { window } = new JSDOM('<body></body>');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a window without what nothing here asks for
  const page = window as unknown as Window & typeof globalThis;
  // As a browser that cannot tell what lies above an element.
  Object.assign(page, { IntersectionObserver: function none() {} });
  vi.stubGlobal('AbortController', page.AbortController);
  const { document } = page;
  const shell = createHighlightBox(page);
  const heard: string[] = [];
  for (const type of ['keydown', 'keyup'] as const) {
    page.addEventListener(type, ({ key }) => heard.push(`${type} ${key}`), { capture: true });
  }
  shell.show({
    content: document.createElement('div'),
    area: () => ({ left: 0, top: 0, right: 0, bottom: 0 }),
    near: document,
    isAskedFor: true,
    onEscape: shell.hide,
  });
  return {
    shell,
    heard,
    /** On the body, as where nothing has the focus any more. */
    send(type: 'keydown' | 'keyup', init: KeyboardEventInit): void {
      document.body.dispatchEvent(new page.KeyboardEvent(type, { ...init, bubbles: true }));
    },
    /** As the frame of the field hands a genuine key on, which no script can make. */
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

describe('the box', () => {
  it('keeps the rest of the Escape that closed it from the page, and nothing more', () => {
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

  it('leaves an Escape to the page that came after the end of its own was lost', () => {
    const { heard, send, escape } = openBox();

    escape();
    send('keydown', { key: 'Escape' });
    send('keyup', { key: 'Escape' });

    expect(heard).toEqual(['keydown Escape', 'keyup Escape']);
  });
});

const { document } = new JSDOM('<body></body>').window;

/** The window of a frame in the root of a new host. */
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

describe('isOwnFrame', () => {
  it('knows the frame in the box', () => {
    expect(isCommentFrame(frameIn('closed'))).toBe(true);
  });

  it.each([
    ['beside its text', null, 'manual'],
    ['in a root it can look into', 'open', 'manual'],
    ['in a closed part of its own', 'closed', null],
  ] as const)('takes an empty frame of the page %s for none', (_, mode, popover) => {
    expect(isCommentFrame(frameIn(mode, popover))).toBe(false);
  });

  it('takes the page itself, and a frame of another site, for none', () => {
    const page = { frameElement: null, location: { href: 'about:blank' } };

    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a window as is looked at
    expect(isCommentFrame(page as unknown as Window)).toBe(false);
  });
});

it('takes no font by a name that the page could give to one of its own', () => {
  const fonts = [...boxStyle.matchAll(/font(?:-family)?:\s*([^;]+);/g)].map(([, font]) => font);

  expect(fonts).toEqual(['inherit', '14px/1.45 system-ui, sans-serif']);
});
