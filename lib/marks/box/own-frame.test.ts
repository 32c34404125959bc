import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { isOwnFrame } from './own-frame.ts';

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
    expect(isOwnFrame(frameIn('closed'))).toBe(true);
  });

  it.each([
    ['beside its text', null, 'manual'],
    ['in a root it can look into', 'open', 'manual'],
    ['in a closed part of its own', 'closed', null],
  ] as const)('takes an empty frame of the page %s for none', (_, mode, popover) => {
    expect(isOwnFrame(frameIn(mode, popover))).toBe(false);
  });

  it('takes the page itself, and a frame of another site, for none', () => {
    const page = { frameElement: null, location: { href: 'about:blank' } };

    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a window as is looked at
    expect(isOwnFrame(page as unknown as Window)).toBe(false);
  });
});
