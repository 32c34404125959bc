import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { runOnce } from './highlighter.ts';

/** Creates a script that records calls in order. */
function createScript() {
  const calls: string[] = [];
  const marks = { refresh: () => calls.push('refresh'), isConnected: () => true, stop: () => {} };
  const parts = {
    prepare: () => {
      calls.push('prepare');
      return { stop: () => calls.push('leave') };
    },
    start: () => {
      calls.push('start');
      return marks;
    },
  };
  return { calls, parts };
}

/** Opens a page that is still loading. */
function open() {
  const { window } = new JSDOM('<p>Ice</p>');
  Object.defineProperty(window.document, 'readyState', { value: 'loading' });
  return window as unknown as Window & typeof globalThis;
}

function load({ document, Event }: Window & typeof globalThis): void {
  document.dispatchEvent(new Event('DOMContentLoaded'));
}

describe('runOnce', () => {
  it("prepares before the page's scripts run, and starts once there is a body", () => {
    const { calls, parts } = createScript();
    const page = open();

    runOnce(page, parts);
    expect(calls).toEqual(['prepare']);
    load(page);

    expect(calls).toEqual(['prepare', 'start']);
  });

  it('starts only one of two scripts injected while the page was loading', () => {
    const { calls, parts } = createScript();
    const page = open();

    runOnce(page, parts);
    runOnce(page, parts);
    load(page);

    expect(calls).toEqual(['prepare', 'prepare', 'start', 'leave']);
  });

  it('refreshes a running script', () => {
    const { calls, parts } = createScript();
    const page = open();
    runOnce(page, parts);
    load(page);

    runOnce(page, parts);

    expect(calls).toEqual(['prepare', 'start', 'refresh']);
  });
});
