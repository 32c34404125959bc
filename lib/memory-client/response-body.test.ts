import { describe, expect, it } from 'vitest';
import { readResponseBody } from './response-body.ts';

function read(text: string, type: string | null = null, maxBytes = 1_000) {
  // A string body would set its own content type.
  const body = new TextEncoder().encode(text);
  const response = new Response(body, type === null ? {} : { headers: { 'Content-Type': type } });
  return readResponseBody(response, maxBytes, new AbortController().signal);
}

describe('readResponseBody', () => {
  it.each([
    { text: '', kind: 'empty' },
    { text: ' \n', kind: 'empty' },
    { text: 'Not here', kind: 'text' },
    { text: 'Not here', type: 'text/plain', kind: 'text' },
    { text: 'Not here', type: 'text/html; charset=utf-8', kind: 'html' },
    { text: '\n <p>Not here', kind: 'html' },
    { text: '<p>Not here', type: 'text/plain', kind: 'html' },
    { text: 'x'.repeat(1_001), kind: 'too-large' },
    { text: '['.repeat(202) + ']'.repeat(202), kind: 'too-large' },
  ])('classifies a body by its content: %o', async ({ text, type, kind }) => {
    expect(await read(text, type)).toEqual({ kind });
  });

  it('reads JSON with any content type', async () => {
    expect(await read(' {"a":1}', 'text/html')).toEqual({ kind: 'json', value: { a: 1 } });
  });
});
