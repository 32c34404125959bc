import { describe, expect, it } from 'vitest';
import { dayIn } from './dates.ts';

describe('dayIn finds the day', () => {
  it.each([
    ['2026-05-04T10:00:00Z', null],
    ['2026/5/4', null],
    ['Stand: 4.5.2026, 10 Uhr', 'de'],
    ['04. 05. 2026', 'cs'],
    ['04.05.26', 'de'],
    ['4/5/2026', 'fr'],
    ['5/4/2026', 'en-US'],
    ['5/4/2026', null],
    ['04.05.2026', 'en'],
    ['4/5/2026', 'en-GB'],
    ['Monday, May 4, 2026', 'en'],
    ['May 4th 2026', null],
    ['on 4 May 2026 @08:00PM', 'en'],
    ['4. Mai 2026', 'de'],
    ['4 de mayo de 2026', 'es'],
    ['4 mai 2026', 'fr'],
    ['4 maggio 2026', 'it'],
    ['4 de maio de 2026', 'pt'],
    ['4 mei 2026', 'nl'],
    ['4 maja 2026', 'pl'],
    ['4. května 2026', 'cs'],
    ['4 мая 2026 г.', 'ru'],
    ['4 maj 2026', 'sv'],
    ['4. maj 2026', 'da'],
    ['4 Mayıs 2026', 'tr'],
    ['2026年5月4日', 'ja'],
    ['2026년 5월 4일', 'ko'],
    ['4-May-2026', 'en'],
    ['4. Mai 2026', 'en'],
  ])('in %j', (text, language) => {
    expect(dayIn(text, language)).toBe('2026-05-04');
  });

  it.each([
    ['with an abbreviated month', 'Sept. 3, 2026', '2026-09-03'],
    ['with a day that cannot be a month', '9/23/2026', '2026-09-23'],
    ['with a shortened name of the month', '3. Febr. 2026', '2026-02-03'],
    ['after one that does not exist', '31.2.2026, then 4 May 2026', '2026-05-04'],
    ['that comes first', '3 May 2026, updated 2026-06-01', '2026-05-03'],
  ])('%s', (_, text, day) => {
    expect(dayIn(text, 'fr')).toBe(day);
  });

  it.each([
    ['a day that cannot be a month, in English', '23/9/2026', 'en', '2026-09-23'],
    ['an abbreviation that is not the start of the name', '3 mrt 2026', 'nl', '2026-03-03'],
  ])('with %s', (_, text, language, day) => {
    expect(dayIn(text, language)).toBe(day);
  });

  it.each([
    'May 2026',
    '31.2.2026',
    '12 people 2026',
    'version 1.2.3',
    'version 1.10.12.20',
    'version 10.12.20.1',
    '192.168.10.12',
    'part 1-2026-05-04',
    '2026-05-0412',
    '2026-05.04',
    'May 4',
  ])('but not in %j', (text) => {
    expect(dayIn(text, 'en')).toBeNull();
  });
});
