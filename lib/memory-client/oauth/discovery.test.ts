import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChallenge, readTrustedAddress } from './discovery.ts';

const url = 'https://a.example/.well-known/oauth-protected-resource';

describe('readChallenge', () => {
  it.each([
    { header: `Bearer resource_metadata="${url}"`, resourceMetadata: url, scope: null },
    { header: `bearer resource_metadata=${url}`, resourceMetadata: url, scope: null },
    {
      header: `Bearer error="invalid_token", resource_metadata="${url}", scope="a b"`,
      resourceMetadata: url,
      scope: 'a b',
    },
    {
      header: `Basic realm="x", Bearer Resource_Metadata = "${url}"`,
      resourceMetadata: url,
      scope: null,
    },
    {
      header: String.raw`Bearer realm="a \" resource_metadata=evil", scope="b"`,
      resourceMetadata: null,
      scope: 'b',
    },
    { header: `Bearer scope="a", DPoP scope="b"`, resourceMetadata: null, scope: 'a' },
    { header: `Bearer scope="a", scope="b"`, resourceMetadata: null, scope: 'a' },
    { header: String.raw`Bearer scope="a\"b"`, resourceMetadata: null, scope: 'a"b' },
    { header: 'Bearer', resourceMetadata: null, scope: null },
  ])('reads $header', ({ header, ...challenge }) => {
    expect(readChallenge(header)).toEqual(challenge);
  });

  it.each([null, '', 'Basic realm="x"', 'Bearerish scope="a"'])(
    'finds no challenge in %o',
    (header) => {
      expect(readChallenge(header)).toBeNull();
    },
  );

  it('reads any header without failing', () => {
    const parts = fc.constantFrom('Bearer', ' ', ',', '=', '"', '\\', 'scope', 'a', '\t');
    const reads = fc.property(fc.array(parts), (pieces) => {
      readChallenge(pieces.join(''));
    });

    expect(fc.check(reads).counterexample).toBeNull();
  });
});

const remote = new URL('https://memory.example/mcp-http');
const local = new URL('http://127.0.0.1:4321/mcp-http');

describe('readTrustedAddress', () => {
  it.each([
    { text: 'https://login.example/authorize?a=1', from: remote },
    { text: 'http://localhost:9000/token', from: local },
    { text: 'https://login.example/token', from: local },
  ])('trusts $text', ({ text, from }) => {
    expect(readTrustedAddress(text, from)?.href).toBe(text);
  });

  it.each([
    'http://login.example/token',
    'http://localhost:9000/token',
    'https://127.0.0.1/token',
    'https://[::1]/token',
    'https://user:pass@login.example/token',
    'https://login.example/token#fragment',
    'https://login.example/token#',
    'javascript:alert(1)',
    'data:text/html,hello',
    'chrome-extension://abc/page.html',
    '/token',
    '',
    7,
    null,
  ])('doesn’t trust a remote service that points to %o', (text) => {
    expect(readTrustedAddress(text, remote)).toBeNull();
  });
});
