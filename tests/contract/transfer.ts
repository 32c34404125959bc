import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ImportReport } from '../../lib/contract/owner-api.ts';
import { describeBroken } from '../../service/transfer/import.ts';
import { lineProblems } from '../../service/transfer/read-lines.ts';
import { refusalOf, type Api } from './api.ts';
import type { World } from './suite.ts';

const savedAt = '2020-02-29T10:00:00.000Z';
const later = '2020-02-29T10:00:01.000Z';
const head = '{"format":"keepsake-export","version":2}';

function file(...lines: readonly object[]): string {
  const texts = [head, ...lines.map((line) => JSON.stringify(line))];
  return [...texts, JSON.stringify({ type: 'end', lines: texts.length }), ''].join('\n');
}

/** The place of a highlight on its page, as the extension stores it with the note. */
const place = { url: 'https://example.org/garden', highlight: { anchor: { exact: 'Rain' } } };

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

/** Tests exporting and importing an account. */
export function transferContract(world: World): void {
  const { api } = world;

  describe('GET /owner/export and POST /owner/import', () => {
    it('copy everything to an empty service, with the same search results and export', async () => {
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
        const note = await full.addNote({ container, content: 'Rain on Tuesday.' });
        await describeNotes(full, [{ id: note, metadata: place }]);
        await full.addFact({ container, content: 'I garden on clay.' });
        await full.post('/owner/rules', { content: 'Be brief.' });
        await full.searchUntilFound({ q: 'Tuesday' });
        const exported = await full.text('GET', '/owner/export');
        expect(exported.text).toContain(place.url);

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

    it('may have custom_ids that a request may not', () =>
      world.withEmptyService(async (empty) => {
        const document = { type: 'document', memory: 'Old', saved_at: savedAt };
        const text = file(
          { type: 'memory', name: 'Old', description: '' },
          { ...document, content: 'A tab.', custom_id: 'a\tb' },
          { ...document, content: 'No id.', custom_id: ' ' },
        );

        expect((await importInto(empty, text)).body).toMatchObject({ documents: { added: 2 } });
        expect((await importInto(empty, text)).body).toMatchObject({ documents: { known: 2 } });
        expect((await empty.text('GET', '/owner/export')).text).toContain('"custom_id":"a\\tb"');
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

    it('import a file of version 1', () =>
      world.withEmptyService(async (empty) => {
        const text = file(
          { type: 'memory', name: 'Old' },
          { type: 'note', memory: 'Old', content: 'From before.', saved_at: savedAt },
        ).replace('"version":2', '"version":1');

        const imported = await importInto(empty, text);

        expect(imported).toMatchObject({ status: 200, body: { notes: { added: 1 } } });
      }));

    it('keep equal notes that were saved at different times', () =>
      world.withEmptyService(async (empty) => {
        const note = { type: 'note', memory: 'Same', content: 'Read this.' };
        const text = file(
          { type: 'memory', name: 'Same', description: '' },
          { ...note, metadata: place, saved_at: savedAt },
          { ...note, metadata: { url: 'https://example.org/b' }, saved_at: later },
        );

        await importInto(empty, text);

        expect((await empty.text('GET', '/owner/export')).text).toBe(text);
      }));

    it('complete a note that an earlier export left without its place', () =>
      world.withEmptyService(async (empty) => {
        const memory = { type: 'memory', name: 'Completed', description: '' };
        const note = { type: 'note', memory: memory.name, content: 'Read this.' };
        const whole = file(memory, { ...note, metadata: place, saved_at: savedAt });
        await importInto(empty, file(memory, { ...note, saved_at: savedAt }));

        await importInto(empty, whole);

        expect((await empty.text('GET', '/owner/export')).text).toBe(whole);
      }));

    it('skip invalid lines, name them, and keep everything else', async () => {
      const memory = world.unique('Broken');
      const good = { type: 'document', memory, content: `Good ${memory}.`, saved_at: savedAt };
      const text = file(
        { type: 'memory', name: memory },
        good,
        { ...good, content: `Bad ${memory}.`, saved_at: 'yesterday' },
        { ...good, content: `Later ${memory}.` },
      );

      const refused = await importInto(api, text);
      const corrected = await importInto(api, text.replace('yesterday', savedAt));

      expect(refusalOf(refused)).toBe('400 validation');
      expect(refused.body).toMatchObject({
        message: expect.stringContaining('Line 4'),
        details: {
          line: 4,
          lines: [{ line: 4 }],
          broken: 1,
          imported: { memories: { added: 1 }, documents: { added: 2 } },
        },
      });
      expect(corrected.body).toMatchObject({ documents: { added: 1, known: 2 } });
    });

    it('keep the contents of a Memory whose own line is invalid', () =>
      world.withEmptyService(async (empty) => {
        const memory = 'Unlisted';
        const text = file(
          { type: 'memory', name: 7 },
          { type: 'note', memory, content: 'Kept.', saved_at: savedAt },
        );

        const refused = await importInto(empty, text);

        expect(refused.body).toMatchObject({
          details: {
            line: 2,
            broken: 1,
            imported: { memories: { added: 1 }, notes: { added: 1 } },
          },
        });
        expect((await empty.text('GET', '/owner/export')).text).toContain('Kept.');
      }));

    it('name only the first of many invalid lines, and count the others', async () => {
      const lines = Array.from({ length: 50 }, () => ({ type: 'nonsense' }));

      const refused = await importInto(api, file(...lines));

      expect(refused.body).toMatchObject({ details: { line: 2, broken: 50 } });
      expect(JSON.stringify(refused.body).length).toBeLessThan(5_000);
    });

    it('skip a line that is too long, and import the lines after it', () =>
      world.withEmptyService(async (empty) => {
        const memory = 'Long';
        const long = 'x'.repeat(14 * 1024 * 1024);
        const text = file(
          { type: 'memory', name: memory },
          { type: 'note', memory, content: long, saved_at: savedAt },
          { type: 'note', memory, content: 'After it.', saved_at: savedAt },
        );

        const refused = await importInto(empty, text);

        expect(refused.body).toMatchObject({
          details: { lines: [{ line: 3 }], broken: 1, imported: { notes: { added: 1 } } },
        });
      }));

    it('reject a file with a missing line and report what was imported', async () => {
      const memory = world.unique('Hole');
      const note = { type: 'note', memory, content: 'Lost.', saved_at: savedAt };
      const lines = file({ type: 'memory', name: memory }, { ...note, content: 'Kept.' }, note);
      const text = lines.replace(`${JSON.stringify(note)}\n`, '');

      const refused = await importInto(api, text);

      expect(refusalOf(refused)).toBe('400 validation');
      expect(refused.body).toMatchObject({
        message: brokenAt(4, lineProblems.wrongCount(4, 3), {
          ...nothing,
          memories: { added: 1, known: 0 },
          notes: { added: 1, known: 0 },
        }),
        details: { line: 4, imported: { memories: { added: 1 }, notes: { added: 1 } } },
      });
    });

    it.each([
      ['an empty file', '', 1, lineProblems.emptyFile],
      ['a picture', '\u0089PNG\r\n', 1, lineProblems.notAnExport],
      ['a blank line first', `\n${file()}`, 1, lineProblems.blankHeader],
      ['a line that is cut off', `${head}\n{"type":`, 2, lineProblems.damaged],
    ])(
      'explain what is wrong with %s, and that nothing was imported',
      async (_name, text, line, problem) => {
        const { body } = await importInto(api, text);

        const { message } = z.parse(z.object({ message: z.string() }), body);
        expect(message).toContain(`Line ${line}: ${problem}`);
        expect(message).toMatch(/nothing was imported/i);
      },
    );

    it.each([
      ['an empty file', '', 1],
      ['a blank line first', `\n${file()}`, 1],
      ['a picture', '\u0089PNG\r\n\u001a\n', 1],
      ['a wrong line count', file().replace('"lines":1', '"lines":2'), 2],
      ['another kind of file', '{"a":1}\n', 1],
      ['a newer version', head.replace('2', '3'), 1],
      ['an incomplete file', `${head}\n`, 2],
      [
        'a Memory without a name',
        file({ type: 'note', memory: ' ', content: 'x', saved_at: savedAt }),
        2,
      ],
      [
        'a time after the year 9999 in UTC',
        file(
          { type: 'memory', name: 'Late' },
          { type: 'note', memory: 'Late', content: 'x', saved_at: '9999-12-31T23:59:59-02:00' },
        ),
        3,
      ],
      [
        'a time before the year 1 in UTC',
        file(
          { type: 'memory', name: 'Early' },
          { type: 'note', memory: 'Early', content: 'x', saved_at: '0001-01-01T00:00:00+08:00' },
        ),
        3,
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
    ])('reject %s and name the line', async (_name, text, line) => {
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

async function describeNotes(api: Api, notes: readonly object[]): Promise<void> {
  await api.send('PATCH', '/owner/notes', JSON.stringify({ notes }));
}

function brokenAt(line: number, problem: string, imported: ImportReport): string {
  return describeBroken({ line, lines: [{ line, problem }], broken: 1, imported });
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
