import { JSDOM } from 'jsdom';
import { describe, expect, it, vi } from 'vitest';
import { createCards, runOnce } from './highlighter.ts';
import type { HighlighterPorts } from '../page-messages.ts';
import { ok } from '../../contract/result.ts';
import { t } from '../../i18n/i18n.ts';

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

describe('the status of a highlight hidden on its card', () => {
  const position = { start: 0, end: 3 };
  const anchor = { quote: { exact: 'Ice', prefix: '', suffix: '' }, position };
  const highlight = { id: 'h1', anchor, comment: null, color: 'yellow' } as const;

  /** Clicks “Hide highlight” on the card. */
  async function hideOnCard() {
    const window = open();
    const { document } = window;
    // Scripts can't create trusted clicks, so the listeners are called.
    const clicks = new Map<unknown, (event: { isTrusted: boolean }) => void>();
    vi.spyOn(window.EventTarget.prototype, 'addEventListener').mockImplementation(function listen(
      this: EventTarget,
      _type,
      listener,
    ) {
      clicks.set(this, listener as (event: { isTrusted: boolean }) => void);
    });
    const box = {
      document,
      show: ({ content }: { content: HTMLElement }) => document.body.replaceChildren(content),
      hide: () => document.body.replaceChildren(),
      isShown: () => document.body.hasChildNodes(),
    };
    const none = () => {};
    const cards = createCards({
      ports: { ask: async () => ok({}) } as unknown as HighlighterPorts,
      box: box as unknown as Parameters<typeof createCards>[0]['box'],
      drawing: { show: none } as unknown as Parameters<typeof createCards>[0]['drawing'],
      onRemoved: none,
      onChanged: none,
    });
    cards.show([{ highlight, range: document.createRange() }]);
    const words = t('highlights_box_remove');
    clicks.get(document.querySelector(`[data-words="${words}"]`))?.({ isTrusted: true });
    await vi.waitFor(() => expect(document.querySelector('.card')).toBeNull());
    return { cards, box };
  }

  it('closes once the highlight is listed again, and not before', async () => {
    const { cards, box } = await hideOnCard();

    cards.onListed([{ ...highlight, id: 'h2' }]);
    expect(box.isShown()).toBe(true);
    cards.onListed([highlight]);
    expect(box.isShown()).toBe(false);
  });

  it('leaves alone what is shown instead', async () => {
    const { cards, box } = await hideOnCard();
    const range = box.document.createRange();
    cards.show([{ highlight: { ...highlight, id: 'h2' }, range }]);

    cards.onListed([highlight]);
    expect(box.isShown()).toBe(true);
  });
});
