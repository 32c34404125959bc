import { describe, expect, it } from 'vitest';
import type { PageCapture } from '../../../lib/capture/schema.ts';
import { createPageHtmlReader, type ReadingQuestion, createWorkerPdfReader } from './readers.ts';

const page = { url: 'https://heron.example/', html: '<p>A heron.</p>', mediaType: 'text/html' };
const fetched = { ...page, mediaType: 'text/html' as const };
const signal = new AbortController().signal;
const capture: PageCapture = {
  url: page.url,
  canonicalLink: null,
  title: 'Herons',
  content: 'A heron.',
  site: null,
  author: null,
  published: null,
  language: null,
  excerpt: null,
  wordCount: 2,
  kind: 'article',
  kindConfidence: 1,
  extractor: 'blocks',
  capturedAt: '2026-11-21T00:00:00.000Z',
};

function createReader(timeoutMs?: number) {
  const handed: ReadingQuestion[] = [];
  const reader = createPageHtmlReader((question) => handed.push(question), timeoutMs);
  return { ...reader, handed };
}

describe('createPageHtmlReader', () => {
  it('matches replies to requests in any order', async () => {
    const { readHtml, take, handed } = createReader();
    const first = readHtml(fetched, signal);
    const second = readHtml(fetched, signal);
    const [one, two] = handed.map(({ readingId }) => readingId);

    take({ readingId: two, result: { ok: true, value: { ...capture, title: 'Second' } } });
    take({ readingId: one, result: { ok: true, value: capture } });

    expect(await first).toMatchObject({ value: { title: 'Herons' } });
    expect(await second).toMatchObject({ value: { title: 'Second' } });
  });

  it.each([
    ['page.no-text', 'read.no-text'],
    ['page.too-large', 'read.too-large'],
    ['page.gone', 'read.failed'],
  ])('maps %s to %s', async (code, expected) => {
    const { readHtml, take } = createReader();
    const reading = readHtml(fetched, signal);

    take({ readingId: 1, result: { ok: false, error: { code, message: '', retryable: false } } });

    expect(await reading).toMatchObject({ ok: false, error: { code: expected } });
  });

  it('fails if reading threw', async () => {
    const { readHtml, take } = createReader();
    const reading = readHtml(fetched, signal);

    take({ readingId: 1, result: null });

    expect(await reading).toMatchObject({ error: { code: 'read.failed' } });
  });

  it('ignores other messages', () => {
    const { take } = createReader();

    expect(take({ id: 1, request: {} })).toBe(false);
    expect(take({ readingId: 1, result: { ok: true, value: {} } })).toBe(false);
  });

  it('stops at the timeout and on abort', async () => {
    const stop = new AbortController();
    const late = createReader(5).readHtml(fetched, signal);
    const stopped = createReader().readHtml(fetched, stop.signal);
    stop.abort();

    expect(await late).toMatchObject({ error: { code: 'read.timeout' } });
    expect(await stopped).toMatchObject({ error: { code: 'read.aborted' } });
    expect(await createReader().readHtml(fetched, stop.signal)).toMatchObject({
      error: { code: 'read.aborted' },
    });
  });
});

const bytes = new TextEncoder().encode('%PDF-1.7');

/** A fake worker, since real ones only run in a browser. `answer` is called with each task. */
class FakeWorker extends EventTarget {
  isEnded = false;
  readonly answer: (worker: FakeWorker, task: unknown) => void;

  constructor(answer: (worker: FakeWorker, task: unknown) => void) {
    super();
    this.answer = answer;
  }

  postMessage(task: unknown): void {
    queueMicrotask(() => this.answer(this, task));
  }

  post(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate(): void {
    this.isEnded = true;
  }
}

function readWith(answer: FakeWorker['answer'], within = signal) {
  const worker = new FakeWorker(answer);
  // The reader only uses the methods that the fake has.
  const start = () => worker as unknown as Worker;
  const read = createWorkerPdfReader({ start, timeoutMs: 20 })(bytes, within);
  return { read, worker };
}

const value = {
  url: 'https://heron.example/report.pdf',
  canonicalLink: null,
  title: 'Herons',
  content: '[p. 1] A heron.',
  site: null,
  author: null,
  published: null,
  language: null,
  excerpt: null,
  wordCount: 2,
  kind: 'pdf',
  kindConfidence: 1,
  extractor: 'pdf',
  capturedAt: '2026-11-21T00:00:00.000Z',
};

describe('createWorkerPdfReader', () => {
  it('returns the text and terminates the worker', async () => {
    const { read, worker } = readWith((own) => {
      own.post({ state: 'reading', page: 1, pages: 2 });
      own.post({ state: 'done', result: { ok: true, value } });
    });

    expect(await read).toMatchObject({
      ok: true,
      value: { title: 'Herons', content: '[p. 1] A heron.' },
    });
    expect(worker.isEnded).toBe(true);
  });

  it.each([
    ['pdf.no-text', 'pdf.no-text'],
    ['pdf.encrypted', 'pdf.encrypted'],
    ['page.too-large', 'read.too-large'],
    ['page.gone', 'read.failed'],
  ])('maps %s to %s', async (code, expected) => {
    const error = { code, message: '', retryable: false };
    const { read } = readWith((own) => own.post({ state: 'done', result: { ok: false, error } }));

    expect(await read).toMatchObject({ ok: false, error: { code: expected } });
  });

  it('reports a broken file if the worker fails', async () => {
    const { read, worker } = readWith((own) => void own.dispatchEvent(new Event('error')));

    expect(await read).toMatchObject({ error: { code: 'pdf.broken' } });
    expect(worker.isEnded).toBe(true);
  });

  it('stops at the timeout and on abort', async () => {
    const late = readWith(() => undefined);
    const stopped = readWith(() => undefined, AbortSignal.abort());

    expect(await late.read).toMatchObject({ error: { code: 'read.timeout' } });
    expect(await stopped.read).toMatchObject({ error: { code: 'read.aborted' } });
    expect([late.worker.isEnded, stopped.worker.isEnded]).toEqual([true, true]);
  });
});
