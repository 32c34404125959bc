import { describe, expect, it } from 'vitest';
import { addressInReaderView } from './reader-view.ts';

describe('addressInReaderView', () => {
  it.each([
    [
      'about:reader?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D2',
      'https://example.org/a?b=1&c=2',
    ],
    [
      'about:reader?url=http%3A%2F%2F127.0.0.1%3A8080%2Fl%C3%A4nge',
      'http://127.0.0.1:8080/l%C3%A4nge',
    ],
    ['about:reader?id=4&url=https%3A%2F%2Fexample.org%2F', 'https://example.org/'],
  ])('reads from %j the address %j', (view, page) => {
    expect(addressInReaderView(view)).toBe(page);
  });

  it.each([
    'about:reader',
    'about:reader?url=',
    'about:reader?url=file%3A%2F%2F%2Fhome%2Fme%2Fa.html',
    'about:reader?url=javascript%3Aalert(1)',
    'about:readers?url=https%3A%2F%2Fexample.org%2F',
    'https://example.org/reader?url=https%3A%2F%2Fexample.com%2F',
    'nonsense',
    '',
  ])('returns null for %j', (url) => {
    expect(addressInReaderView(url)).toBeNull();
  });
});
