import { describe, expect, it } from 'vitest';
import type { MemoryError } from '../contract/errors.ts';
import type { SearchHit } from '../contract/memory-api.ts';
import { err, ok } from '../contract/result.ts';
import type { MemoryClient, SearchOutcome } from '../memory-client/client.ts';
import { createSearch, type SearchPorts } from './search.ts';

const pageHit: SearchHit = {
  container_name: 'Reading',
  content: '## Tides\n\nThe *moon* pulls at the sea.',
  document_id: 'd1',
  title: 'Tides',
  custom_id: 'https://example.org/tides',
  saved_at: '2026-11-01T10:00:00.000Z',
};
const noteHit: SearchHit = { container_name: 'Work', content: 'the sea falls', memory_id: 'm1' };

function createWorld(
  answer: Partial<SearchOutcome> | MemoryError,
  changes: Partial<SearchPorts> = {},
) {
  const opened: string[] = [];
  const asked: unknown[] = [];
  const told: unknown[] = [];
  const search: MemoryClient['search'] = async (input) => {
    asked.push(input);
    if ('code' in answer) return err(answer);
    return ok({ hits: [], failed: [], searched: 2, ...answer });
  };
  const recall = createSearch({
    client: async () => ({ search }) as unknown as MemoryClient,
    findHighlight: async () => null,
    countLearning: async () => 3,
    openTab: async (url) => void opened.push(url),
    waiting: (callId, wait) => told.push([callId, wait]),
    now: () => 1_000,
    ...changes,
  });
  return { recall, opened, asked, told };
}

const query = { searchId: 's1', q: 'moon sea' };

