/** Servers encode tool results differently. Every known encoding is read, and no other is guessed. */
import { describe, expect, it } from 'vitest';
import { readToolReply } from './tool-reply.ts';

const resultOf = (result: unknown) => readToolReply({ kind: 'result', result });
const errorOf = (code: number, message = 'Why', data?: unknown) =>
  readToolReply({ kind: 'error', code, message, data });
const toolErrorOf = (structuredContent: unknown) => resultOf({ isError: true, structuredContent });
const answered = (status: number, value: unknown) => ({
  kind: 'answered',
  status,
  retryAfter: null,
  body: { kind: 'json', value },
});
const unexpected = (message?: unknown) => ({
  kind: 'failed',
  code: 'memory.unexpected',
  ...(message === undefined ? {} : { message }),
});
const text = (words: string) => ({ type: 'text', text: words });

describe('the content of a tool result', () => {
  it.each<{ of: string; content: unknown; value: unknown }>([
    { of: 'JSON', content: [text('{"a":1}')], value: { a: 1 } },
    { of: 'text', content: [text('In Bern.')], value: 'In Bern.' },
    { of: 'text in several blocks', content: [text('One.'), text('Two.')], value: 'One.\nTwo.' },
    { of: 'a block for each item', content: [text('{"a":1}'), text('2')], value: [{ a: 1 }, 2] },
    { of: 'an additional blank block', content: [text(' \n'), text('{"a":1}')], value: { a: 1 } },
    { of: 'invalid blocks', content: [null, 'x', text('{"a":1}')], value: { a: 1 } },
    {
      of: 'a binary resource',
      content: [{ type: 'resource', resource: { blob: 'AA==' } }, text('{"a":1}')],
      value: { a: 1 },
    },
    { of: 'a resource without content', content: [{ type: 'resource' }, text('1')], value: 1 },
    {
      of: 'text that names a resource',
      content: [{ ...text('1'), resource: { text: '2' } }],
      value: 1,
    },
  ])('is read from $of', ({ content, value }) => {
    expect(resultOf({ content })).toEqual(answered(200, value));
  });

  it.each([{}, { content: [] }, { content: [text(' ')] }, { content: 'x' }])(
    'is empty in %o',
    (result) => {
      expect(resultOf(result)).toEqual({ ...answered(200, null), body: { kind: 'empty' } });
    },
  );

  it('replaces structured content that is null', () => {
    expect(resultOf({ structuredContent: null, content: [text('{"a":1}')] })).toEqual(
      answered(200, { a: 1 }),
    );
  });

  it.each<{ structuredContent: unknown; value: unknown }>([
    { structuredContent: { result: [1] }, value: [1] },
    { structuredContent: { result: '[1]' }, value: [1] },
    { structuredContent: { result: 'words' }, value: 'words' },
    { structuredContent: { result: 1, more: 2 }, value: { result: 1, more: 2 } },
  ])('is unwrapped if it is the only field: %o', ({ structuredContent, value }) => {
    expect(resultOf({ structuredContent })).toEqual(answered(200, value));
  });

  it('is unavailable if the service asks for input', () => {
    expect(resultOf({ resultType: 'input_required' })).toEqual(unexpected(expect.any(String)));
  });
});

describe('a tool error', () => {
  it.each([{ error: { code: 'not_found' } }, { code: 404, error: { code: 'not_found' } }])(
    'may have a wrapped envelope: %o',
    (envelope) => {
      expect(toolErrorOf(envelope)).toEqual(answered(404, envelope));
    },
  );

  it.each([
    { error: { code: 'odd', message: 'Why' } },
    { message: 'Why' },
    { sentence: 'Why' },
    { detail: 'Why' },
    { details: ['Why'] },
    { error: 'Why' },
    { text: 'Why' },
    ' Why ',
  ])('contains the message of %o', (value) => {
    expect(toolErrorOf(value)).toEqual(unexpected('Why'));
  });

  it.each([{}, { message: ' ' }, { message: 5 }])('has a default message for %o', (value) => {
    expect(toolErrorOf(value)).toEqual(unexpected());
  });

  it('is truncated to the maximum length', () => {
    expect(toolErrorOf('x'.repeat(3_000))).toEqual(unexpected('x'.repeat(2_000)));
  });
});

describe('a protocol error', () => {
  it.each([
    [-32_700, 400],
    [-32_600, 400],
    [-32_602, 400],
    [-32_603, 500],
    [-32_000, 500],
    [-32_099, 500],
  ])('%i is status %i and keeps its message', (code, status) => {
    expect(errorOf(code)).toEqual(answered(status, { message: 'Why' }));
  });

  it.each([-32_100, -31_999, 7])('%i has no status and is returned unchanged', (code) => {
    expect(errorOf(code)).toEqual(unexpected('Why'));
  });

  it('has its own message for an unknown method and for another revision', () => {
    expect(errorOf(-32_601)).toEqual(unexpected());
    const revision = errorOf(-32_022);
    expect(revision).toEqual(unexpected(expect.any(String)));
    expect(revision).not.toEqual(unexpected('Why'));
  });
});
