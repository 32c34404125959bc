import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchSameOriginText } from './fetch-same-origin.ts';

const origin = 'https://example.org';

afterEach(() => vi.unstubAllGlobals());

function answering(answer: () => Response): { asked: string[] } {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer();
  });
  return { asked };
}

describe('fetchSameOriginText', () => {
  it("returns text from the page's origin", async () => {
    answering(() => new Response('WEBVTT – Eis'));

    expect(await fetchSameOriginText(`${origin}/a.vtt`, origin)).toBe('WEBVTT – Eis');
  });

  it.each(['https://cdn.example.org/a.vtt', 'http://example.org/a.vtt', 'data:,a', '::'])(
    "doesn't request %s",
    async (url) => {
      const { asked } = answering(() => new Response('a'));

      expect(await fetchSameOriginText(url, origin)).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  it.each<[string, () => Response]>([
    ['is not found', () => new Response('Not found', { status: 404 })],
    ['is too large', () => new Response('a'.repeat(4_000_001))],
    ['has no body', () => new Response(null)],
    [
      "can't be fetched",
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('returns null if the file %s', async (_, answer) => {
    answering(answer);

    expect(await fetchSameOriginText(`${origin}/a.vtt`, origin)).toBeNull();
  });
});
