// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeBridge } from '../../tests/gallery/fake-bridge.ts';
import { BridgeProvider } from '../app/bridge.ts';
import { LearnedNotice, learnedText } from './learned-notice.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('LearnedNotice', () => {
  async function shown() {
    const place = document.createElement('div');
    document.body.replaceChildren(place);
    const page = { id: 'a', title: 'Tides', memory: 'Reading' };
    const bridge = createFakeBridge({ answers: { 'learned.take': { earlier: 0, pages: [page] } } });
    await act(async () =>
      createRoot(place).render(
        <BridgeProvider value={bridge}>
          <LearnedNotice />
        </BridgeProvider>,
      ),
    );
    await after(100);
    expect(place.textContent).toContain('Tides');
    return place;
  }

  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('closes by itself', async () => {
    const place = await shown();

    await after(60_000);

    expect(place.textContent).toBe('');
  });

  it('stays while it has focus', async () => {
    const place = await shown();
    const button = place.querySelector('button');

    await act(async () => button?.focus());
    await after(60_000);
    expect(place.textContent).toContain('Tides');

    await act(async () => button?.blur());
    await after(60_000);
    expect(place.textContent).toBe('');
  });
});

describe('learnedText', () => {
  const page = { id: 'a', title: 'Tides', memory: 'Reading' };

  it.each([
    [{ earlier: 0, pages: [] }, null],
    [{ earlier: 0, pages: [page] }, '“Tides” is now searchable.'],
    [
      {
        earlier: 0,
        pages: [{ ...page, title: 'The long memory of harbours and of all their towns' }],
      },
      '“The long memory of harbours and of all their…” is now searchable.',
    ],
    [{ earlier: 1, pages: [] }, '1 page is now searchable.'],
    [{ earlier: 0, pages: [{ ...page, title: ' ' }] }, '1 page is now searchable.'],
    [{ earlier: 11, pages: [page] }, '12 pages are now searchable.'],
  ])('returns for %j: %s', (news, words) => {
    expect(learnedText(news)).toBe(words);
  });
});
