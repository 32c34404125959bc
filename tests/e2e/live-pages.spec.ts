/** Tests that pages rendered by scripts are captured as well as before, without a trace in the page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { PageServer } from '../browser/serve.ts';
import { withoutMarks } from '../extraction/word-score.ts';
import { livePages } from '../live-pages/cases.ts';
import { liveScoreOf, withoutTitle } from '../live-pages/score.ts';
import {
  captureLivePage,
  openLivePage,
  openTab,
  serveLivePages,
  truthOf,
} from '../live-pages/visit.ts';
import { test } from './isolated-capture.ts';

const script = join(import.meta.dirname, '../../.output/chrome-mv3/capture-page.js');

// All pages share a tab, because opening one takes longer than a capture.
test.describe.configure({ mode: 'default' });

let site: PageServer;
let tab: Page;
test.beforeAll(async ({ plainBrowser }) => {
  site = await serveLivePages();
  tab = await openTab(plainBrowser);
});
test.afterAll(async () => {
  await tab.close();
  await site.close();
});

for (const page of livePages) {
  test(`captures the live page ${page.name}`, async () => {
    await openLivePage(tab, page, site.origin);

    const { result, traces } = await captureLivePage(tab, await readFile(script, 'utf8'));

    expect(traces).toEqual({ changes: 0, requests: 0 });
    const text = result.ok ? withoutMarks(result.value.content) : '';
    const truth = withoutTitle(truthOf(page), result.ok ? result.value.title : '');
    const { f1, order } = liveScoreOf(text, truth);
    expect(f1).toBeGreaterThanOrEqual(page.floor.f1);
    expect(order).toBeGreaterThanOrEqual(page.floor.order);
    expect((result.ok && result.value.isPartial) ?? false).toBe(page.isPartial ?? false);
    if (result.ok && page.title !== undefined) {
      expect(result.value.title === page.title).toBe(page.hasWrongTitle !== true);
    }
  });
}
