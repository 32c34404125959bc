import { afterEach, describe, expect, it, vi } from 'vitest';
import { sameOriginText } from './same-origin-text.ts';

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

describe('sameOriginText', () => {
  it('gives a text of the page’s own origin', async () => {
    answering(() => new Response('WEBVTT – Eis'));

    expect(await sameOriginText(`${origin}/a.vtt`, origin)).toBe('WEBVTT – Eis');
  });

  it.each(['https://cdn.example.org/a.vtt', 'http://example.org/a.vtt', 'data:,a', '::'])(
    'does not ask for %s',
    async (url) => {
      const { asked } = answering(() => new Response('a'));

      expect(await sameOriginText(url, origin)).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  it.each<[string, () => Response]>([
    ['is not found', () => new Response('Not found', { status: 404 })],
    ['is too long', () => new Response('a'.repeat(4_000_001))],
    ['has no body', () => new Response(null)],
    [
      'cannot be had',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('gives nothing where the text %s', async (_, answer) => {
    answering(answer);

    expect(await sameOriginText(`${origin}/a.vtt`, origin)).toBeNull();
  });
});
