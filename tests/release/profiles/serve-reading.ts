/** The pages that the kept profiles hold, at the addresses by which they know them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PageServer, servePages } from '../../browser/serve.ts';
import { longArticle } from '../../fixtures/long-article.ts';
import { articleHtml, filler } from '../../fixtures/web-pages.ts';
import { siteOrigin } from './earlier-packages.ts';

/** Kept on this device, and a sentence of it. */
export const articleUrl = `${siteOrigin}/article`;

/** What waited for the service when the second package was last seen. */
export const waitingPage = {
  url: `${siteOrigin}/barometer`,
  title: 'The ledger of the tower',
  words: 'violet barometer tower',
  sentence: 'A violet barometer hung beside the door of the tower, and nobody had read it.',
} as const;

export async function serveReading(): Promise<PageServer> {
  const { title, sentence } = waitingPage;
  const file = join(import.meta.dirname, '../../fixtures', longArticle.file);
  return servePages({
    '/article': await readFile(file, 'utf8'),
    '/barometer': articleHtml({ title, paragraphs: [filler(20), sentence, filler(20)] }),
  });
}
