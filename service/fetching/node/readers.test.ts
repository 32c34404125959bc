import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { createHtmlReader, createPdfReader } from './readers.ts';
import { makePdf } from '../testing/make-pdf.ts';

const url = 'https://a.example/notes/herons';
const fixtures = join(import.meta.dirname, '../../../tests/fixtures/pages');
const prose =
  '<p>Herons stand in the shallows and wait for a long while before they strike. </p>'.repeat(9);
const never = new AbortController().signal;
/** A busy machine can need longer for a page than the service allows. */
const patient = { timeoutMs: 100_000 };

function read(html: string, rest: { mediaType?: 'application/xhtml+xml' } = {}) {
  return createHtmlReader(patient)({ url, html, mediaType: 'text/html', ...rest }, never);
}

// Each test starts a thread, which may take seconds on a busy machine.
describe('createHtmlReader', () => {
  it('reads the text and metadata of a page as the extension does', async () => {
    const html = readFileSync(join(fixtures, 'arabic.html'), 'utf8');
    const expected = readFileSync(join(fixtures, 'arabic.md'), 'utf8');

    const captured = await read(html);

    expect(captured.ok && expected.includes(captured.value.content)).toBe(true);
    expect(captured).toMatchObject({ value: { url, language: 'ar', extractor: 'blocks' } });
  });

  it('runs no scripts, loads nothing, and leaves out hidden text', async () => {
    const hidden =
      '<p style="display:none">An egret.</p><script>document.body.innerHTML = ""</script>';
    const loads = '<link rel=stylesheet href="http://127.0.0.1:1/a.css"><style>}{ broken</style>';

    const captured = await read(
      `<title>Herons</title>${loads}<article>${prose}${hidden}</article>`,
    );

    expect(captured).toMatchObject({ ok: true, value: { title: 'Herons' } });
    expect(captured.ok && captured.value.content).toContain('Herons stand');
    expect(captured.ok && captured.value.content).not.toContain('egret');
  });

  it.each([
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script/></head><body>${prose}</body></html>`,
    `<html><body><br>${prose}`,
  ])('reads XHTML, well-formed or not', async (html) => {
    const captured = await read(html, { mediaType: 'application/xhtml+xml' });

    expect(captured.ok && captured.value.content).toContain('Herons stand');
  });

  it('reports a page without text', async () => {
    expect(await read('<div id="app"></div>')).toMatchObject({ error: { code: 'read.no-text' } });
  });

  it('reports text that is too large', async () => {
    const letters = 'herons '.repeat(330_000);

    expect(await read(`<article><p>${letters}</p></article>`)).toMatchObject({
      error: { code: 'read.too-large' },
    });
  });

  it('terminates a thread that takes too much time or memory', async () => {
    const html = '<div>'.repeat(200_000) + prose;
    const page = { url, html, mediaType: 'text/html' } as const;

    expect(await createHtmlReader({ timeoutMs: 300 })(page, never)).toMatchObject({
      error: { code: 'read.timeout' },
    });
    const cramped = createHtmlReader({ ...patient, maxMegabytes: 40 });
    expect(await cramped(page, never)).toMatchObject({ error: { code: 'read.failed' } });
  });

  it('survives a thread that reports two errors, as one that runs out of memory can', async () => {
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const page = { url, html: `<article>${prose}</article>`, mediaType: 'text/html' } as const;
    const reading = createHtmlReader()(page, never);
    const thread = await started;
    thread.emit('error', new Error('The page failed.'));

    expect(() => thread.emit('error', new Error('JS heap out of memory'))).not.toThrow();
    expect(await reading).toMatchObject({ error: { code: 'read.failed' } });
  });

  it('goes on with the next page after terminating a thread', async () => {
    const readHtml = createHtmlReader(patient);
    const stop = new AbortController();
    const good = { url, html: `<article>${prose}</article>`, mediaType: 'text/html' } as const;
    const hostile = { ...good, html: '<div>'.repeat(200_000) + prose };
    await readHtml(good, never);

    const ended = readHtml(hostile, stop.signal);
    const next = readHtml(good, never);
    setImmediate(() => stop.abort());

    expect(await ended).toMatchObject({ error: { code: 'read.aborted' } });
    expect(await next).toMatchObject({ ok: true });
  });

  it('starts no thread for a page that follows another', async () => {
    const readHtml = createHtmlReader(patient);
    const page = { url, html: `<article>${prose}</article>`, mediaType: 'text/html' } as const;
    const started: number[] = [];
    const count = (worker: Worker) => started.push(worker.threadId);
    process.on('worker', count);

    await readHtml(page, never);
    await readHtml(page, never);
    process.off('worker', count);

    expect(started).toHaveLength(1);
  });

  it('stops on abort', async () => {
    const stop = new AbortController();
    const page = { url, html: prose, mediaType: 'text/html' } as const;
    const reading = createHtmlReader()(page, stop.signal);

    stop.abort();

    expect(await reading).toMatchObject({ error: { code: 'read.aborted' } });
  });
});

const readPdf = createPdfReader(patient);

function refused(code: string): unknown {
  return { ok: false, error: { code, message: expect.stringMatching(/^[A-Z].*\.$/) } };
}

describe('createPdfReader', () => {
  it('returns the paragraphs of all pages and the title', async () => {
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

  it('returns an empty title if the file has none', async () => {
    expect(await readPdf(makePdf({ pages: [['A heron.']] }), never)).toMatchObject({
      value: { title: '' },
    });
  });

  it('reports a scan without text', async () => {
    expect(await readPdf(makePdf({ pages: [[], []] }), never)).toEqual(refused('pdf.no-text'));
  });

  it('reports a password-protected file', async () => {
    const pdf = makePdf({ pages: [['A heron.']], isEncrypted: true });

    expect(await readPdf(pdf, never)).toEqual(refused('pdf.encrypted'));
  });

  it.each([
    ['not a PDF', new TextEncoder().encode('<p>A heron.</p>')],
    ['empty', new Uint8Array()],
  ])('reports a damaged file if it is %s', async (_name, bytes) => {
    expect(await readPdf(bytes, never)).toEqual(refused('pdf.broken'));
  });

  it('terminates a thread that takes too much time or memory', async () => {
    const pdf = makePdf({
      pages: Array.from({ length: 400 }, () => ['A heron waits. '.repeat(50)]),
    });

    expect(await createPdfReader({ timeoutMs: 1 })(pdf, never)).toEqual(refused('read.timeout'));
    expect(await createPdfReader({ ...patient, maxMegabytes: 8 })(pdf, never)).toEqual(
      refused('read.failed'),
    );
  });

  it('stops on abort', async () => {
    const stop = new AbortController();
    const reading = readPdf(makePdf({ pages: [['A heron.']] }), stop.signal);
    stop.abort();

    expect(await reading).toEqual(refused('read.aborted'));
  });
});
