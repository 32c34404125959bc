import { describe, expect, it } from 'vitest';
import { refusalOf, type Api, type Reply } from './api.ts';
import type { World } from './suite.ts';

/** Tests what the owner can set for a key, and that every call is checked against the current settings. */
export function keyContract(world: World): void {
  describe('/owner/keys', () => {
    making(world);
    changing(world);
  });
  describe('a key', () => {
    using(world);
    withdrawing(world);
  });
}

function making(world: World): void {
  const { api } = world;

  it('returns the token once, at creation, and later only its last characters', async () => {
    const container = await api.createMemory(world.unique('Keys'));
    const { token, ...key } = await api.createKey({ name: ' Reader ', reach: [container] });

    const { body } = await api.get('/owner/keys');

    expect(token).toMatch(/^keepsake_[\w-]{43}$/);
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Reader',
      level: 'read',
      reach: [container],
      profile: false,
      agent: false,
      expires_at: null,
      last_four: token.slice(-4),
      created_at: expect.any(String),
      revoked_at: null,
    });
    expect(body).toMatchObject({ keys: expect.arrayContaining([key]) });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  it('gives every key its own token', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => api.createKey()));

    expect(new Set(keys.map(({ token }) => token)).size).toBe(20);
  });

  it('stores an expiry in UTC', async () => {
    const { expires_at } = await api.createKey({ expires_at: '2999-01-01T01:00:00+02:00' });

    expect(expires_at).toBe('2998-12-31T23:00:00.000Z');
  });

  it('is usable until the last day that an expiry can name', async () => {
    const key = await api.createKey({ expires_at: '9999-12-31T23:59:59Z' });

    expect((await api.with(key.token).get('/v1/containers')).status).toBe(200);
  });

  const whole = { name: 'x', level: 'read', reach: 'all' };
  it.each([
    ['no name', { level: 'read', reach: 'all' }, 422],
    ['no level', { name: 'x', reach: 'all' }, 422],
    ['no reach', { name: 'x', level: 'read' }, 422],
    ['an unknown level', { ...whole, level: 'owner' }, 422],
    ['an unknown word as reach', { ...whole, reach: 'some' }, 422],
    ['a permission that isn’t a boolean', { ...whole, profile: 'yes' }, 422],
    ['an unknown field', { ...whole, containers: [] }, 400],
    ['a blank name', { ...whole, name: ' ' }, 400],
    ['an unknown Memory in reach', { ...whole, reach: ['no-such-memory'] }, 400],
    ['an expiry that isn’t a time', { ...whole, expires_at: 'soon' }, 400],
    ['an expiry in the past', { ...whole, expires_at: '2020-01-01T00:00:00Z' }, 400],
    [
      'an expiry after the year 9999 in UTC',
      { ...whole, expires_at: '9999-12-31T23:59:59-02:00' },
      400,
    ],
    [
      'an expiry with more than four digits for the year',
      { ...whole, expires_at: '+012000-01-01T00:00:00Z' },
      400,
    ],
  ])('rejects %s', async (_name, body, status) => {
    expect(refusalOf(await api.post('/owner/keys', body))).toBe(`${status} validation`);
  });
}

function changing(world: World): void {
  const { api } = world;

  it('changes only the given fields', async () => {
    const { token, ...key } = await api.createKey({ level: 'full', profile: true });

    const changed = await api.patch(`/owner/keys/${key.id}`, { level: 'read' });

    expect(changed).toEqual({ status: 200, body: { ...key, level: 'read' } });
    expect(token).not.toBe('');
  });

  it('removes an expiry with null', async () => {
    const { id } = await api.createKey({ expires_at: '2999-01-01T00:00:00Z' });

    const changed = await api.patch(`/owner/keys/${id}`, { expires_at: null });

    expect(changed.body).toMatchObject({ expires_at: null });
  });

  it('changes nothing if one of the changes is rejected', async () => {
    const { id } = await api.createKey({ level: 'full' });

    const refused = await api.patch(`/owner/keys/${id}`, { level: 'read', reach: ['nowhere'] });

    expect(refusalOf(refused)).toBe('400 validation');
    expect((await api.get('/owner/keys')).body).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ id, level: 'full' })]),
    });
  });

  it('revokes permanently and records the time', async () => {
    const { id } = await api.createKey();

    expect(await api.delete(`/owner/keys/${id}`)).toEqual({
      status: 200,
      body: { status: 'revoked', id },
    });
    expect((await api.delete(`/owner/keys/${id}`)).status).toBe(200);
    expect(refusalOf(await api.patch(`/owner/keys/${id}`, { level: 'full' }))).toBe('409 conflict');
    expect((await api.get('/owner/keys')).body).toMatchObject({
      keys: expect.arrayContaining([
        expect.objectContaining({ id, revoked_at: expect.any(String) }),
      ]),
    });
  });

  it('returns 404 for an unknown key', async () => {
    expect(refusalOf(await api.patch('/owner/keys/nobody', {}))).toBe('404 not_found');
    expect(refusalOf(await api.delete('/owner/keys/nobody'))).toBe('404 not_found');
  });

  it.each([
    ['[]', 422],
    ['null', 422],
    ['"x"', 422],
    ['7', 422],
    ['{"containers":[]}', 400],
  ])('rejects %s as changes', async (body, status) => {
    const { id } = await api.createKey();

    expect(refusalOf(await api.send('PATCH', `/owner/keys/${id}`, body))).toBe(
      `${status} validation`,
    );
  });
}

