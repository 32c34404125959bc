import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { searchHitSchema } from '../../lib/contract/memory-api.ts';
import { refusalOf, type Api } from './api.ts';
import type { World } from './suite.ts';

const answerSchema = z.looseObject({
  answer: z.string(),
  agent: z.string(),
  sources: z.array(searchHitSchema),
});

async function ask(api: Api, message: string): Promise<z.infer<typeof answerSchema>> {
  const { status, body } = await api.post('/v1/ask', { message });
  expect(status).toBe(200);
  return z.parse(answerSchema, body);
}

/** Tests `/v1/ask` with the quotes agent, which every service includes, and the agent settings. */
export function askContract(world: World): void {
  describe('POST /v1/ask', () => {
    asking(world);
  });
  describe('/owner/agent', () => {
    turningOff(world);
  });
}

function asking(world: World): void {
  async function openCorner() {
    const name = world.unique('Asking');
    const container = await world.api.createMemory(name);
    const { token } = await world.api.createKey({
      level: 'write',
      reach: [container],
      agent: true,
    });
    return { name, container, corner: world.api.with(token) };
  }

  it('quotes the matching sentence, names its Memory, and lists it as a source', async () => {
    const { name, container, corner } = await openCorner();
    const id = await corner.learnDocument({
      container,
      title: 'The weir',
      content: 'Gates were added in 1921. The weir was **rebuilt** in 1957. Eels pass at night.',
    });
    await corner.learnDocument({ container, content: 'Salt marshes are drained by creeks.' });

    const { answer, agent, sources } = await ask(corner, 'When was the weir rebuilt?');

    expect(agent).toBe('quotation');
    expect(answer).toMatch(/^From your library:/);
    expect(answer).toContain('“The weir was rebuilt in 1957.”');
    expect(answer).not.toContain('Eels');
    expect(answer).toContain(name);
    expect(sources).toMatchObject([{ document_id: id, title: 'The weir', container_name: name }]);
  });

  it('quotes several sentences, each once and with its source', async () => {
    const { container, corner } = await openCorner();
    for (const content of ['The ferry left at nine.', 'The ferry left at ten.', 'A gull.']) {
      await corner.learnDocument({ container, content });
    }
    await corner.learnDocument({ container, content: 'The ferry left at nine.' });

    const { answer, sources } = await ask(corner, 'When did the ferry leave?');

    expect(sources).toHaveLength(2);
    expect(answer.match(/“The ferry left at nine\.”/g)).toHaveLength(1);
    expect(answer).toContain('“The ferry left at ten.”');
  });

  it('quotes from text in scripts without spaces', async () => {
    const { container, corner } = await openCorner();
    await corner.learnDocument({ container, content: '今天天气很好。渡轮在大雾中横渡河流。' });

    expect((await ask(corner, '渡轮在哪里横渡？')).answer).toContain('“渡轮在大雾中横渡河流。”');
  });

  it('returns no sources if nothing matches', async () => {
    const { container, corner } = await openCorner();
    await corner.learnDocument({ container, content: 'A gull.' });

    const { answer, sources } = await ask(corner, 'When did the zeppelin land?');

    expect(answer).not.toContain('gull');
    expect(sources).toEqual([]);
  });

  it('quotes nothing from outside the reach', async () => {
    const { container, corner } = await openCorner();
    const other = await openCorner();
    await corner.learnDocument({ container, content: 'The ferry left at nine.' });

    const { answer, sources } = await ask(other.corner, 'When did the ferry leave?');

    expect(answer).not.toContain('nine');
    expect(sources).toEqual([]);
  });

  it('requires the agent permission, whatever the level', async () => {
    const { id, token } = await world.api.createKey({ level: 'full', profile: true });
    const asKey = world.api.with(token);
    expect(refusalOf(await asKey.post('/v1/ask', { message: 'x' }))).toBe('403 unauthorized');

    await world.api.patch(`/owner/keys/${id}`, { agent: true, level: 'read' });

    expect((await asKey.post('/v1/ask', { message: 'x' })).status).toBe(200);
  });

  it.each([
    ['no message', {}, 422],
    ['a message that isn’t a string', { message: 7 }, 422],
    ['a blank message', { message: ' ' }, 400],
    ['a message that is too long', { message: 'x'.repeat(serviceLimits.queryLength + 1) }, 400],
  ])('rejects %s', async (_name, body, status) => {
    expect(refusalOf(await world.api.post('/v1/ask', body))).toBe(`${status} validation`);
  });
}

function turningOff(world: World): void {
  it('turns the agent off, so that ask returns capability_unavailable, and on again', async () => {
    await world.withEmptyService(async (api) => {
      expect((await api.get('/owner/agent')).body).toEqual({ mode: 'quotation' });
      expect((await put(api, { mode: 'off' })).status).toBe(200);

      expect(refusalOf(await api.post('/v1/ask', { message: 'x' }))).toBe(
        '422 capability_unavailable',
      );

      await put(api, { mode: 'quotation' });
      expect((await api.post('/v1/ask', { message: 'x' })).status).toBe(200);
    });
  });

  it('accepts a model’s endpoint and never returns its key', async () => {
    await world.withEmptyService(async (api) => {
      const settings = { mode: 'model', address: 'http://127.0.0.1:9/v1', model: 'small' };
      const secret = 'sk-of-the-endpoint';

      const reply = await put(api, { ...settings, key: secret });

      expect(reply).toEqual({ status: 200, body: { ...settings, has_key: true } });
      expect((await api.get('/owner/agent')).body).toEqual({ ...settings, has_key: true });
      await put(api, settings);
      expect((await api.get('/owner/agent')).body).toEqual({ ...settings, has_key: false });
    });
  });

  it('makes ask return agent_failed if the model doesn’t respond', async () => {
    await world.withEmptyService(async (api) => {
      const container = await api.createMemory('Birds');
      await api.learnDocument({ container, content: 'A heron waits.' });
      await put(api, { mode: 'model', address: 'http://127.0.0.1:9/v1', model: 'small' });

      expect(refusalOf(await api.post('/v1/ask', { message: 'heron' }))).toBe('500 agent_failed');
    });
  });

  it.each([
    ['no model', { mode: 'model', address: 'http://a.example' }, 422],
    ['no address', { mode: 'model', model: 'small' }, 422],
    ['a file URL', { mode: 'model', address: 'file:///etc', model: 'small' }, 400],
    ['an invalid address', { mode: 'model', address: 'here', model: 'small' }, 400],
    [
      'a key with a line break',
      { mode: 'model', address: 'http://a', model: 'm', key: 'a\nb' },
      400,
    ],
  ])('rejects %s', async (_name, settings, status) => {
    expect(refusalOf(await put(world.api, settings))).toBe(`${status} validation`);
  });

  it('rejects an unknown mode, and any key', async () => {
    const { token } = await world.api.createKey({ level: 'full', agent: true });

    const unknown = await put(world.api, { mode: 'oracle' });
    const asKey = await put(world.api.with(token), { mode: 'off' });

    expect(refusalOf(unknown)).toBe('422 validation');
    expect(refusalOf(asKey)).toBe('403 unauthorized');
  });
}

function put(api: Api, settings: unknown) {
  return api.send('PUT', '/owner/agent', JSON.stringify(settings));
}
