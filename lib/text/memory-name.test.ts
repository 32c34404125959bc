import { describe, expect, it } from 'vitest';
import { isBlankName, memoryNameKey, findNamed } from './memory-name.ts';

describe('memoryNameKey', () => {
  it.each([
    ['case', 'READING'],
    ['width', 'Ｒｅａｄｉｎｇ'],
    ['spaces', '  Reading\t'],
    ['a zero-width space', 'Re\u200Bading'],
    ['a byte order mark', 'Read\uFEFFing'],
    ['a soft hyphen', 'Read\u00ADing'],
    ['joiners', 'Re\u200Cad\u200Ding'],
    ['direction marks', '\u200FRe\u202Eading\u2069'],
    ['variation selectors', 'Reading\uFE0F'],
    ['fillers', 'Reading\u3164'],
    ['control characters', 'Read\u0007ing\u0000'],
  ])('returns equal keys for names that differ only by %s', (_difference, name) => {
    expect(memoryNameKey(name)).toBe(memoryNameKey('Reading'));
  });

  it.each([
    ['Reading', 'Reading 2'],
    ['Reading', 'Readings'],
    ['résumé', 'resume'],
    ['می‌خواهم', 'می خواهم'],
    ['👩‍🚀', '👩'],
    [
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    ],
    ['In\nbox', 'Inbox'],
  ])('returns different keys for %o and %o', (one, other) => {
    expect(memoryNameKey(one)).not.toBe(memoryNameKey(other));
  });
});

describe('isBlankName', () => {
  it.each([
    '',
    '  ',
    '\u200B',
    '\u200B \u2060',
    '\u202E\u2069',
    '\u3164',
    '\u2800',
    '\u0007',
    '\uFEFF\uFE0F',
  ])('returns true for %j', (name) => {
    expect(isBlankName(name)).toBe(true);
  });

  it.each(['a', '·', '❤️', '\u200Bا', '\u{1F3F4}\u{E0067}\u{E007F}'])(
    'returns false for %j',
    (name) => {
      expect(isBlankName(name)).toBe(false);
    },
  );
});

describe('findNamed', () => {
  it.each(['Work', ' work ', 'WORK', 'Ｗork', 'Wo\u200Brk'])('finds Work for %o', (name) => {
    expect(findNamed(name, [{ name: 'Reading' }, { name: 'Work' }])).toEqual({ name: 'Work' });
  });

  it('finds nothing for a name that only starts the same', () => {
    expect(findNamed('Work 2', [{ name: 'Work' }])).toBeUndefined();
  });
});
