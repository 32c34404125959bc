import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { refusalOf } from './api.ts';
import type { World } from './suite.ts';

/** Tests search: the matches, the fields of each hit, and rejected queries. */
export function searchContract(world: World): void {
  const { api } = world;

  describe('POST /v1/search', () => {
    it('returns each hit with its Memory and what is known of its source', async () => {
      const name = world.unique('Birds');
      const container = await api.createMemory(name);
      const id = await api.learnDocument({
        container,
        title: 'Wading birds',
        content: 'The heron stands still.',
        custom_id: 'https://a.example/heron',
      });

      const answer = await api.search({ container, q: 'standing herons' });

      expect(answer.results).toEqual([
        {
          container,
          container_name: name,
          content: 'The heron stands still.',
          document_id: id,
          title: 'Wading birds',
          url: 'https://a.example/heron',
          custom_id: 'https://a.example/heron',
          score: expect.any(Number),
          saved_at: expect.any(String),
        },
      ]);
      expect(answer.containers).toEqual([{ id: container, name }]);
    });

    it('searches every Memory in reach, or only the given one', async () => {
      await world.withEmptyService(async (empty) => {
        const [a, b] = [await empty.createMemory('A'), await empty.createMemory('B')];
        await empty.createMemory('C');
        await empty.learnDocument({ container: a, content: 'A heron in A.' });
        await empty.learnDocument({ container: b, content: 'A heron in B.' });

        const everywhere = await empty.search({ q: 'heron' });
        const inB = await empty.search({ q: 'heron', container: b });

        expect(everywhere.results.map((hit) => hit.container_name).toSorted()).toEqual(['A', 'B']);
        expect(everywhere.containers.map((entry) => entry.name)).toEqual(['A', 'B', 'C']);
        expect(inB.results.map((hit) => hit.content)).toEqual(['A heron in B.']);
        expect(inB.containers.map((entry) => entry.name)).toEqual(['B']);
      });
    });

    it('returns nothing if there is no Memory yet', async () => {
      await world.withEmptyService(async (empty) => {
        expect(await empty.search({ q: 'heron' })).toEqual({ results: [], containers: [] });
      });
    });

    it('leaves space for other documents if one has enough passages for every result', async () => {
      const container = await api.createMemory(world.unique('Birds'));
      const chapter = 'The heron waits, and a heron waits for the heron. '.repeat(4);
      const pause = 'Reeds, mud and water as far as anyone can see. '.repeat(30);
      await api.learnDocument({
        container,
        title: 'Herons',
        content: Array.from({ length: 90 }, (_, n) => `# Heron ${n}\n\n${chapter}${pause}`).join(
          '\n\n',
        ),
      });
      const others = await Promise.all(
        ['egret', 'bittern', 'stork'].map((bird) =>
          api.learnDocument({ container, content: `A ${bird} is no heron. ${pause}` }),
        ),
      );

      const { results } = await api.search({ container, q: 'heron' });

      const found = new Set(results.map((hit) => hit.document_id));
      expect([...found]).toEqual(expect.arrayContaining(others));
      expect(results).toHaveLength(serviceLimits.searchLimitDefault);
    });

    it('returns the most relevant first, up to the limit', async () => {
      const container = await api.createMemory(world.unique('Birds'));
      for (const content of [
        'Notes on tides and mud.',
        'The heron and the egret share the marsh.',
        'The marsh in winter.',
        'An egret nests.',
      ]) {
        await api.learnDocument({ container, content });
      }

      const all = await api.search({ container, q: 'heron egret' });
      const one = await api.search({ container, q: 'heron egret', limit: 1 });

      expect(all.results.map(({ content }) => content)).toEqual([
        'The heron and the egret share the marsh.',
        'An egret nests.',
      ]);
      expect(one.results).toEqual(all.results.slice(0, 1));
    });

    it('finds by title, and returns the passage', async () => {
      const container = await api.createMemory(world.unique('Birds'));
      await api.learnDocument({
        container,
        title: 'Kingfishers',
        content: 'It dives from a branch.',
      });

      const { results } = await api.search({ container, q: 'kingfisher' });

      expect(results.map(({ content }) => content)).toEqual(['It dives from a branch.']);
    });

    it('finds a sentence in the middle of a long document by three of its words', async () => {
      const container = await api.createMemory(world.unique('Birds'));
      const filler = (n: number) =>
        `Paragraph ${n} tells of weather, of harbours and of long walks. `.repeat(8);
      const paragraphs = Array.from({ length: 60 }, (_, n) => filler(n));
      paragraphs[30] = `${filler(30)}The avocet sifts brine with an upturned bill. ${filler(30)}`;
      await api.learnDocument({ container, content: paragraphs.join('\n\n') });

      const { results } = await api.search({ container, q: 'avocet upturned brine' });

      expect(results[0]?.content).toContain('The avocet sifts brine with an upturned bill.');
      expect(results[0]?.content.length).toBeLessThanOrEqual(1702);
    });

    it.each([
      ['German', 'Die Fähre überquert den Fluß bei Nebel.', 'fahre fluss'],
      ['Chinese', '渡轮在大雾中横渡河流。', '大雾 渡轮'],
      ['Japanese', 'フェリーは霧の中で川を渡る。', '霧の中'],
      ['Korean', '나룻배가 안개 속에서 강을 건넌다.', '안개'],
      ['Arabic', 'تعبر العبّارة النهر في الضباب.', 'عبارة الضباب'],
      ['Thai', 'เรือข้ามฟากแล่นผ่านหมอก', 'เรือข้ามฟาก'],
      ['Hindi', 'नाव कोहरे में नदी पार करती है।', 'नदी'],
      ['Russian', 'Паром пересекает реку в тумане.', 'ПАРОМ'],
      ['full-width Latin', 'The ＦＥＲＲＹ sails.', 'ferry'],
    ])('finds %s text', async (_name, content, q) => {
      const container = await api.createMemory(world.unique('Languages'));
      await api.learnDocument({ container, content });

      expect((await api.search({ container, q })).results.map((hit) => hit.content)).toEqual([
        content,
      ]);
    });

    it.each([
      '"',
      '*',
      'AND',
      'NEAR(',
      'a" OR "b',
      '{title}: x',
      '- heron',
      'heron*',
      '(((',
      '😀',
      '%',
      "'; --",
      '\u0000',
    ])('treats %j as plain words', async (q) => {
      const container = await api.createMemory(world.unique('Hostile'));
      await api.learnDocument({ container, content: 'A heron.' });

      const { results, containers } = await api.search({ container, q });

      expect(results.length).toBe(q.includes('heron') ? 1 : 0);
      expect(containers[0]?.error).toBeUndefined();
    });

    it('accepts a query of the maximum length', async () => {
      const container = await api.createMemory(world.unique('Long'));
      await api.learnDocument({ container, content: 'A heron.' });
      const q = `heron ${'marsh '.repeat(1000)}`.slice(0, serviceLimits.queryLength);

      expect((await api.search({ container, q })).results).toHaveLength(1);
    });

    it('replaces characters that can’t be stored', async () => {
      const container = await api.createMemory(world.unique('Broken'));
      const id = await api.learnDocument({
        container,
        content: 'A heron\u0000 and \uD83D an egret',
        title: 'T\u0000',
      });

      const { results } = await api.search({ container, q: 'egret' });

      expect(results[0]).toMatchObject({
        document_id: id,
        content: 'A heron\uFFFD and \uFFFD an egret',
        title: 'T\uFFFD',
      });
    });

    it.each([
      ['an empty q', { q: '' }, 400],
      ['a blank q', { q: ' \n' }, 400],
      ['a q that is too long', { q: 'x'.repeat(serviceLimits.queryLength + 1) }, 400],
      ['a limit of 0', { q: 'x', limit: 0 }, 400],
      ['a limit of 51', { q: 'x', limit: serviceLimits.searchLimitMax + 1 }, 400],
      ['no q', {}, 422],
      ['a q that isn’t a string', { q: 5 }, 422],
      ['a limit that isn’t a number', { q: 'x', limit: '5' }, 422],
      ['a limit that isn’t an integer', { q: 'x', limit: 2.5 }, 422],
      ['a container that isn’t a string', { q: 'x', container: 5 }, 422],
    ])('rejects %s', async (_name, body, status) => {
      expect(refusalOf(await api.post('/v1/search', body))).toBe(`${status} validation`);
    });

    it('rejects an unknown Memory', async () => {
      expect(refusalOf(await api.post('/v1/search', { q: 'x', container: 'no-such-memory' }))).toBe(
        '403 unauthorized',
      );
    });
  });
}
