import { describe, expect, it } from 'vitest';
import type { Refusal, TabChoice } from '../../lib/batch/model.ts';
import {
  canLink,
  canTryAgain,
  checkedAtFirst,
  countsOf,
  filteredTabs,
  originsToAsk,
  startOfTabs,
} from './batch-view.ts';

function tab(tabId: number, changes: Partial<TabChoice> = {}): TabChoice {
  return {
    tabId,
    url: `https://site-${tabId}.example/`,
    title: `Page ${tabId}`,
    isActive: false,
    isAsleep: false,
    isAllowed: false,
    obstacle: null,
    isSaved: false,
    ...changes,
  };
}
const restricted = { code: 'page.restricted', message: 'No.', retryable: false } as const;
const tabs = [
  tab(1),
  tab(2, { isSaved: true }),
  tab(3, { isAsleep: true }),
  tab(4, { obstacle: restricted }),
  tab(5, { isAllowed: true }),
];

describe('the tabs to choose from', () => {
  it('are checked at first if they can be read and aren’t saved', () => {
    expect([...checkedAtFirst(tabs)]).toEqual([1, 5]);
  });

  it('need permission only for sites that aren’t allowed, and not for sleeping tabs', () => {
    expect(originsToAsk(tabs.slice(0, 3), { isReadHere: false })).toEqual([
      'https://site-1.example',
      'https://site-2.example',
    ]);
  });

  it('need permission for a sleeping tab’s site if this device fetches it', () => {
    const asleep = tab(3, { isAsleep: true, isAllowed: true });

    expect(originsToAsk([tab(1), asleep], { isReadHere: true })).toEqual([
      'https://site-1.example',
      'https://site-3.example',
    ]);
  });

  it('are read if awake, and saved by address otherwise', () => {
    const start = startOfTabs([tab(1), tab(3, { isAsleep: true })], { as: 'pages', borrowed: [] });

    expect(start).toMatchObject({ tabs: [{ tabId: 1 }, { tabId: null }] });
  });

  it('are all saved by address if access is declined', () => {
    const start = startOfTabs([tab(1), tab(5)], { as: 'addresses', borrowed: [] });

    expect(start).toMatchObject({ tabs: [{ tabId: null }, { tabId: null }] });
  });

  it.each([
    ['', 5],
    ['page 3', 1],
    ['SITE-5', 1],
    ['page nowhere', 0],
  ])('are filtered by “%s” to %i', (words, count) => {
    expect(filteredTabs(tabs, words)).toHaveLength(count);
  });
});

describe('countsOf', () => {
  it('leaves out canceled entries', () => {
    const progress = {
      waiting: 0,
      underWay: 2,
      saved: 30,
      existed: 4,
      refused: 1,
      canceled: 1_180,
    };

    expect(countsOf({ progress })).toEqual({ done: 31, total: 33 });
  });
});

describe('a refused entry', () => {
  const refusal = (changes: Partial<Refusal>): Refusal => ({
    id: 'r',
    url: 'https://a.example/',
    title: '',
    isTab: true,
    error: restricted,
    ...changes,
  });
  const withCode = (
    code: 'page.no-text' | 'page.error' | 'page.too-large' | 'memory.server' | 'link.unusable',
  ) => refusal({ error: { code, message: '', retryable: false } });

  it.each([
    [refusal({}), true, true],
    [refusal({ isTab: false }), false, false],
    [withCode('page.no-text'), true, true],
    [withCode('page.error'), true, true],
    [withCode('page.too-large'), false, true],
    [withCode('memory.server'), true, false],
    [withCode('link.unusable'), false, false],
    [refusal({ error: { code: 'page.gone', message: '', retryable: true } }), true, true],
    [refusal({ error: { code: 'page.gone', message: '', retryable: false } }), false, true],
  ])('offers only actions that can help: case %#', (one, mayTry, mayLink) => {
    expect([canTryAgain(one), canLink(one)]).toEqual([mayTry, mayLink]);
  });
});
