import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { refusalOf, type Api } from './api.ts';
import type { World } from './suite.ts';

/** Tests standing facts, and the profile that contains them. */
export function profileContract(world: World): void {
  describe('POST /v1/memories with static', () => {
    keepingFacts(world);
  });
  describe('GET /v1/profile', () => {
    reading(world);
  });
}

const itemSchema = z.strictObject({
  id: z.string(),
  content: z.string(),
  container_name: z.string(),
  saved_at: z.string(),
  truncated: z.optional(z.literal(true)),
});
const profileSchema = z.looseObject({
  static: z.array(itemSchema),
  dynamic: z.array(itemSchema),
  results: z.array(z.looseObject({ content: z.string(), container_name: z.string() })),
});

async function profileOf(api: Api, q?: string): Promise<z.infer<typeof profileSchema>> {
  const { status, body } = await api.get(
    `/v1/profile${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`,
  );
  expect(status).toBe(200);
  return z.parse(profileSchema, body);
}

/** Creates a Memory and a key that can read the profile of that Memory only. */
async function openCorner(world: World) {
  const name = world.unique('Profile');
  const container = await world.api.createMemory(name);
  const { token } = await world.api.createKey({
    level: 'full',
    reach: [container],
    profile: true,
  });
  return { name, container, corner: world.api.with(token) };
}

function keepingFacts(world: World): void {
  it('stores a standing fact immediately and returns 200 stored with its id', async () => {
    const { container, name, corner } = await openCorner(world);

    const reply = await corner.post('/v1/memories', {
      container,
      content: 'I am allergic to nuts.',
      static: true,
    });

    expect(reply).toEqual({
      status: 200,
      body: { status: 'stored', memory_id: expect.any(String) },
    });
    expect((await profileOf(corner)).static).toMatchObject([
      { content: 'I am allergic to nuts.', container_name: name },
    ]);
  });

  it('stores the same text in one Memory as one fact', async () => {
    const { container, corner } = await openCorner(world);

    const first = await corner.addFact({ container, content: 'I row.' });
    const second = await corner.addFact({ container, content: 'I row.' });

    expect(second).toBe(first);
    expect((await profileOf(corner)).static).toHaveLength(1);
  });

  it('doesn’t make facts searchable', async () => {
    const { container, corner } = await openCorner(world);
    await corner.addFact({ container, content: 'I row on the estuary.' });

    expect((await corner.search({ container, q: 'estuary' })).results).toEqual([]);
  });

  it('needs no container if exactly one Memory is in reach', async () => {
    const { corner } = await openCorner(world);

    await corner.addFact({ content: 'I row.' });

    expect((await profileOf(corner)).static).toHaveLength(1);
  });

  it('forgets a fact like a note, after confirmation', async () => {
    const { container, corner } = await openCorner(world);
    const id = await corner.addFact({ container, content: 'I row.' });
    const path = `/v1/memories/${id}?container=${container}`;

    expect((await corner.delete(path)).body).toEqual({
      status: 'confirmation_required',
      message: expect.stringContaining('I row.'),
    });
    expect((await profileOf(corner)).static).toHaveLength(1);
    expect((await corner.delete(`${path}&confirm=true`)).body).toMatchObject({
      status: 'forgotten',
      id,
    });
    expect((await profileOf(corner)).static).toEqual([]);
    expect(refusalOf(await corner.delete(`${path}&confirm=true`))).toBe('404 not_found');
  });

  it.each([
    ['no content', {}, 422],
    ['blank content', { content: ' ' }, 400],
    ['too much content', { content: 'x'.repeat(serviceLimits.contentBytes + 1) }, 400],
  ])('rejects %s', async (_name, fields, status) => {
    const { container, corner } = await openCorner(world);

    const reply = await corner.post('/v1/memories', { container, static: true, ...fields });

    expect(refusalOf(reply)).toBe(`${status} validation`);
  });
}

