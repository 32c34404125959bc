import { describe, expect, it } from 'vitest';
import { hidePasswords, isDatabaseAddress, serversIn } from './address.ts';

describe('serversIn', () => {
  it('returns an address for each host', () => {
    expect(
      serversIn('postgres://k:p,w@one.example,[::1]:5433/library?sslmode=verify-full'),
    ).toEqual([
      'postgres://k:p,w@one.example/library?sslmode=verify-full',
      'postgres://k:p,w@[::1]:5433/library?sslmode=verify-full',
    ]);
  });

  it('takes the password up to the last @', () => {
    expect(serversIn('postgres://k:p@s,w@one.example,two.example/library')).toEqual([
      'postgres://k:p@s,w@one.example/library',
      'postgres://k:p@s,w@two.example/library',
    ]);
  });

  it.each([
    'postgresql://db.example',
    'Postgres://k@db.example/library',
    'postgres://k@db.example:5432/library',
    'postgres:///library?host=/run/postgresql',
  ])('returns %s as it is', (address) => {
    expect(serversIn(address)).toEqual([address]);
  });

  it.each([
    '',
    '/data',
    'mysql://db.example/library',
    'postgres://k@one.example,/library',
    'postgres://k@one.example:x,two.example/library',
  ])('returns nothing for %j', (text) => {
    expect(serversIn(text)).toEqual([]);
    expect(isDatabaseAddress(text)).toBe(false);
  });
});

describe('hidePasswords', () => {
  it.each([
    ['postgres://k:secret@db.example/library', 'postgres://k@db.example/library'],
    ['postgres://k:secret@one:5432,two:5433/library', 'postgres://k@one:5432,two:5433/library'],
    ['Unexpected argument ‘postgres://k:se/c@ret@db’.', 'Unexpected argument ‘postgres://k@db’.'],
    ['postgresql://k@db/library?password=secret&sslmode=x', 'postgresql://k@db/library?sslmode=x'],
    ['postgres://k@db.example:5432/library', 'postgres://k@db.example:5432/library'],
    ['Postgres://k:secret@db.example/library', 'Postgres://k@db.example/library'],
    ['postgres://k:se cret@db.example/library', 'postgres://k@db.example/library'],
    ['postgres://k:se@cr,et@db.example/library', 'postgres://k@db.example/library'],
    ['postgres://k@db/library?password=se cret&sslmode=x', 'postgres://k@db/library?sslmode=x'],
    ['/srv/postgres:/k:se/cret@db.example', '/srv/postgres:/k@db.example'],
    ['postgres://k:a@one and postgres://l:b@two', 'postgres://k@one and postgres://l@two'],
  ])('removes it from %s', (text, hidden) => {
    expect(hidePasswords(text)).toBe(hidden);
  });
});
