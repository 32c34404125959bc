import { describe, expect, it } from 'vitest';
import type { ImportReport } from '../../lib/contract/owner-api.ts';
import { describeStop } from '../../service/transfer/import.ts';
import { lineProblems } from '../../service/transfer/read-lines.ts';
import { refusalOf, type Api } from './api.ts';
import type { World } from './suite.ts';

const savedAt = '2020-02-29T10:00:00.000Z';
const head = '{"format":"keepsake-export","version":1}';

function file(...lines: readonly object[]): string {
  const texts = [head, ...lines.map((line) => JSON.stringify(line))];
  return [...texts, JSON.stringify({ type: 'end', lines: texts.length }), ''].join('\n');
}

const nothing: ImportReport = {
  memories: { added: 0, known: 0 },
  documents: { added: 0, known: 0 },
  notes: { added: 0, known: 0 },
  facts: { added: 0, known: 0 },
  rules: { added: 0, known: 0, skipped: 0 },
};

async function importInto(api: Api, text: string) {
  const { status, text: body } = await api.text('POST', '/owner/import', text);
  return { status, body: JSON.parse(body) as unknown };
}

/** Export and import of an account. */
export function transferContract(world: World): void {
  const { api } = world;

  describe('GET /owner/export and POST /owner/import', () => {
    it('copy everything to an empty service, which finds and exports the same', async () => {
      await world.withEmptyService(async (full) => {
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

        await world.withEmptyService(async (empty) => {
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

    it('create no duplicates when repeated', () =>
      world.withEmptyService(async (empty) => {
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

    it('contain no keys or secrets', async () => {
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

    it('stop at an invalid line, name it, and keep what came before', async () => {
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

    it('refuse a file with a missing line and report what was imported', async () => {
      const memory = world.unique('Hole');
      const note = { type: 'note', memory, content: 'Lost.', saved_at: savedAt };
      const lines = file({ type: 'memory', name: memory }, { ...note, content: 'Kept.' }, note);
      const text = lines.replace(`${JSON.stringify(note)}\n`, '');

      const refused = await importInto(api, text);

      expect(refusalOf(refused)).toBe('400 validation');
      expect(refused.body).toMatchObject({
        message: describeStop(4, lineProblems.wrongCount(4, 3), {
          ...nothing,
          memories: { added: 1, known: 0 },
          notes: { added: 1, known: 0 },
        }),
        details: { line: 4, imported: { memories: { added: 1 }, notes: { added: 1 } } },
      });
    });

    it.each([
      ['nothing', '', 1, lineProblems.emptyFile],
      ['a picture', '\u0089PNG\r\n', 1, lineProblems.notAnExport],
      ['a blank line first', `\n${file()}`, 1, lineProblems.blankHeader],
      ['a line that is cut off', `${head}\n{"type":`, 2, lineProblems.damaged],
    ])(
      'explain what is wrong with %s, and that nothing was imported',
      async (_name, text, line, problem) => {
        const { body } = await importInto(api, text);

        expect(body).toMatchObject({ message: describeStop(line, problem, nothing) });
      },
    );

    it.each([
      ['an empty file', '', 1],
      ['a blank line first', `\n${file()}`, 1],
      ['a picture', '\u0089PNG\r\n\u001a\n', 1],
      ['a wrong line count', file().replace('"lines":1', '"lines":2'), 2],
      ['another kind of file', '{"a":1}\n', 1],
      ['a newer version', head.replace('1', '2'), 1],
      ['an incomplete file', `${head}\n`, 2],
      [
        'an unknown Memory',
        file({ type: 'note', memory: '??', content: 'x', saved_at: savedAt }),
        2,
      ],
      ['a line that isn’t JSON', `${head}\n{"type":`, 2],
      [
        'a URL that the service wouldn’t fetch',
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
      ['an unknown type of line', file({ type: 'key', token: 'x' }), 2],
      ['a line after the end', `${file()}{"type":"memory","name":"Late"}`, 3],
    ])('refuse %s and name the line', async (_name, text, line) => {
      const refused = await importInto(api, text);

      expect(refusalOf(refused)).toBe('400 validation');
      expect(refused.body).toMatchObject({ details: { line } });
    });

    it('skip rules for a key that doesn’t exist, and report them', () =>
      world.withEmptyService(async (empty) => {
        const name = 'Holder';
        const rule = { type: 'rule', content: `For ${name}`, key: name, created_at: savedAt };

        const without = await importInto(empty, file(rule));
        await empty.createKey({ name });
        const withKey = await importInto(empty, file(rule));

        expect(without.body).toMatchObject({ rules: { added: 0, skipped: 1 } });
        expect(withKey.body).toMatchObject({ rules: { added: 1, skipped: 0 } });
      }));

    it('are for the owner only', async () => {
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
