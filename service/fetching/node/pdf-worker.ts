/** The thread that reads one PDF: its text as Markdown, by page, and its title. */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { pdfLimits } from '../../../lib/contracts/pdf-wire.ts';
import { markdownOfPages } from '../../../lib/pdf/markdown-of-pages.ts';
import { contentOf } from '../../../lib/pdf/pdf-file.ts';
import { givenTitleOf } from '../../../lib/pdf/title.ts';

const bytes = z.parse(z.instanceof(Uint8Array), workerData);
// Posted, not returned: the thread is ended by whoever started it.
parentPort?.postMessage(await read());

async function read(): Promise<{ title: string; content: string } | { refusal: string }> {
  const content = await contentOf({ bytes: new Uint8Array(bytes), mostPages: pdfLimits.pages });
  if (content === 'too-long') return { refusal: 'read.too-large' };
  if (typeof content === 'string') return { refusal: `pdf.${content}` };
  const { pages, outline, info } = content;
  const { markdown, title } = markdownOfPages(pages, outline, givenTitleOf(info['Title']));
  return markdown === '' ? { refusal: 'pdf.no-text' } : { title: title ?? '', content: markdown };
}
