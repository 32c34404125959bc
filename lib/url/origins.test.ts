import { describe, expect, it } from 'vitest';
import {
  originToAllow,
  tidyAddress,
  usableSpellings,
  everySite,
  originPattern,
} from './origins.ts';

describe('tidyAddress', () => {
  it.each([
    [' memory.example/ ', 'https://memory.example'],
    ['http://127.0.0.1:4747/', 'http://127.0.0.1:4747'],
    ['https://Memory.example/a/b/?key=1#there', 'https://memory.example/a/b'],
    ['ftp://memory.example', 'ftp://memory.example'],
    ['127.0.0.1:4871', 'http://127.0.0.1:4871'],
    ['localhost:4871/', 'http://localhost:4871'],
    ['localhost', 'http://localhost'],
    ['[::1]:4871', 'http://[::1]:4871'],
    ['https://localhost:4871', 'https://localhost:4871'],
    ['localhost.example:4871', 'https://localhost.example:4871'],
    ['memory.example/a//', 'https://memory.example/a'],
    ['memory.example/?of=http://a.example', 'https://memory.example'],
    ['h2://memory.example', 'h2://memory.example'],
    ['127.0.0.1.example', 'https://127.0.0.1.example'],
    ['127.0.0.10', 'http://127.0.0.10'],
    ['not an address', 'not an address'],
  ])('turns %j into %j', (typed, tidy) => {
    expect(tidyAddress(typed)).toBe(tidy);
  });
});

describe('an invalid address', () => {
  it.each(['hello world', 'https://hello world/', 'hello%20world', 'https://ex%61mple.org/a', '%'])(
    'is rejected in every browser: %j',
    (typed) => {
      expect(URL.canParse(tidyAddress(typed))).toBe(false);
      expect(originToAllow(typed)).toBeNull();
    },
  );

  it("doesn't include addresses with spaces or escapes only in the path", () => {
    expect(tidyAddress('memory.example/a%20b c')).toBe('https://memory.example/a%20b%20c');
  });
});

describe('originToAllow', () => {
  it.each([
    ['memory.example/a', 'https://memory.example'],
    ['http://127.0.0.1:4747', 'http://127.0.0.1:4747'],
    ['http://localhost:4747', 'http://localhost:4747'],
    ['127.0.0.1:4747', 'http://127.0.0.1:4747'],
    ['http://memory.example', null],
    ['ftp://localhost', null],
    ['not an address', null],
  ])('maps %j to %j', (typed, origin) => {
    expect(originToAllow(typed)).toBe(origin);
  });
});

describe('usableSpellings', () => {
  it.each([
    ['http://[::1]:4321/', ['http://127.0.0.1:4321', 'http://localhost:4321']],
    ['http://[0:0::1]', ['http://127.0.0.1', 'http://localhost']],
    ['http://127.1.2.3:80/a/', ['http://127.0.0.1/a', 'http://localhost/a']],
    ['http://2130706434:4321', ['http://127.0.0.1:4321', 'http://localhost:4321']],
    ['http://127.0.0.1:4321', null],
    ['http://127.1:4321', null],
    ['[::1]:4321', ['http://127.0.0.1:4321', 'http://localhost:4321']],
    ['http://localhost:4321', null],
    ['http://127.example', null],
    ['https://[::1]', null],
    ['memory.example', null],
    ['not an address', null],
  ])('maps %j to %j', (typed, spellings) => {
    expect(usableSpellings(typed)).toEqual(spellings);
  });
});

describe('originPattern', () => {
  it('leaves out the port', () => {
    expect(originPattern('https://login.example:8443')).toBe('https://login.example/*');
  });

  it('keeps the pattern for every site, which Chromium would encode', () => {
    const { URL: nodes } = globalThis;
    globalThis.URL = class extends nodes {
      // Chromium encodes the asterisk.
      override get hostname() {
        return super.hostname.replaceAll('*', '%2A');
      }
    };

    const pattern = originPattern(everySite);

    globalThis.URL = nodes;
    expect(pattern).toBe('https://*/*');
  });
});
