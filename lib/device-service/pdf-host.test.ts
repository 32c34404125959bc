import { describe, expect, it, vi } from 'vitest';
import { type PdfStep, pdfTaskSchema } from '../contract/pdf-wire.ts';
import { createPdfHost } from './pdf-host.ts';

// The polyfill only loads in extensions, and isn't needed here.
vi.mock('webextension-polyfill', () => ({ default: {} }));

const id = 'b2b6f3a0-6b1e-4a7e-9a57-0d2f0c8a1e11';
const other = '0f0c8a1e-6b1e-4a7e-9a57-b2b6f3a0d2f1';
const refusal = { code: 'pdf.no-text', message: 'No text.', retryable: false };
const done = { state: 'done', result: { ok: false, error: refusal } };

/** A worker whose messages and crashes the test controls. */
class FakeWorker extends EventTarget {
  readonly received: unknown[] = [];
  isEnded = false;
  postMessage(message: unknown): void {
    this.received.push(message);
  }
  terminate(): void {
    this.isEnded = true;
  }
  tell(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function createWorld() {
  const workers: FakeWorker[] = [];
  const waits: { ms: number; pass: () => void }[] = [];
  const answer = createPdfHost({
    start: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    wait: (ms) => new Promise((pass) => waits.push({ ms, pass })),
  });
  const ask = (step: PdfStep, of = id) => answer({ target: 'pdf-reader', id: of, step });
  return { workers, waits, ask };
}

const read: PdfStep = { do: 'read', url: 'https://example.org/a.pdf' };
const take = (letters: string): PdfStep => ({ do: 'take', bytes: btoa(letters) });

describe('createPdfHost', () => {
  it('passes the pieces to the worker as one file', async () => {
    const { workers, ask } = createWorld();
    await ask(take('%PDF'));
    await ask(take('-1.7'));

    void ask(read);

    const { bytes, url } = pdfTaskSchema.parse(workers[0]?.received[0]);
    expect(new TextDecoder().decode(bytes)).toBe('%PDF-1.7');
    expect(url).toBe('https://example.org/a.pdf');
  });

  it('returns the progress after a moment, and the result at once', async () => {
    const { workers, waits, ask } = createWorld();
    const asked = ask(read);
    workers[0]?.tell({ state: 'reading', page: 3, pages: 9 });
    waits.find(({ ms }) => ms < 1000)?.pass();

    const first = await asked;
    const last = ask(read);
    workers[0]?.tell(done);

    expect(first).toEqual({ state: 'reading', page: 3, pages: 9 });
    expect(await last).toEqual(done);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.isEnded).toBe(true);
  });

  it('reports a broken file if the worker crashes', async () => {
    const { workers, ask } = createWorld();
    const reading = ask(read);

    workers[0]?.dispatchEvent(new Event('error'));

    expect(await reading).toMatchObject({ result: { error: { code: 'pdf.broken' } } });
  });

  it('keeps two files separate', async () => {
    const { workers, ask } = createWorld();
    await ask(take('one'));
    await ask(take('two'), other);
    void ask(read);
    void ask(read, other);

    const files = workers.map(({ received }) => pdfTaskSchema.parse(received[0]).bytes);

    expect(files.map((bytes) => new TextDecoder().decode(bytes))).toEqual(['one', 'two']);
  });

  it.each([
    ['it is stopped', async ({ ask }: ReturnType<typeof createWorld>) => ask({ do: 'stop' })],
    [
      'no request arrives for a long time',
      async ({ waits }: ReturnType<typeof createWorld>) =>
        waits.filter(({ ms }) => ms > 1000).forEach(({ pass }) => pass()),
    ],
  ])('stops the worker if %s', async (_name, end) => {
    const world = createWorld();
    void world.ask(read);

    await end(world);

    await expect.poll(() => world.workers[0]?.isEnded).toBe(true);
  });
});