function reading(world: World): void {
  it('lists the notes that the person wrote, even if they have many newer highlights', async () => {
    const { container, corner } = await openCorner(world);
    await corner.addNote({ container, content: 'Written.', metadata: { written_as: 'w' } });
    for (let number = 0; number < 25; number += 1) {
      const metadata = { url: 'https://example.org/', highlight: { anchor: null } };
      await corner.addNote({ container, content: `Words ${number} of a page.`, metadata });
    }

    const { dynamic } = await profileOf(corner);

    expect(dynamic.map(({ content }) => content)).toEqual(['Written.']);
  });

  it('is empty if nothing is known', async () => {
    const { corner } = await openCorner(world);

    expect(await profileOf(corner)).toMatchObject({ static: [], dynamic: [], results: [] });
  });

  it('returns facts word for word, oldest first, and notes, newest first', async () => {
    const { container, corner } = await openCorner(world);
    for (const content of ['I row.', '我住在鹿特丹。'])
      await corner.addFact({ container, content });
    for (const content of ['The boat is in the yard.', ' The boat is out again. ']) {
      await corner.addNote({ container, content });
    }

    const profile = await profileOf(corner);

    expect(profile.static.map(({ content }) => content)).toEqual(['I row.', '我住在鹿特丹。']);
    expect(profile.dynamic.map(({ content }) => content)).toEqual([
      'The boat is out again.',
      'The boat is in the yard.',
    ]);
  });

  it('returns a fact whole, however long', async () => {
    const { container, corner } = await openCorner(world);
    const content = `${'I row on the estuary at dawn. '.repeat(400)}I never row at night.`;
    await corner.addFact({ container, content });

    const { static: facts } = await profileOf(corner);

    expect(facts).toEqual([expect.objectContaining({ content })]);
    expect(facts[0]).not.toHaveProperty('truncated');
  });

  it('returns whole sentences of a long note, and the newest 20 notes', async () => {
    const { container, corner } = await openCorner(world);
    for (let count = 0; count < 21; count += 1) {
      await corner.addNote({
        container,
        content: `Note ${count}. ${'The tide turns. '.repeat(60)}`,
      });
    }

    const { dynamic } = await profileOf(corner);

    expect(dynamic).toHaveLength(20);
    expect(dynamic[0]?.content).toMatch(/^Note 20\. The tide turns\..*The tide turns\. …$/);
    expect(dynamic[0]?.content.length).toBeLessThan(610);
    expect(dynamic[0]?.truncated).toBe(true);
  });

  it('marks only cut notes as truncated', async () => {
    const { container, corner } = await openCorner(world);
    await corner.addNote({ container, content: 'The tide turns. '.repeat(37) });

    const { dynamic } = await profileOf(corner);

    expect(dynamic).toEqual([
      expect.objectContaining({ content: 'The tide turns. '.repeat(37).trim() }),
    ]);
    expect(dynamic[0]).not.toHaveProperty('truncated');
  });

  it('adds the passages that match q', async () => {
    const { container, name, corner } = await openCorner(world);
    await corner.learnDocument({ container, content: 'A heron waits by the weir.' });

    expect((await profileOf(corner, 'heron')).results).toMatchObject([
      { content: 'A heron waits by the weir.', container_name: name },
    ]);
    expect((await profileOf(corner, '')).results).toEqual([]);
    expect((await profileOf(corner, 'zeppelin')).results).toEqual([]);
  });

  it('shows nothing from outside the reach', async () => {
    const { container, corner } = await openCorner(world);
    const other = await openCorner(world);
    await corner.addFact({ container, content: 'I row.' });
    await corner.addNote({ container, content: 'The boat is out.' });

    expect(await profileOf(other.corner, 'boat')).toMatchObject({
      static: [],
      dynamic: [],
      results: [],
    });
  });

  it('requires the profile permission, whatever the level', async () => {
    const { id, token } = await world.api.createKey({ level: 'full' });
    const asKey = world.api.with(token);
    expect(refusalOf(await asKey.get('/v1/profile'))).toBe('403 unauthorized');

    await world.api.patch(`/owner/keys/${id}`, { profile: true, level: 'read' });

    expect((await asKey.get('/v1/profile')).status).toBe(200);
  });

  it('rejects a q that is too long', async () => {
    const { corner } = await openCorner(world);
    const q = 'x'.repeat(serviceLimits.queryLength + 1);

    expect(refusalOf(await corner.get(`/v1/profile?q=${q}`))).toBe('400 validation');
  });
}