function using(world: World): void {
  const { api } = world;

  it('sees only the Memories in its reach', async () => {
    const inside = await api.createMemory(world.unique('Inside'));
    const outside = await api.createMemory(world.unique('Outside'));
    const { token } = await api.createKey({ reach: [inside, inside] });

    const listed = await api.with(token).get('/v1/containers');

    expect(listed.body).toMatchObject({ containers: [{ id: inside }] });
    expect(refusalOf(await searchIn(api.with(token), outside))).toBe('403 unauthorized');
  });

  it('with all Memories in reach includes Memories created later', async () => {
    const { token } = await api.createKey();
    const later = await api.createMemory(world.unique('Later'));

    expect((await searchIn(api.with(token), later)).status).toBe(200);
  });

  it('does what its level allows', async () => {
    const container = await api.createMemory(world.unique('Levels'));
    const { id } = await api.addDocument({ container, content: 'A ferry.' });
    const statusesOf = async (level: string) => {
      const { token } = await api.createKey({ level });
      const asKey = api.with(token);
      return [
        (await searchIn(asKey, container)).status,
        (await asKey.post('/v1/documents', { container, content: 'x', custom_id: 'k' })).status,
        (await asKey.delete(`/v1/documents/${id}`)).status,
        (await asKey.get('/owner/keys')).status,
      ];
    };

    expect(await statusesOf('read')).toEqual([200, 403, 403, 403]);
    expect(await statusesOf('write')).toEqual([200, 202, 403, 403]);
    expect(await statusesOf('full')).toEqual([200, 202, 200, 403]);
  });

  it.each(['nobody', 'keepsake_', `keepsake_${'A'.repeat(43)}`])(
    'is rejected if it is unknown: %s',
    async (token) => {
      expect(refusalOf(await api.with(token).get('/v1/containers'))).toBe('403 unauthorized');
    },
  );
}

function withdrawing(world: World): void {
  const { api } = world;

  it('is rejected on the next call after being restricted', async () => {
    const container = await api.createMemory(world.unique('Narrowed'));
    const { id, token } = await api.createKey({ level: 'write', reach: [container] });
    const asKey = api.with(token);
    const write = () => asKey.post('/v1/memories', { container, content: 'A ferry.' });
    expect((await write()).status).toBe(202);

    await api.patch(`/owner/keys/${id}`, { level: 'read' });
    expect(refusalOf(await write())).toBe('403 unauthorized');
    expect((await searchIn(asKey, container)).status).toBe(200);

    await api.patch(`/owner/keys/${id}`, { reach: [] });
    expect(refusalOf(await searchIn(asKey, container))).toBe('403 unauthorized');
  });

  it('is rejected on the next call after being revoked', async () => {
    const { id, token } = await api.createKey();
    expect((await api.with(token).get('/v1/containers')).status).toBe(200);

    await api.delete(`/owner/keys/${id}`);

    expect(refusalOf(await api.with(token).get('/v1/containers'))).toBe('403 unauthorized');
  });

  it('is rejected once expired, and not before', async () => {
    const { id, token } = await api.createKey({ expires_at: inMilliseconds(3_600_000) });
    const call = () => api.with(token).get('/v1/containers');
    expect((await call()).status).toBe(200);
    let expiry = '';
    const shorten = () => {
      expiry = inMilliseconds(500);
      return api.patch(`/owner/keys/${id}`, { expires_at: expiry });
    };
    // On a slow machine, the time may have passed before the service reads it.
    await expect.poll(shorten).toMatchObject({ status: 200 });
    let workedAt = 0;
    const callAgain = async () => {
      const calledAt = Date.now();
      const reply = await call();
      if (reply.status === 200) workedAt = calledAt;
      return refusalOf(reply);
    };

    await expect.poll(callAgain).toBe('403 unauthorized');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiry));
    expect(workedAt).toBeLessThan(Date.parse(expiry));
  });
}

function inMilliseconds(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

function searchIn(api: Api, container: string): Promise<Reply> {
  return api.post('/v1/search', { q: 'ferry', container });
}
