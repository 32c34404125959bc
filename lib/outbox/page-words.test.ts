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
  it('uses the URL as custom_id and stores a fingerprint and the title', async () => {
    const words = await pageWords(capture, plain);

    expect(words).toMatchObject({
      customId: page,
      fingerprint: fingerprintOf(capture.content),
      material: { customId: page, title: 'Tides' },
    });
    expect(words.material).not.toHaveProperty('metadata.version_of');
    expect(words.material).not.toHaveProperty('isEdited');
  });

  it('adds the hash of a version’s text to its custom_id and names its page', async () => {
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

  it('hashes the text as read', async () => {
    const words = await pageWords(capture, plain);

    expect(words.digest).toBe(await contentDigest(capture.content));
    expect(words).not.toHaveProperty('isUnfinished');
    expect(words).not.toHaveProperty('errorStatus');
  });

  it.each([{ isUnfinished: true }, { errorStatus: 404 }])(
    'keeps a reading’s flags: %j',
    async (said) => {
      expect(await pageWords({ ...capture, ...said }, plain)).toMatchObject(said);
    },
  );

  it('uses the person’s title and stores that the person entered it', async () => {
    const own = await pageWords(capture, { ...plain, title: 'Why the sea moves' });
    const same = await pageWords(capture, { ...plain, title: 'Tides' });

    expect(own.material).toMatchObject({ title: 'Why the sea moves', isEdited: true });
    expect(same.material).not.toHaveProperty('isEdited');
  });
});
