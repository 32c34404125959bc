import { describe, expect, it } from 'vitest';
import { makePdf } from '../testing/make-pdf.ts';
import { createPdfReader } from './read-pdf.ts';

const never = new AbortController().signal;
const readPdf = createPdfReader();

function refused(code: string): unknown {
  return { ok: false, error: { code, message: expect.stringMatching(/^[A-Z].*\.$/) } };
}

describe('the reader of PDF files', () => {
  it('gives paragraphs of all pages, and the title of the file', async () => {
    const pdf = makePdf({
      title: 'Herons (a study)',
      pages: [
        ['A heron stands and waits', 'for fish.', '', '', 'Sometimes it wades.', '1'],
        ['By night it sleeps.', '2'],
      ],
    });

    expect(await readPdf(pdf, never)).toEqual({
      ok: true,
      value: {
        title: 'Herons (a study)',
        content:
          '[p. 1] A heron stands and waits for fish.\n\nSometimes it wades.\n\n[p. 2] By night it sleeps.',
      },
    });
  });

  it('gives no title where the file gives none', async () => {
    expect(await readPdf(makePdf({ pages: [['A heron.']] }), never)).toMatchObject({
      value: { title: '' },
    });
  });

  it('says that a scan has no text', async () => {
    expect(await readPdf(makePdf({ pages: [[], []] }), never)).toEqual(refused('pdf.no-text'));
  });

  it('says that a file is locked', async () => {
    const pdf = makePdf({ pages: [['A heron.']], isEncrypted: true });

    expect(await readPdf(pdf, never)).toEqual(refused('pdf.encrypted'));
  });

  it.each([
    ['none', new TextEncoder().encode('<p>A heron.</p>')],
    ['empty', new Uint8Array()],
  ])('says that a file is damaged where it is %s', async (_name, bytes) => {
    expect(await readPdf(bytes, never)).toEqual(refused('pdf.broken'));
  });

  it('gives up on a file that takes too long or too much memory', async () => {
    const pdf = makePdf({
      pages: Array.from({ length: 400 }, () => ['A heron waits. '.repeat(50)]),
    });

    expect(await createPdfReader({ timeoutMs: 1 })(pdf, never)).toEqual(refused('read.timeout'));
    expect(await createPdfReader({ maxMegabytes: 8 })(pdf, never)).toEqual(refused('read.failed'));
  });

  it('stops when it is told', async () => {
    const stop = new AbortController();
    const reading = readPdf(makePdf({ pages: [['A heron.']] }), stop.signal);
    stop.abort();

    expect(await reading).toEqual(refused('read.aborted'));
  });
});
