import { describe, expect, it } from 'vitest';
import { type DocumentSearch, findDocument } from './find-document.ts';
import { type Answerer, clientOf, json } from './testing/fake-service.ts';

const search = { container: 'reading', customId: 'https://example.org/tides', maxPages: 5 };
const tides = { id: 'doc-tides', custom_id: search.customId };
const other = { id: 'doc-other', custom_id: 'https://example.org/moon' };

const lookIn = async (answer: Answerer, changes: Partial<DocumentSearch> = {}) => {
  const { client, requests } = clientOf(answer);
  const found = await findDocument(client.documents, { ...search, ...changes });
  return { found, asked: requests.map(({ url }) => new URL(url).search) };
};

/** Pages of a list whose cursors count from 1, until the last page. */
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

  it('sends the id if asked to, for a service that can look it up', async () => {
    const { found, asked } = await lookIn(pages([tides]), { isSent: true });

    expect(found).toMatchObject({ value: { found: true, document: tides } });
    expect(asked).toEqual([`?container=reading&custom_id=${encodeURIComponent(tides.custom_id)}`]);
  });

  it('reads the list of a service that refuses the id', async () => {
    const refusal = { code: 'validation', message: 'Unknown parameter.' };
    const list = pages([other], [tides]);
    const answer: Answerer = (request, nth) =>
      request.url.includes('custom_id') ? json(refusal, 400) : list(request, nth);

    const { found } = await lookIn(answer, { isSent: true });

    expect(found).toMatchObject({ value: { found: true, document: tides } });
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

  it('reports that a document is missing once it has read the whole list', async () => {
    const { found } = await lookIn(pages([other, { id: 'nameless', custom_id: null }], [other]));

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: true } });
  });

  it('does not report a document as missing if the list leaves out custom ids', async () => {
    const { found } = await lookIn(pages([other, { id: 'bare' }]));

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: false } });
  });

  it('reads a bare array as the whole list', async () => {
    const { found } = await lookIn(() => json([other]));

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: true } });
  });

  it('stops at the limit and does not report the list as complete', async () => {
    const { found, asked } = await lookIn(pages([other], [other], [tides]), { maxPages: 2 });

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: false } });
    expect(asked).toHaveLength(2);
  });

  it('stops if the list returns to an earlier page', async () => {
    const { found, asked } = await lookIn(() => json({ documents: [other], next_cursor: 'a' }));

    expect(found).toEqual({ ok: true, value: { found: false, isWhole: false } });
    expect(asked).toHaveLength(2);
  });

  it('fails if the list fails, even halfway', async () => {
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
