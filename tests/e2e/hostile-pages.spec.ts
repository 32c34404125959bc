/**
 * Tests that no page, however large or broken, makes the capture fail, hang, or leave a trace. With
 * `KEEPSAKE_HOSTILE_PAGES=all`, opens all pages, which takes minutes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { longestTasks } from '../extraction/longest-tasks.ts';
import { hostilePages } from '../fixtures/hostile-pages.ts';
import { captureLivePage, openTab } from '../live-pages/visit.ts';
import { test } from './isolated-capture.ts';

const script = join(import.meta.dirname, '../../.output/chrome-mv3/capture-page.js');

// One page at a time, so that they don't slow each other down.
test.describe.configure({ mode: 'default' });

const opensAll = process.env['KEEPSAKE_HOSTILE_PAGES'] === 'all';
const testedPages = hostilePages.filter(({ isUsual }) => isUsual || opensAll);

let site: PageServer;
let tab: Page;
test.beforeAll(async ({ plainBrowser }) => {
  const routes = testedPages.map(({ name, html }): [string, string] => [pathOf(name), html()]);
  site = await servePages(Object.fromEntries(routes));
  tab = await openTab(plainBrowser);
});
test.afterAll(async () => {
  await tab.close();
  await site.close();
});

for (const { name, expected } of testedPages) {
  test(`captures a page with ${name}`, async ({ plainBrowser }) => {
    await tab.goto(site.origin + pathOf(name));
    const capture = await readFile(script, 'utf8');

    const { value, tasks } = await longestTasks(plainBrowser, tab, () =>
      captureLivePage(tab, capture),
    );

    const { result, traces } = value;
    expect(traces).toEqual({ changes: 0, requests: 0 });
    if (typeof expected === 'string') {
      expect(result).toMatchObject({ ok: true });
      expect(result.ok ? result.value.content : '').toContain(expected);
    } else {
      expect(result).toMatchObject({ ok: false, error: { code: expected.error } });
    }
    // CPU time, generously: these only catch captures that hang.
    expect(tasks[0]).toBeLessThan(1_000);
    expect(tasks.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(10_000);
  });
}

function pathOf(name: string): string {
  return `/${name.replaceAll(' ', '-')}`;
}
