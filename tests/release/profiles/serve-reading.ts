/** Serves the pages in the stored profiles. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PageServer, servePages } from '../../browser/serve.ts';
import { longArticle } from '../../fixtures/long-article.ts';
import { articleHtml, filler } from '../../fixtures/web-pages.ts';
import { siteOrigin } from './earlier-packages.ts';

/** The page saved on this device, with a highlight. */
export const articleUrl = `${siteOrigin}/article`;

/** The page that was waiting for the service when the second package last ran. */
export const waitingPage = {
  url: `${siteOrigin}/barometer`,
  title: 'The ledger of the tower',
  words: 'violet barometer tower',
  sentence: 'A violet barometer hung beside the door of the tower, and nobody had read it.',
} as const;

/** Everything else in the third profile. */
export const leftOver = {
  addition: 'A sentence that the person added themselves.',
  serviceNote: 'The keeper counted forty lanterns along the harbour wall.',
  waitingNote: 'Ines has the ledger of the harbour.',
  fact: 'I read in the evening.',
  rule: 'Answer in short sentences.',
  draft: 'Half a thought',
  query: 'ledger harbour',
  refusedLink: 'http://192.168.1.4/notes',
  pausedLink: 'https://heron.example/nesting',
  batched: 'https://heron.example/eggs',
} as const;

export async function serveReading(): Promise<PageServer> {
  const { title, sentence } = waitingPage;
  const file = join(import.meta.dirname, '../../fixtures', longArticle.file);
  return servePages({
    '/article': await readFile(file, 'utf8'),
    '/barometer': articleHtml({ title, paragraphs: [filler(20), sentence, filler(20)] }),
  });
}
