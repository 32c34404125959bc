/** What Keepsake is for: keep a page and a sentence, and find both again after the browser was closed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { saveByPopup, test } from './keepsake.ts';

const article = await readFile(join(import.meta.dirname, '../fixtures/pages/long-article.html'), 'utf8');
/** From the middle of the article; the first is searched for, the second is highlighted. */
const sentence = { words: 'TODO', text: 'TODO' };

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({ '/article': article });
});
test.afterAll(() => site.close());
