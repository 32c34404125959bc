import { describe, expect, it } from 'vitest';
import {
  brokenPdf,
  columnsPdf,
  encryptedPdf,
  heavyPdf,
  longPdf,
  reportPdf,
  reportWords,
  scannedPdf,
} from '../../tests/fixtures/pdf/files.ts';
import { pageCaptureSchema } from '../capture/schema.ts';
import { readPdf } from './read-pdf.ts';

const url = 'https://example.org/papers/ledger.pdf';

function read(bytes: Uint8Array<ArrayBuffer>, onPage?: (page: number, pages: number) => void) {
  return readPdf({ bytes, url, now: () => 0, ...(onPage === undefined ? {} : { onPage }) });
}

describe('readPdf', () => {
  it('returns the text by page with headings, and the metadata', async () => {
    const result = await read(reportPdf());

    const capture = pageCaptureSchema.parse(result.ok ? result.value : result.error);
    expect(capture).toMatchObject({
      url,
      title: 'Report of the Harbour Board',
      author: 'A. Keeper',
      excerpt: 'Tides and lamps',
      language: 'en',
      pageCount: 3,
      kind: 'pdf',
      extractor: 'pdf',
      capturedAt: '1970-01-01T00:00:00.000Z',
    });
    const { content } = capture;
    expect(content).toContain('[p. 1]\n\n## The tides\n\nThe tides of the year');
    expect(content).toContain('the keepers of the harbour');
    expect(content).toContain('in the evening, and [p. 2] compared with the marks');
    expect(content).toContain(reportWords);
    expect(content).toContain('[p. 3]\n\n## The nets\n\n### Mended by lamplight\n\n- the long net');
    expect(content).not.toContain('Harbour Board');
  });

  it('reads two columns one after the other', async () => {
    const result = await read(columnsPdf());

    const content = result.ok ? result.value.content : '';
    expect(content.indexOf('Left line 8')).toBeLessThan(content.indexOf('Right line 1'));
  });

  it('names a document without a title after its file', async () => {
    const result = await read(longPdf(1, 3, {}));

    expect(result).toMatchObject({ value: { title: 'ledger' } });
  });

  it('reports progress', async () => {
    const told: string[] = [];

    await read(longPdf(3), (page, pages) => told.push(`${page} of ${pages}`));

    expect(told).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });

  it('reads three hundred pages', async () => {
    const result = await read(longPdf(300));

    expect(result).toMatchObject({ value: { pageCount: 300 } });
    const content = result.ok ? result.value.content : '';
    expect(content).toContain('[p. 300] This is page 300 of the ledger.');
  });
});

describe('readPdf fails', () => {
  it.each([
    ['with images only', scannedPdf, 'pdf.no-text'],
    ['with a password', encryptedPdf, 'pdf.encrypted'],
    ['on a damaged file', brokenPdf, 'pdf.broken'],
    ['on an empty file', () => new Uint8Array(), 'pdf.broken'],
    ['with too many pages', () => longPdf(2001, 0), 'page.too-large'],
    ['with too much text', heavyPdf, 'page.too-large'],
  ])(
    '%s',
    async (_name, file, code) => {
      const result = await read(file());

      expect(result).toEqual({
        ok: false,
        error: { code, message: expect.stringMatching(/^[A-Z].*\.$/), retryable: false },
      });
    },
    60_000,
  );
});