describe('search', () => {
  it('names the Memory of each hit, removes Markdown and marks the words', async () => {
    const { recall } = createWorld({ hits: [pageHit] });

    const answer = await recall.search(query);

    const [hit] = answer.ok ? answer.value.hits : [];
    expect(hit).toMatchObject({
      memory: 'Reading',
      kind: 'page',
      title: 'Tides',
      url: 'https://example.org/tides',
    });
    expect(hit?.passage).toContain('The moon pulls at the sea.');
    expect(hit?.marks.map(([start, end]) => hit.passage.slice(start, end))).toEqual([
      'moon',
      'sea',
    ]);
  });

  it('links a note to the page it was highlighted on', async () => {
    const { recall } = createWorld(
      { hits: [noteHit] },
      {
        findHighlight: async ({ memoryId, text }) => ({
          id: 'i',
          memoryId,
          text,
          url: 'https://example.org/source',
          title: 'Source',
          anchor: null,
          createdAt: 0,
        }),
      },
    );

    const answer = await recall.search(query);

    expect(answer).toMatchObject({
      value: { hits: [{ kind: 'note', title: 'Source', url: 'https://example.org/source' }] },
    });
  });

  it('reports Memories that could not be searched even if there are no hits', async () => {
    const { recall } = createWorld({ failed: [{ name: 'Work', reason: 'asleep' }] });

    expect(await recall.search(query)).toEqual({
      ok: true,
      value: {
        hits: [],
        unanswered: [{ memory: 'Work', reason: 'asleep' }],
        searched: 2,
        stillLearning: 3,
        hasMore: false,
      },
    });
  });

  it('reports that there can be more if the service returned as many as were requested', async () => {
    const { recall } = createWorld({ hits: Array.from({ length: 50 }, () => pageHit) });

    expect(await recall.search(query)).toMatchObject({ value: { hasMore: true } });
  });

  it.each([
    ['the document id', pageHit, 'd1'],
    ['the note id', noteHit, 'm1'],
    [
      'the URL if there is no id',
      { ...noteHit, memory_id: null, url: 'https://example.org/a' },
      'https://example.org/a',
    ],
    ['nothing', { ...noteHit, memory_id: null }, undefined],
  ])('identifies the source of a passage by %s', async (_, hit, sourceId) => {
    const answer = await createWorld({ hits: [hit] }).recall.search(query);

    expect(answer.ok ? answer.value.hits[0]?.sourceId : null).toBe(sourceId);
  });

  it('returns an error', async () => {
    const timeout: MemoryError = { code: 'memory.timeout', message: 'Late.', retryable: true };

    expect(await createWorld(timeout).recall.search(query)).toEqual({ ok: false, error: timeout });
  });

  it('searches a single Memory if requested', async () => {
    const { recall, asked } = createWorld({});

    await recall.search({ ...query, memoryId: 'work' });

    expect(asked).toEqual([{ q: 'moon sea', container: 'work', limit: 50 }]);
  });

  it('stops when it is canceled', async () => {
    let signal: AbortSignal | undefined;
    const search: MemoryClient['search'] = (_input, options) => {
      signal = options?.signal;
      return new Promise(() => undefined);
    };
    const { recall } = createWorld(
      {},
      { client: async () => ({ search }) as unknown as MemoryClient },
    );
    void recall.search(query);
    await expect.poll(() => signal).toBeDefined();

    recall.cancel('s1');

    expect(signal?.aborted).toBe(true);
  });

  it('stops even if it is canceled before the connection is known', async () => {
    const connection = Promise.withResolvers<MemoryClient>();
    const signals: (AbortSignal | undefined)[] = [];
    const search: MemoryClient['search'] = async (_input, options) => {
      signals.push(options?.signal);
      return ok({ hits: [], failed: [], searched: 0 });
    };
    const { recall } = createWorld({}, { client: () => connection.promise });
    const searching = recall.search(query);

    recall.cancel('s1');
    connection.resolve({ search } as unknown as MemoryClient);
    await searching;

    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it('reports why and until when it waits', async () => {
    const search: MemoryClient['search'] = async (_input, options) => {
      options?.onWait?.({ reason: 'rate-limit', ms: 5_000 });
      options?.onWait?.({ reason: 'retry', ms: 250 });
      options?.onWait?.(null);
      return ok({ hits: [], failed: [], searched: 0 });
    };
    const { recall, told } = createWorld(
      {},
      { client: async () => ({ search }) as unknown as MemoryClient },
    );

    await recall.search(query);

    expect(told).toEqual([
      ['s1', { reason: 'rate-limit', until: 6_000 }],
      ['s1', { reason: 'retry', until: 1_250 }],
      ['s1', null],
    ]);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'not an address'])(
    'ignores the URL %j',
    async (url) => {
      const { recall } = createWorld({ hits: [{ ...pageHit, url, custom_id: url }] });

      expect(await recall.search(query)).toMatchObject({ value: { hits: [{ url: null }] } });
    },
  );
});

describe('more', () => {
  const other: SearchHit = { ...pageHit, document_id: 'd2', content: 'The moon elsewhere.' };
  const third: SearchHit = { ...pageHit, content: 'A third sea.' };
  const more = { ...query, sourceId: 'd1', memoryId: 'reading' };

  it('requests the maximum from the Memory and returns the passages of the page', async () => {
    const { recall, asked } = createWorld({ hits: [pageHit, other, third] });

    const answer = await recall.more(more);

    expect(asked).toEqual([{ q: 'moon sea', container: 'reading', limit: 50 }]);
    expect(answer).toMatchObject({
      value: { hits: [{ sourceId: 'd1' }, { passage: 'A third sea.' }], looked: 3, isAll: true },
    });
  });

  it('is not complete if the service returned the maximum', async () => {
    const { recall } = createWorld({ hits: Array.from({ length: 50 }, () => other) });

    expect(await recall.more(more)).toMatchObject({
      value: { hits: [], looked: 50, isAll: false },
    });
  });

  it('is not complete if the Memory could not be searched, and names it', async () => {
    const { recall } = createWorld({ failed: [{ name: 'Reading', reason: 'asleep' }] });

    expect(await recall.more(more)).toMatchObject({
      value: { isAll: false, unanswered: [{ memory: 'Reading', reason: 'asleep' }] },
    });
  });

  it('searches without a limit if the service rejects it', async () => {
    const asked: unknown[] = [];
    const refusal: MemoryError = { code: 'memory.validation', message: 'limit', retryable: false };
    const search: MemoryClient['search'] = async (input) => {
      asked.push(input.limit);
      return input.limit === undefined
        ? ok({ hits: [third], failed: [], searched: 1 })
        : err(refusal);
    };
    const { recall } = createWorld(
      {},
      { client: async () => ({ search }) as unknown as MemoryClient },
    );

    expect(await recall.more(more)).toMatchObject({
      value: { hits: [{ passage: 'A third sea.' }], isAll: false },
    });
    expect(asked).toEqual([50, undefined]);
  });

  it.each([
    ['after the first attempt', 'memory.unreachable', 1],
    ['after the second attempt', 'memory.validation', 2],
  ] as const)('returns the error %s', async (_, code, calls) => {
    const failure: MemoryError = { code, message: 'No.', retryable: false };
    let asked = 0;
    const search: MemoryClient['search'] = async () => {
      asked += 1;
      return err(failure);
    };
    const { recall } = createWorld(
      {},
      { client: async () => ({ search }) as unknown as MemoryClient },
    );

    expect(await recall.more(more)).toEqual(err(failure));
    expect(asked).toBe(calls);
  });
});

describe('about', () => {
  const page = {
    title: 'The long memory of harbours',
    text: 'Pilots.',
    ids: ['https://example.org/harbours', 'https://example.org/canonical'],
  };
  const readPage = async () => ok(page);

  it('searches for the page’s words and returns them', async () => {
    const { recall, asked } = createWorld({ hits: [pageHit] });

    const answer = await recall.about({ searchId: 's1', readPage });

    expect(asked).toEqual([{ q: 'long memory harbours Pilots', limit: 50 }]);
    expect(answer).toMatchObject({
      value: {
        hits: [{ title: 'Tides' }],
        about: { title: 'The long memory of harbours', q: 'long memory harbours Pilots' },
      },
    });
  });

  it.each([
    ['the page', { custom_id: 'https://example.org/harbours' }],
    ['the page at another URL', { custom_id: 'https://example.org/harbours?utm_source=x' }],
    ['the page at its canonical URL', { custom_id: 'https://example.org/canonical' }],
    [
      'a version of the page',
      { custom_id: 'https://example.org/harbours#version-0123456789abcdef' },
    ],
    [
      'the page if the service returns another URL with its id',
      { custom_id: 'https://example.org/harbours', url: 'https://m.example.org/h' },
    ],
    [
      'a hit with only the page’s URL',
      { custom_id: null, url: 'https://example.org/harbours#top' },
    ],
  ])('leaves out %s', async (_, changes) => {
    const { recall } = createWorld({ hits: [{ ...pageHit, ...changes }] });

    const answer = await recall.about({ searchId: 's1', readPage });

    expect(answer).toMatchObject({ ok: true, value: { hits: [] } });
  });

  it('leaves out a note highlighted on the page', async () => {
    const { recall } = createWorld(
      { hits: [noteHit] },
      {
        findHighlight: async ({ memoryId, text }) => ({
          id: 'i',
          memoryId,
          text,
          url: 'https://example.org/harbours',
          title: 'Source',
          anchor: null,
          createdAt: 0,
        }),
      },
    );

    const answer = await recall.about({ searchId: 's1', readPage });

    expect(answer).toMatchObject({ ok: true, value: { hits: [] } });
  });

  it('does not search if the page has no words or could not be read', async () => {
    const { recall, asked } = createWorld({});
    const gone = { code: 'page.gone', message: '', retryable: true } as const;

    const silent = await recall.about({
      searchId: 's1',
      readPage: async () => ok({ title: '…', text: '', ids: [] }),
    });
    const unread = await recall.about({ searchId: 's2', readPage: async () => err(gone) });

    expect(silent).toMatchObject({ ok: false, error: { code: 'page.no-text' } });
    expect(unread).toEqual({ ok: false, error: gone });
    expect(asked).toEqual([]);
  });
});

describe('open', () => {
  it('opens the page at the passage', async () => {
    const { recall, opened } = createWorld({ hits: [pageHit] });
    const answer = await recall.search(query);
    const [hit] = answer.ok ? answer.value.hits : [];
    if (hit === undefined) throw new Error('No hits.');

    await recall.open(hit);

    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatch(/^https:\/\/example\.org\/tides#:~:text=/);
  });

  it('opens only web addresses', async () => {
    const { recall, opened } = createWorld({});

    const answer = await recall.open({
      key: 'k',
      memory: 'Reading',
      kind: 'page',
      title: null,
      url: 'javascript:alert(1)',
      passage: 'text',
      marks: [],
      savedAt: null,
    });

    expect(answer.ok).toBe(false);
    expect(opened).toEqual([]);
  });
});
