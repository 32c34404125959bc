/** The sentences a person reads when a PDF cannot be read: what happened, and what to do. */
import type { CaptureError } from '../contracts/errors.ts';
import { pdfLimits } from '../contracts/pdf-wire.ts';
import type { PdfProblem } from './pdf-file.ts';

export const pdfErrors: Readonly<Record<PdfProblem | 'no-text', CaptureError>> = {
  'no-text': {
    code: 'pdf.no-text',
    message:
      'This PDF holds pictures of pages, as a scan does, and no text. Save its address instead.',
    retryable: false,
  },
  encrypted: {
    code: 'pdf.encrypted',
    message:
      'This PDF opens with a password only, so Keepsake cannot read it. Save its address instead.',
    retryable: false,
  },
  broken: {
    code: 'pdf.broken',
    message:
      'This file is damaged, or it is no PDF, so Keepsake cannot read it. Save its address instead.',
    retryable: false,
  },
  'too-long': {
    code: 'page.too-large',
    message: `This PDF has more than ${pdfLimits.pages} pages, which is more than Keepsake reads. Save its address instead.`,
    retryable: false,
  },
};
