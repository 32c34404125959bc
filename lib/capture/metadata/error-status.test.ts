import { describe, expect, it } from 'vitest';
import { responseStatusOf, errorStatusOf } from './error-status.ts';

const short = { status: 200, title: '', wordCount: 20 };

describe('errorStatusOf', () => {
  it.each([404, 410, 403, 500, 503])('returns the response status %i', (status) => {
    expect(errorStatusOf({ status, title: 'The harbour', wordCount: 2_000 })).toBe(status);
  });

  it.each([
    ['404', 404],
    ['Error 404', 404],
    ['404 Not Found', 404],
    ['404 - Page not found - The Harbour', 404],
    ['Page not found | The Harbour', 404],
    ['The Harbour: Page Not Found', 404],
    ['Oops! Page not found', 404],
    ['This page doesn’t exist', 404],
    ['Seite nicht gefunden – Der Hafen', 404],
    ['Page introuvable | Le port', 404],
    ['Página no encontrada', 404],
    ['Página não encontrada', 404],
    ['お探しのページが見つかりませんでした', 404],
    ['页面不存在 | 港口', 404],
    ['الصفحة غير موجودة', 404],
    ['410', 410],
  ])('detects an error in the title %j of a short page', (title, status) => {
    expect(errorStatusOf({ ...short, title })).toBe(status);
    expect(errorStatusOf({ ...short, title, wordCount: 150 })).toBeNull();
  });

  it.each([
    'The harbour',
    'How to fix a 404 on your own site',
    'Fixing “Page not found” after a move of the harbour',
    '404 Harbour Road',
    '500 | The Harbour',
    'Lost and not found again',
    '',
  ])('detects no error in the title %j', (title) => {
    expect(errorStatusOf({ ...short, title })).toBeNull();
  });
});

describe('responseStatusOf', () => {
  const window = (href: string, entries: readonly object[]) =>
    ({ location: { href }, performance: { getEntriesByType: () => entries } }) as unknown as Window;
  const told = { name: 'https://example.org/a', responseStatus: 404 };

  it.each([
    ['for the page at this URL', 'https://example.org/a', [told], 404],
    ['whatever the fragment', 'https://example.org/a#below', [told], 404],
    ['not after an app navigated', 'https://example.org/b', [told], 0],
    ["not if the browser doesn't report it", 'https://example.org/a', [{ name: told.name }], 0],
    ['not without a navigation entry', 'https://example.org/a', [], 0],
  ])('returns the status %s', (_name, href, entries, status) => {
    expect(responseStatusOf(window(href, entries))).toBe(status);
  });
});
