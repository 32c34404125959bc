import { expect, it } from 'vitest';
import { hash32 } from './hash32.ts';

it.each([
  ['', 0x811c_9dc5],
  ['a', 0xe40c_292c],
  ['foobar', 0xbf9c_f968],
])('returns the published FNV-1a hash of %j', (text, hash) => {
  expect(hash32(text)).toBe(hash);
});
