/** Reads one PDF; its page ends the worker afterwards. */
import { type PdfAnswer, pdfTaskSchema } from '../../lib/contract/pdf-wire.ts';
import { readPdf } from '../../lib/pdf/read-pdf.ts';

const report = (answer: PdfAnswer) => postMessage(answer);

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const { bytes, url } = pdfTaskSchema.parse(data);
  void readPdf({
    // Copied only if it wasn't transferred whole.
    bytes: new Uint8Array(bytes),
    url,
    now: () => Date.now(),
    onPage: (page, pages) => report({ state: 'reading', page, pages }),
  }).then((result) => report({ state: 'done', result }));
});
