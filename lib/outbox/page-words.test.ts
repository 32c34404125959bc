import { describe, expect, it } from 'vitest';
import type { PageCapture } from '../capture/schema.ts';
import { contentDigest } from '../fingerprint/fingerprint.ts';
import { fingerprintOf } from '../fingerprint/fingerprint.ts';
import { pageWords } from './model.ts';

const capture: PageCapture = {
  url: 'https://example.org/tides?utm_source=x',
  canonicalLink: null,
  title: 'Tides',
  content: 'The moon pulls at the sea.',
  site: null,
  author: null,
  published: null,
  language: 'en',
  excerpt: null,
  wordCount: 6,
  kind: 'article',
  kindConfidence: 1,
  extractor: 'blocks',
  capturedAt: '2026-11-01T10:00:00.000Z',
};
const page = 'https://example.org/tides';
const plain = { title: null, asVersion: false };

describe('pageWords', () => {
  it('names the page by its address, and notes down what it says', async () => {
    const words = await pageWords(capture, plain);

    expect(words).toMatchObject({
      customId: page,
      fingerprint: fingerprintOf(capture.content),
      material: { customId: page, title: 'Tides' },
    });
    expect(words.material).not.toHaveProperty('metadata.version_of');
    expect(words.material).not.toHaveProperty('isEdited');
  });

  it('names a version by its text, and says which page it is of', async () => {
    const as = { title: null, asVersion: true };
    const [one, same, other] = await Promise.all([
      pageWords(capture, as),
      pageWords({ ...capture, capturedAt: '2026-12-01T10:00:00.000Z' }, as),
      pageWords({ ...capture, content: 'The moon is gone.' }, as),
    ]);

    expect(one.customId).not.toBe(page);
    expect(one.material).toMatchObject({
      customId: one.customId,
      metadata: { version_of: page, url: capture.url },
    });
    expect(same.customId).toBe(one.customId);
    expect(other.customId).not.toBe(one.customId);
  });

  it('digests the text as it was read', async () => {
    const words = await pageWords(capture, plain);

    expect(words.digest).toBe(await contentDigest(capture.content));
    expect(words).not.toHaveProperty('isUnfinished');
    expect(words).not.toHaveProperty('errorStatus');
  });

  it.each([{ isUnfinished: true }, { errorStatus: 404 }])(
    'keeps what the reading says against itself: %j',
    async (said) => {
      expect(await pageWords({ ...capture, ...said }, plain)).toMatchObject(said);
    },
  );

  it('takes the person’s title, and remembers that it is theirs', async () => {
    const own = await pageWords(capture, { ...plain, title: 'Why the sea moves' });
    const same = await pageWords(capture, { ...plain, title: 'Tides' });

    expect(own.material).toMatchObject({ title: 'Why the sea moves', isEdited: true });
    expect(same.material).not.toHaveProperty('isEdited');
  });
});
