import { parentPort } from 'node:worker_threads';
import * as z from 'zod/mini';
import { pdfLimits } from '../../../lib/contract/pdf-wire.ts';
import { readPdfContent } from '../../../lib/pdf/pdf-file.ts';
import { pdfMarkdownOf, titleFromMetadata } from '../../../lib/pdf/pdf-markdown.ts';

parentPort?.once('message', (message: unknown) => {
  const bytes = z.parse(z.instanceof(Uint8Array), message);
  void read(bytes).then((answer) => parentPort?.postMessage(answer));
});

async function read(
  bytes: Uint8Array,
): Promise<{ title: string; content: string } | { refusal: string }> {
  const content = await readPdfContent({ bytes: new Uint8Array(bytes), maxPages: pdfLimits.pages });
  if (content === 'too-long') return { refusal: 'read.too-large' };
  if (typeof content === 'string') return { refusal: `pdf.${content}` };
  const { pages, outline, info } = content;
  const { markdown, title } = pdfMarkdownOf(pages, outline, titleFromMetadata(info['Title']));
  return markdown === '' ? { refusal: 'pdf.no-text' } : { title: title ?? '', content: markdown };
}
