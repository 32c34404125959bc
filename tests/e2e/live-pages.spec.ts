/** Tests that pages rendered by scripts are captured as well as before, without a trace in the page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { PageServer } from '../browser/serve.ts';
import { withoutMarks } from '../extraction/word-score.ts';
import { livePages } from '../live-pages/cases.ts';
import { liveScoreOf } from '../live-pages/score.ts';
import {
  captureLivePage,
  openLivePage,
  serveLivePages,
  truthOf,
} from '../live-pages/visit.ts';
import { test } from './isolated-capture.ts';

const script = join(import.meta.dirname, '../../.output/chrome-mv3/capture-page.js');

// One browser is enough, because each page takes a fraction of a second.
test.describe.configure({ mode: 'default' });

let site: PageServer;
test.beforeAll(async () => {
  site = await serveLivePages();
});
test.afterAll(() => site.close());

for (const page of livePages) {
  test(`captures the live page ${page.name}`, async ({ plainPage }) => {
    await openLivePage(plainPage, page, site.origin);

    const { result, traces } = await captureLivePage(plainPage, await readFile(script, 'utf8'));

    expect(traces).toEqual({ changes: 0, requests: 0 });
    const text = result.ok ? withoutMarks(result.value.content) : '';
    const { f1, order } = liveScoreOf(text, truthOf(page));
    expect(f1).toBeGreaterThanOrEqual(page.floor.f1);
    expect(order).toBeGreaterThanOrEqual(page.floor.order);
    if (result.ok && page.title !== undefined) expect(result.value.title).toBe(page.title);
  });
}
