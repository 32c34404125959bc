import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChallenge } from './challenge.ts';

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

  it.each([null, '', 'Basic realm="x"', 'Bearerish scope="a"'])('finds none in %o', (header) => {
    expect(readChallenge(header)).toBeNull();
  });

  it('reads any header without failing', () => {
    const parts = fc.constantFrom('Bearer', ' ', ',', '=', '"', '\\', 'scope', 'a', '\t');
    const reads = fc.property(fc.array(parts), (pieces) => {
      readChallenge(pieces.join(''));
    });

    expect(fc.check(reads).counterexample).toBeNull();
  });
});
