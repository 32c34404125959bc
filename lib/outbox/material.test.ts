import { describe, expect, it } from 'vitest';
import type { PageCapture } from '../capture/schema.ts';
import { serviceLimits } from '../contract/limits.ts';
import { pageMaterial } from './model.ts';

const capture: PageCapture = {
  url: 'https://example.org/tides',
  canonicalLink: null,
  title: 'Tides',
  content: 'The moon pulls at the sea.',
  site: 'Example',
  author: null,
  published: '',
  language: 'en',
  excerpt: null,
  wordCount: 6,
  kind: 'article',
  kindConfidence: 1,
  extractor: 'blocks',
  capturedAt: '2026-11-01T10:00:00.000Z',
};

describe('pageMaterial', () => {
  it('sends the page’s metadata without missing fields', () => {
    expect(pageMaterial(capture, 'id')).toEqual({
      kind: 'page',
      customId: 'id',
      title: 'Tides',
      content: 'The moon pulls at the sea.',
      metadata: {
        url: 'https://example.org/tides',
        site: 'Example',
        language: 'en',
        captured_at: '2026-11-01T10:00:00.000Z',
        word_count: 6,
        kind: 'article',

        extractor: 'blocks',
      },
    });
  });

  it('sends author, date, excerpt, and how much of a document was read', () => {
    const facts = { author: 'Ada', published: '2026-10-30', excerpt: 'Why the sea moves.' };

    const material = pageMaterial({ ...capture, ...facts, pageCount: 12, isPartial: true }, 'id');

    expect(material).toMatchObject({ metadata: { ...facts, page_count: 12, is_partial: true } });
  });

  const { titleLength } = serviceLimits;

  it.each([
    [
      'shortens a title over the limit',
      'a'.repeat(titleLength + 1),
      `${'a'.repeat(titleLength - 1)}…`,
    ],
    [
      'does not split a character',
      `${'a'.repeat(titleLength - 2)}🌊🌊`,
      `${'a'.repeat(titleLength - 2)}…`,
    ],
    [
      'keeps whole characters before the cut',
      `🌊${'a'.repeat(titleLength)}`,
      `🌊${'a'.repeat(titleLength - 3)}…`,
    ],
    ['keeps a title that just fits', 'a'.repeat(titleLength), 'a'.repeat(titleLength)],
  ])('%s', (_, title, sent) => {
    expect(pageMaterial({ ...capture, title }, 'id')).toMatchObject({ title: sent });
  });

  it('keeps the metadata within the limit, whatever the page contains', () => {
    const long = '\u0001'.repeat(50_000);
    const hostile = {
      ...capture,
      site: long,
      author: long,
      published: long,
      language: long,
      excerpt: long,
    };

    const material = pageMaterial(
      { ...hostile, url: `https://example.org/${'文'.repeat(50_000)}` },
      'id',
    );

    const bytes = new TextEncoder().encode(
      JSON.stringify(material.kind === 'page' ? material.metadata : null),
    ).length;
    expect(bytes).toBeLessThanOrEqual(serviceLimits.metadataBytes);
  });
});
