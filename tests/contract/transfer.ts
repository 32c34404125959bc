import { describe, expect, it } from 'vitest';
import { refusalOf, type Api } from './api.ts';
import type { World } from './suite.ts';

const savedAt = '2020-02-29T10:00:00.000Z';
const head = '{"format":"keepsake-export","version":1}';

function file(...lines: readonly object[]): string {
  const texts = [head, ...lines.map((line) => JSON.stringify(line))];
  return [...texts, JSON.stringify({ type: 'end', lines: texts.length }), ''].join('\n');
}

async function importInto(api: Api, text: string) {
  const { status, text: body } = await api.text('POST', '/owner/import', text);
  return { status, body: JSON.parse(body) as unknown };
}

/** Everything of an account as one file, out and in. */
export function transferContract(world: World): void {
  const { api } = world;

  describe('GET /owner/export and POST /owner/import', () => {
    it('bring everything into an empty home, which finds the same and exports the same', async () => {
      await world.withEmptyHome(async (full) => {
        const container = await full.createMemory('Gardens <& "lawns">');
        const page = 'https://example.org/tomatoes?q="1"&r=2';
        await full.learnDocument({
          container,
          content: 'Tomatoes split after rain.\n\nSo say all gardeners.',
          title: 'Tomatoes',
          custom_id: page,
          metadata: { url: page, words: 4 },
        });
        await full.learnDocument({ container, content: 'Beans\u2028want warmth, 日本語 too.' });
        await full.addNote({ container, content: 'Rain on Tuesday.' });
        await full.addFact({ container, content: 'I garden on clay.' });
        await full.post('/owner/rules', { content: 'Be brief.' });
        await full.searchUntilFound({ q: 'Tuesday' });
        const exported = await full.text('GET', '/owner/export');

        await world.withEmptyHome(async (empty) => {
          const imported = await importInto(empty, exported.text);
          expect(imported).toEqual({
            status: 200,
            body: {
              memories: { added: 1, known: 0 },
              documents: { added: 2, known: 0 },
              notes: { added: 1, known: 0 },
              facts: { added: 1, known: 0 },
              rules: { added: 1, known: 0, skipped: 0 },
            },
          });

          expect((await empty.text('GET', '/owner/export')).text).toBe(exported.text);
          await empty.searchUntilFound({ q: 'Tuesday' });
          for (const q of ['tomatoes rain', 'warmth', '日本語', 'Tuesday']) {
            expect(await hitsOf(empty, q)).toEqual(await hitsOf(full, q));
          }
        });
      });
    });

    it('double nothing when they are repeated', () =>
      world.withEmptyHome(async (empty) => {
        const memory = 'Twice';
        const text = file(
          { type: 'memory', name: memory, description: '' },
          { type: 'document', memory, content: 'By words.', saved_at: savedAt },
          { type: 'document', memory, content: 'By id.', custom_id: 'x', saved_at: savedAt },
          {
            type: 'document',
            memory,
            content: 'By words.',
            fetch_url: 'https://page.example/',
            saved_at: savedAt,
          },
          { type: 'note', memory, content: 'A note.', saved_at: savedAt },
          { type: 'fact', memory, content: 'A fact.', saved_at: savedAt },
          { type: 'rule', content: `Rule of ${memory}`, key: null, created_at: savedAt },
        );
        await importInto(empty, text);
        const before = await empty.text('GET', '/owner/export');

        const again = await importInto(empty, text);

        expect(again.body).toMatchObject({
          memories: { added: 0, known: 1 },
          documents: { added: 0, known: 3 },
          notes: { added: 0, known: 1 },
          facts: { added: 0, known: 1 },
          rules: { added: 0, known: 1 },
        });
        expect((await empty.text('GET', '/owner/export')).text).toBe(before.text);
        expect(before.text).toContain(savedAt);
      }));

    it('hold no key and no secret', async () => {
      const { token, last_four } = await api.createKey({ name: 'Held back' });
      await api.send(
        'PUT',
        '/owner/agent',
        JSON.stringify({
          mode: 'model',
          address: 'http://127.0.0.1:9/v1',
          model: 'm',
          key: 'sEcReT',
        }),
      );

      const { text } = await api.text('GET', '/owner/export');
      await api.send('PUT', '/owner/agent', '{"mode":"quotation"}');

      expect(text).not.toContain(token);
      expect(text).not.toContain('sEcReT');
      expect(text).not.toContain(last_four);
    });

    it('stop at a broken line, name it, and keep what came before', async () => {
      const memory = world.unique('Broken');
      const good = { type: 'document', memory, content: `Good ${memory}.`, saved_at: savedAt };
      const text = file(
        { type: 'memory', name: memory },
        good,
        { ...good, content: `Bad ${memory}.`, saved_at: 'yesterday' },
        { ...good, content: `Later ${memory}.` },
      );

      const refused = await importInto(api, text);
      const mended = await importInto(api, text.replace('yesterday', savedAt));

      expect(refusalOf(refused)).toBe('400 validation');
      expect(refused.body).toMatchObject({
        message: expect.stringContaining('Line 4'),
        details: { line: 4, imported: { memories: { added: 1 }, documents: { added: 1 } } },
      });
      expect(mended.body).toMatchObject({ documents: { added: 2, known: 1 } });
    });

    it('refuse a file with a hole, and say what came in', async () => {
      const memory = world.unique('Hole');
      const note = { type: 'note', memory, content: 'Lost.', saved_at: savedAt };
      const lines = file({ type: 'memory', name: memory }, { ...note, content: 'Kept.' }, note);
      const text = lines.replace(`${JSON.stringify(note)}\n`, '');

      const refused = await importInto(api, text);

      expect(refusalOf(refused)).toBe('400 validation');
      expect(refused.body).toMatchObject({
        message:
          'Line 4 cannot be read: it says that 4 lines come before it, and there are 3, so the file is not as it was ' +
          'exported. What stands before it was taken in or there already (1 Memory and 1 note); nothing after it was.',
        details: { line: 4, imported: { memories: { added: 1 }, notes: { added: 1 } } },
      });
    });

    it.each([
      ['nothing', '', 'the file is empty, or none was chosen.'],
      ['a picture', '\u0089PNG\r\n', 'this is no export of Keepsake, which begins with a line'],
      ['a blank line first', `\n${file()}`, 'it is blank, and an export begins with its header.'],
    ])('say of %s what is wrong, and that nothing came in', async (_name, text, problem) => {
      const { body } = await importInto(api, text);

      expect(body).toMatchObject({
        message: expect.stringContaining(`Line 1 cannot be read: ${problem}`),
      });
      expect(body).toMatchObject({ message: expect.stringMatching(/Nothing was imported\.$/) });
    });

    it('say of a line that is cut off what a person can make something of', async () => {
      const { body } = await importInto(api, `${head}\n{"type":`);

      expect(body).toMatchObject({
        message:
          'Line 2 cannot be read: it is damaged, or cut off in the middle. Nothing was imported.',
      });
    });

    it.each([
      ['an empty file', '', 1],
      ['a blank line first', `\n${file()}`, 1],
      ['a picture', '\u0089PNG\r\n\u001a\n', 1],
      ['an end that tells of more lines', file().replace('"lines":1', '"lines":2'), 2],
      ['another kind of file', '{"a":1}\n', 1],
      ['a newer version', head.replace('1', '2'), 1],
      ['a file that was cut off', `${head}\n`, 2],
      [
        'a Memory that is not there',
        file({ type: 'note', memory: '??', content: 'x', saved_at: savedAt }),
        2,
      ],
      ['a line that is no JSON', `${head}\n{"type":`, 2],
      [
        'an address that the service would not fetch',
        file(
          { type: 'memory', name: 'Fetched' },
          {
            type: 'document',
            memory: 'Fetched',
            content: '',
            fetch_url: 'file:///etc/passwd',
            saved_at: savedAt,
          },
        ),
        3,
      ],
      ['a line of another kind', file({ type: 'key', token: 'x' }), 2],
      ['something after the end', `${file()}{"type":"memory","name":"Late"}`, 3],
    ])('refuse %s by the number of the line', async (_name, text, line) => {
      const refused = await importInto(api, text);

      expect(refusalOf(refused)).toBe('400 validation');
      expect(refused.body).toMatchObject({ details: { line } });
    });

    it('leave out rules for a key that is not here, and say so', () =>
      world.withEmptyHome(async (empty) => {
        const name = 'Holder';
        const rule = { type: 'rule', content: `For ${name}`, key: name, created_at: savedAt };

        const without = await importInto(empty, file(rule));
        await empty.createKey({ name });
        const withKey = await importInto(empty, file(rule));

        expect(without.body).toMatchObject({ rules: { added: 0, skipped: 1 } });
        expect(withKey.body).toMatchObject({ rules: { added: 1, skipped: 0 } });
      }));

    it('are for the owner alone', async () => {
      const { token } = await api.createKey({ level: 'full' });
      const key = api.with(token);

      expect(refusalOf(await key.get('/owner/export'))).toBe('403 unauthorized');
      expect(refusalOf(await importInto(key, file()))).toBe('403 unauthorized');
    });
  });
}

async function hitsOf(api: Api, q: string) {
  const { results } = await api.search({ q });
  return results.map(({ container_name, content, title, url, saved_at }) => ({
    container_name,
    content,
    title,
    url,
    saved_at,
  }));
}
