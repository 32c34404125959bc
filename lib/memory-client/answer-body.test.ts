import { describe, expect, it } from 'vitest';
import { readAnswerBody } from './answer-body.ts';

function read(text: string, type: string | null = null, maxBytes = 1_000) {
  // A string would bring a type of its own.
  const body = new TextEncoder().encode(text);
  const response = new Response(body, type === null ? {} : { headers: { 'Content-Type': type } });
  return readAnswerBody(response, maxBytes, new AbortController().signal);
}

describe('the body of an answer', () => {
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
  ])('is classified by its content: %o', async ({ text, type, kind }) => {
    expect(await read(text, type)).toEqual({ kind });
  });

  it('is JSON whatever its content type', async () => {
    expect(await read(' {"a":1}', 'text/html')).toEqual({ kind: 'json', value: { a: 1 } });
  });
});
