/** Reads one PDF. The page that started the worker terminates it afterward. */
import { type PdfAnswer, pdfTaskSchema } from '../../lib/contract/pdf-wire.ts';
import { readPdf } from '../../lib/pdf/read-pdf.ts';

const report = (answer: PdfAnswer) => postMessage(answer);

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const { bytes, url } = pdfTaskSchema.parse(data);
  void readPdf({
    // A copy with its own buffer.
    bytes: new Uint8Array(bytes),
    url,
    now: () => Date.now(),
    onPage: (page, pages) => report({ state: 'reading', page, pages }),
  }).then((result) => report({ state: 'done', result }));
});
