import { describe, expect, it } from 'vitest';
import type { PageCapture } from '../../lib/contracts/capture.ts';
import { createHandedReader, type ReadingQuestion } from './handed-reader.ts';

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
  const reader = createHandedReader((question) => handed.push(question), timeoutMs);
  return { ...reader, handed };
}

describe('the reader that hands pages on', () => {
  it('gives each its own answer, whichever comes first', async () => {
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
  ])('makes %s a refusal with %s', async (code, expected) => {
    const { readHtml, take } = createReader();
    const reading = readHtml(fetched, signal);

    take({ readingId: 1, result: { ok: false, error: { code, message: '', retryable: false } } });

    expect(await reading).toMatchObject({ ok: false, error: { code: expected } });
  });

  it('is told that reading threw', async () => {
    const { readHtml, take } = createReader();
    const reading = readHtml(fetched, signal);

    take({ readingId: 1, result: null });

    expect(await reading).toMatchObject({ error: { code: 'read.failed' } });
  });

  it('leaves messages alone that are no answer', () => {
    const { take } = createReader();

    expect(take({ id: 1, request: {} })).toBe(false);
    expect(take({ readingId: 1, result: { ok: true, value: {} } })).toBe(false);
  });

  it('gives up on a page that never answers, and when it is told to', async () => {
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
