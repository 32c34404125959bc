import { describe, expect, it } from 'vitest';
import { checkAddress, checkPort, readContentType } from './page-fetcher.ts';

describe('checkAddress', () => {
  it.each(['http://a.example', 'https://a.example:8443/x?y#z', 'https://münchen.example/'])(
    'accepts %s',
    (url) => {
      expect(checkAddress(url).ok).toBe(true);
    },
  );

  it.each([
    ['', 'url.invalid'],
    ['a.example', 'url.invalid'],
    ['http://', 'url.invalid'],
    ['http://a b.example', 'url.invalid'],
    ['ftp://a.example', 'url.scheme'],
    ['file:///etc/passwd', 'url.scheme'],
    ['gopher://a.example', 'url.scheme'],
    ['javascript:alert(1)', 'url.scheme'],
    ['data:text/html,x', 'url.scheme'],
    ['https://user@a.example', 'url.credentials'],
    ['https://:secret@a.example', 'url.credentials'],
  ])('rejects %s', (url, code) => {
    expect(checkAddress(url)).toMatchObject({ ok: false, error: { code } });
  });
});

describe('checkPort', () => {
  it.each([
    ['https://a.example', true],
    ['http://a.example:443', true],
    ['http://a.example:8080', true],
    ['http://a.example:22', false],
    ['http://a.example:25', false],
    ['http://a.example:6379', false],
    ['http://a.example:0', false],
  ])('allows %s: %s', (url, allowed) => {
    expect(checkPort(new URL(url)).ok).toBe(allowed);
  });
});

describe('readContentType', () => {
  it.each([
    ['text/html', 'text/html', null],
    ['Text/HTML; Charset=UTF-8', 'text/html', 'utf-8'],
    ['text/html;boundary=x; charset="Shift_JIS"', 'text/html', 'shift_jis'],
    ['application/pdf', 'application/pdf', null],
  ])('reads %s', (header, mediaType, charset) => {
    expect(readContentType(header)).toEqual({ ok: true, value: { mediaType, charset } });
  });

  it.each([undefined, '', 'image/png', 'application/json', 'text/html2', 'text/css', 'text/*'])(
    'rejects %s',
    (header) => {
      expect(readContentType(header)).toMatchObject({ error: { code: 'answer.type' } });
    },
  );
});
