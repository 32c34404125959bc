import { describe, expect, it } from 'vitest';
import {
  checkContent,
  checkCursor,
  checkLine,
  checkMetadata,
  isConfirmed,
  writeCursor,
} from './checks.ts';

const bytes = 2 * 1024 * 1024;

describe('checkContent', () => {
  it.each([
    ['text up to the limit', 'x'.repeat(bytes), true],
    ['text one byte over the limit', 'x'.repeat(bytes + 1), false],
    ['text over the limit only in bytes', 'é'.repeat(bytes / 2 + 1), false],
    ['blank text', ' \n\t\u00A0', false],
    ['no text', '', false],
  ])('checks %s', (_name, content, accepted) => {
    expect(checkContent(content).ok).toBe(accepted);
  });
});

describe('checkLine', () => {
  it.each([
    ['absent', undefined, null],
    ['blank', '  ', null],
    ['up to the limit', '😀'.repeat(8), '😀'.repeat(8)],
  ])('accepts a line that is %s', (_name, text, expected) => {
    expect(checkLine('title', text, 8)).toEqual({ ok: true, value: expected });
  });

  it('rejects a longer line and names the field', () => {
    expect(checkLine('title', 'x'.repeat(9), 8)).toMatchObject({
      ok: false,
      error: { kind: 'invalid', details: { field: 'title' } },
    });
  });
});

describe('checkMetadata', () => {
  it.each([
    ['nothing', undefined, null],
    ['null', null, 'null'],
    ['anything else', { a: [1, 'ü'] }, '{"a":[1,"ü"]}'],
  ])('serializes %s', (_name, metadata, expected) => {
    expect(checkMetadata(metadata)).toEqual({ ok: true, value: expected });
  });

  it('rejects more than 16 KiB', () => {
    expect(checkMetadata('x'.repeat(16 * 1024 - 2)).ok).toBe(true);
    expect(checkMetadata('x'.repeat(16 * 1024 - 1)).ok).toBe(false);
  });

  it('rejects metadata that is nested too deeply', () => {
    const deep: unknown = JSON.parse('['.repeat(5000) + ']'.repeat(5000));

    expect(checkMetadata(deep)).toMatchObject({ ok: false, error: { kind: 'invalid' } });
  });
});

describe('isConfirmed', () => {
  it.each([
    ['true', true],
    ['TRUE', false],
    ['1', false],
    ['yes', false],
    ['', false],
    [undefined, false],
  ])('reads %j', (confirm, expected) => {
    expect(isConfirmed(confirm)).toBe(expected);
  });
});

describe('checkCursor', () => {
  it('starts at the newest without a cursor', () => {
    expect(checkCursor(undefined)).toEqual({ ok: true, value: Number.MAX_SAFE_INTEGER });
  });

  it.each([1, 35, 36, 123_456_789, Number.MAX_SAFE_INTEGER - 1])(
    'reads position %i back',
    (seq) => {
      expect(checkCursor(writeCursor(seq))).toEqual({ ok: true, value: seq });
    },
  );

  it.each(['', 'd', 'x1', 'd-1', 'd1 ', 'dZ', 'd01', `d${'z'.repeat(20)}`, 'd1;--'])(
    'rejects %j',
    (text) => {
      expect(checkCursor(text)).toMatchObject({ ok: false, error: { kind: 'invalid' } });
    },
  );
});
