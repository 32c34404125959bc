import { describe, expect, it } from 'vitest';
import { checkContent, checkLine, checkMetadata, isConfirmed, storable } from './rules.ts';

const bytes = 2 * 1024 * 1024;

describe('storable', () => {
  it.each([
    ['ordinary text', 'ü😀\n', 'ü😀\n'],
    ['a null character', 'a\0b', 'a\uFFFDb'],
    ['half a surrogate pair', 'a\uD83Db', 'a\uFFFDb'],
  ])('gives %s as the database can hold it', (_name, text, expected) => {
    expect(storable(text)).toBe(expected);
  });
});

describe('checkContent', () => {
  it.each([
    ['text up to the limit', 'x'.repeat(bytes), true],
    ['text a byte longer', 'x'.repeat(bytes + 1), false],
    ['text whose bytes are more than its characters', 'é'.repeat(bytes / 2 + 1), false],
    ['blank text', ' \n\t\u00A0', false],
    ['no text', '', false],
  ])('judges %s', (_name, content, accepted) => {
    expect(checkContent(content).ok).toBe(accepted);
  });
});

describe('checkLine', () => {
  it.each([
    ['absent', undefined, null],
    ['blank', '  ', null],
    ['up to the limit', '😀'.repeat(8), '😀'.repeat(8)],
  ])('takes a line that is %s', (_name, text, expected) => {
    expect(checkLine('title', text, 8)).toEqual({ ok: true, value: expected });
  });

  it('refuses a longer line and names the field', () => {
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
  ])('writes %s', (_name, metadata, expected) => {
    expect(checkMetadata(metadata)).toEqual({ ok: true, value: expected });
  });

  it('refuses more than 16 KiB', () => {
    expect(checkMetadata('x'.repeat(16 * 1024 - 2)).ok).toBe(true);
    expect(checkMetadata('x'.repeat(16 * 1024 - 1)).ok).toBe(false);
  });

  it('refuses what is nested too deeply to be written', () => {
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
