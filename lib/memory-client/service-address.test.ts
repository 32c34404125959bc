import { describe, expect, it } from 'vitest';
import { pathSegment, readServiceAddress } from './service-address.ts';

function fullAddress(baseUrl: string, path = '/v1/containers'): string {
  const address = readServiceAddress(baseUrl);
  return address.ok ? address.value.to(path) : address.error.code;
}

describe('readServiceAddress', () => {
  it.each([
    ['https://memory.example', 'https://memory.example/v1/containers'],
    ['https://memory.example/', 'https://memory.example/v1/containers'],
    ['https://memory.example/base', 'https://memory.example/base/v1/containers'],
    ['https://memory.example/base/deep//', 'https://memory.example/base/deep/v1/containers'],
    ['https://memory.example:8443/base/', 'https://memory.example:8443/base/v1/containers'],
    ['https://memory.example/base?key=1#part', 'https://memory.example/base/v1/containers'],
    ['HTTPS://Memory.Example', 'https://memory.example/v1/containers'],
  ])('puts the contract’s paths below %s', (baseUrl, expected) => {
    expect(fullAddress(baseUrl)).toBe(expected);
  });

  it.each([
    'http://localhost',
    'http://localhost:8787/base',
    'http://127.0.0.1:8787',
    'http://127.255.255.254',
    'http://127.1',
    'http://0x7f.0.0.1',
    'http://[::1]:8787',
  ])('accepts plain HTTP to this device: %s', (baseUrl) => {
    expect(fullAddress(baseUrl)).toMatch(/^http:.*\/v1\/containers$/);
  });

  it.each([
    'http://memory.example',
    'http://127.0.0.1.memory.example',
    'http://localhost.memory.example',
    'http://128.0.0.1',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://[::2]',
    'http://[::ffff:127.0.0.1]',
    'http://memory.localhost.example',
  ])('rejects plain HTTP to another machine: %s', (baseUrl) => {
    expect(fullAddress(baseUrl)).toBe('memory.insecure');
  });

  it.each([
    '',
    'memory.example',
    '/base',
    'ftp://memory.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://person:word@memory.example',
    'http://localhost@memory.example',
  ])('rejects an invalid service address: %s', (baseUrl) => {
    expect(fullAddress(baseUrl)).toBe('memory.validation');
  });

  it('leaves out query fields that are undefined and encodes the others', () => {
    const address = readServiceAddress('https://memory.example');

    const full =
      address.ok &&
      address.value.to('/v1/documents', { container: 'a&b=c ü', limit: 5, cursor: undefined });

    expect(full).toBe('https://memory.example/v1/documents?container=a%26b%3Dc+%C3%BC&limit=5');
  });
});

describe('pathSegment', () => {
  it.each([
    ['doc_1', 'doc_1'],
    ['a/b', 'a%2Fb'],
    ['a?confirm=true#x', 'a%3Fconfirm%3Dtrue%23x'],
    ['../containers', '..%2Fcontainers'],
    ['...', '...'],
    ['%2e%2e', '%252e%252e'],
  ])('encodes %s as one segment', (id, expected) => {
    expect(pathSegment(id)).toBe(expected);
  });

  it.each(['', '.', '..', '\ud800'])('returns null for %o', (id) => {
    expect(pathSegment(id)).toBeNull();
  });
});
