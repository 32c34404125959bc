import { describe, expect, it } from 'vitest';
import { createWorkerPdfReader } from './worker-pdf-reader.ts';

const bytes = new TextEncoder().encode('%PDF-1.7');
const signal = new AbortController().signal;

/** Stands for the worker, which only a browser can run: `answer` is what it posts for what it was given. */
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

function reading(answer: FakeWorker['answer'], within = signal) {
  const worker = new FakeWorker(answer);
  // The reader uses no more of a worker than this one has.
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

describe('the reader of PDF files in the browser', () => {
  it('gives the text once it is done, and ends the worker', async () => {
    const { read, worker } = reading((own) => {
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
  ])('makes %s a refusal with %s', async (code, expected) => {
    const error = { code, message: '', retryable: false };
    const { read } = reading((own) => own.post({ state: 'done', result: { ok: false, error } }));

    expect(await read).toMatchObject({ ok: false, error: { code: expected } });
  });

  it('says that the file is broken where the worker dies over it', async () => {
    const { read, worker } = reading((own) => void own.dispatchEvent(new Event('error')));

    expect(await read).toMatchObject({ error: { code: 'pdf.broken' } });
    expect(worker.isEnded).toBe(true);
  });

  it('gives up when the time is over, and when it is told to', async () => {
    const late = reading(() => undefined);
    const stopped = reading(() => undefined, AbortSignal.abort());

    expect(await late.read).toMatchObject({ error: { code: 'read.timeout' } });
    expect(await stopped.read).toMatchObject({ error: { code: 'read.aborted' } });
    expect([late.worker.isEnded, stopped.worker.isEnded]).toEqual([true, true]);
  });
});
