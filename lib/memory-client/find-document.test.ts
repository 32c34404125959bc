import { describe, expect, it } from 'vitest';
import { findDocument } from './find-document.ts';
import { type Answerer, clientOf, json } from './testing/fake-service.ts';

const search = { container: 'reading', customId: 'https://example.org/tides', maxPages: 5 };
const tides = { id: 'doc-tides', custom_id: search.customId };
const other = { id: 'doc-other', custom_id: 'https://example.org/moon' };

const lookIn = async (answer: Answerer, changes: Partial<typeof search> = {}) => {
  const { client, requests } = clientOf(answer);
  const found = await findDocument(client.documents, { ...search, ...changes });
  return { found, asked: requests.map(({ url }) => new URL(url).search) };
};

/** Pages of a list whose cursors count from 1; the last one ends it. */
const pages =
  (...all: object[][]): Answerer =>
  (request) => {
    const at = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
    const next = at + 1 < all.length ? `${at + 1}` : null;
    return json({ documents: all[at], next_cursor: next });
  };

describe('findDocument', () => {
  it('finds a document on the first page with one request', async () => {
    const { found, asked } = await lookIn(pages([other, tides], [other]));

    expect(found).toMatchObject({ ok: true, value: { found: true, document: tides } });
    expect(asked).toEqual(['?container=reading']);
  });

  it('follows the cursor to a document further back', async () => {
    const { found, asked } = await lookIn(pages([other], [], [tides]));

    expect(found).toMatchObject({ value: { found: true, document: { id: 'doc-tides' } } });
    expect(asked).toEqual([
      '?container=reading',
      '?container=reading&cursor=1',
      '?container=reading&cursor=2',
    ]);
  });

  it('reports that a document is missing once the whole list was read', async () => {
    const { found } = await lookIn(pages([other, { id: 'nameless', custom_id: null }], [other]));

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: true } });
  });

  it('does not report that if the list leaves out custom ids', async () => {
    const { found } = await lookIn(pages([other, { id: 'bare' }]));

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: false } });
  });

  it('reads a bare array as the whole list', async () => {
    const { found } = await lookIn(() => json([other]));

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: true } });
  });

  it('stops at the limit, and does not report the list as whole', async () => {
    const { found, asked } = await lookIn(pages([other], [other], [tides]), { maxPages: 2 });

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: false } });
    expect(asked).toHaveLength(2);
  });

  it('stops if the list returns to an earlier page', async () => {
    const { found, asked } = await lookIn(() => json({ documents: [other], next_cursor: 'a' }));

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: false } });
    expect(asked).toHaveLength(2);
  });

  it('fails like the list, also half way', async () => {
    const { found } = await lookIn((request) =>
      request.url.includes('cursor')
        ? json({ code: 'unauthorized', message: 'Narrowed.', trace_id: 't-1' }, 403)
        : json({ documents: [other], next_cursor: 'a' }),
    );

    expect(found).toMatchObject({
      ok: false,
      error: { code: 'memory.unauthorized', traceId: 't-1' },
    });
  });
});
