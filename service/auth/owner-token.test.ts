import { describe, expect, it } from 'vitest';
import { principalOf } from './bearer.ts';
import { ownerTokenAuthenticator } from './owner-token.ts';

const authenticator = await ownerTokenAuthenticator('s3cret-token', 'account');

function ask(authorization: string | null) {
  const headers = authorization === null ? {} : { authorization };
  return principalOf(new Request('http://localhost/', { headers }), authenticator);
}

describe('the owner token', () => {
  it('opens everything', async () => {
    const result = await ask('Bearer s3cret-token');

    expect(result).toMatchObject({
      ok: true,
      value: { accountId: 'account', level: 'full', reach: 'all', owner: true },
    });
  });

  it.each(['bearer s3cret-token', 'BEARER   s3cret-token'])('is read from %j', async (header) => {
    expect(await ask(header)).toMatchObject({ ok: true });
  });

  it.each([null, '', 'Bearer', 'Bearer ', 'Basic czNjcmV0', 's3cret-token', 'Bearer two words'])(
    'is not there at all in %j',
    async (header) => {
      expect(await ask(header)).toMatchObject({ ok: false, error: { kind: 'unauthenticated' } });
    },
  );

  it.each(['Bearer s3cret-toke', 'Bearer s3cret-token2', 'Bearer S3CRET-TOKEN'])(
    'is not %j',
    async (header) => {
      expect(await ask(header)).toMatchObject({ ok: false, error: { kind: 'unauthorized' } });
    },
  );

  it('is never empty', async () => {
    await expect(ownerTokenAuthenticator('', 'account')).rejects.toThrow('empty');
  });
});
