import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { refusalOf, type Api } from './api.ts';
import type { World } from './suite.ts';

const rulesSchema = z.object({
  rules: z.array(z.strictObject({ id: z.string(), content: z.string() })),
});

async function rulesOf(api: Api): Promise<string[]> {
  const { rules } = z.parse(rulesSchema, (await api.get('/v1/rules')).body);
  return rules.map(({ content }) => content);
}

/** Tests the owner's rules, for all credentials or for one. */
export function standingRuleContract(world: World): void {
  describe('GET /v1/rules', () => {
    it('returns the rules for all credentials and for this one, word for word', async () => {
      await world.withEmptyService(async (api) => {
        const [one, other] = [await api.createKey(), await api.createKey()];
        await api.post('/owner/rules', { content: ' Answer in Dutch. ' });
        await api.post('/owner/rules', { content: 'Be brief.', key: one.id });

        expect(await rulesOf(api.with(one.token))).toEqual(['Answer in Dutch.', 'Be brief.']);
        expect(await rulesOf(api.with(other.token))).toEqual(['Answer in Dutch.']);
        expect(await rulesOf(api)).toEqual(['Answer in Dutch.']);
      });
    });
  });

  describe('/owner/rules', () => {
    it('lists every rule with the key it is for', async () => {
      await world.withEmptyService(async (api) => {
        const { id } = await api.createKey();
        const made = await api.post('/owner/rules', { content: 'Be brief.', key: id });

        expect(made).toMatchObject({ status: 201, body: { content: 'Be brief.', key: id } });
        expect((await api.get('/owner/rules')).body).toEqual({ rules: [made.body] });
      });
    });

    it('changes the text of a rule, not its key', async () => {
      await world.withEmptyService(async (api) => {
        const key = await api.createKey();
        const { body } = await api.post('/owner/rules', { content: 'Be brief.', key: key.id });
        const { id } = z.parse(z.looseObject({ id: z.string() }), body);

        const changed = await api.patch(`/owner/rules/${id}`, { content: ' Be long. ' });

        expect(changed).toMatchObject({
          status: 200,
          body: { id, content: 'Be long.', key: key.id },
        });
        expect(await rulesOf(api.with(key.token))).toEqual(['Be long.']);
        expect(refusalOf(await api.patch('/owner/rules/x', { content: 'y' }))).toBe(
          '404 not_found',
        );
        expect(refusalOf(await api.patch(`/owner/rules/${id}`, {}))).toBe('422 validation');
      });
    });

    it('deletes a rule', async () => {
      await world.withEmptyService(async (api) => {
        const { body } = await api.post('/owner/rules', { content: 'Be brief.' });
        const { id } = z.parse(z.looseObject({ id: z.string() }), body);

        expect((await api.delete(`/owner/rules/${id}`)).body).toEqual({ status: 'deleted', id });
        expect(await rulesOf(api)).toEqual([]);
        expect(refusalOf(await api.delete(`/owner/rules/${id}`))).toBe('404 not_found');
      });
    });

    it('is for the owner only', async () => {
      const { token } = await world.api.createKey({ level: 'full' });
      const asKey = world.api.with(token);

      for (const reply of [
        await asKey.get('/owner/rules'),
        await asKey.post('/owner/rules', { content: 'x' }),
        await asKey.delete('/owner/rules/x'),
      ]) {
        expect(refusalOf(reply)).toBe('403 unauthorized');
      }
    });

    it.each([
      ['no content', {}, 422],
      ['content that isn’t a string', { content: 7 }, 422],
      ['blank content', { content: ' ' }, 400],
      ['too much content', { content: 'x'.repeat(2001) }, 400],
      ['an unknown key', { content: 'x', key: 'nobody' }, 400],
    ])('rejects %s', async (_name, body, status) => {
      expect(refusalOf(await world.api.post('/owner/rules', body))).toBe(`${status} validation`);
    });
  });
}
