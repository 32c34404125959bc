import { describe, expect, it } from 'vitest';
import type { MemoryError } from '../contract/errors.ts';
import type { SearchHit } from '../contract/memory-api.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type {
  AskAnswer,
  CallOptions,
  MemoryClient,
  SearchOutcome,
} from '../memory-client/client.ts';
import { createManualTime, settle } from '../memory-client/testing/manual-time.ts';
import { createQuestions, passagesWaitMs } from './ask.ts';

const source: SearchHit = {
  container_name: 'Reading',
  content: '## Tides\n\nThe *moon* pulls at the sea.',
  document_id: 'd1',
  title: 'Tides',
  custom_id: 'https://example.org/tides',
};
const found: SearchHit = { ...source, content: 'Twice a day it falls.', document_id: 'd2' };
const unavailable: MemoryError = {
  code: 'memory.capability-unavailable',
  message: 'No agent is set up.',
  status: 422,
  retryable: false,
};
const question = { askId: 'a1', message: 'Why does the sea fall?' };

/** Calls `createQuestions` with an agent and a search that the test resolves. */
function createWorld({ isThere = true } = {}) {
  const agent = Promise.withResolvers<Result<AskAnswer, MemoryError>>();
  const searching = Promise.withResolvers<Result<SearchOutcome, MemoryError>>();
  const calls: { name: 'ask' | 'search'; input: unknown; options: CallOptions | undefined }[] = [];
  const told: unknown[] = [];
  const time = createManualTime();
  const client: Pick<MemoryClient, 'ask' | 'search'> = {
    ask: (input, options) => {
      calls.push({ name: 'ask', input, options });
      return agent.promise;
    },
    search: (input, options) => {
      calls.push({ name: 'search', input, options });
      return searching.promise;
    },
  };
  const asking = createQuestions({
    client: async () => (isThere ? (client as MemoryClient) : null),
    findHighlight: async () => null,
    waiting: (callId, wait) => told.push([callId, wait]),
    told: (askId, text) => told.push([askId, text]),
    sleep: time.sleep,
    now: () => 1_000,
  });
  const optionsOf = (name: 'ask' | 'search') => calls.find((call) => call.name === name)?.options;
  return {
    asking,
    calls,
    told,
    time,
    optionsOf,
    answer: (text: string, sources: SearchHit[]) => agent.resolve(ok({ text, sources })),
    refuse: (error: MemoryError) => agent.resolve(err(error)),
    find: (hits: SearchHit[]) => searching.resolve(ok({ hits, failed: [], searched: 1 })),
    failToFind: () => searching.reject(new Error('Search failed.')),
    refuseToFind: (error: MemoryError) => searching.resolve(err(error)),
  };
}

describe('ask', () => {
  it('returns the sources named by the answer and cancels the search', async () => {
    const { asking, answer, optionsOf, time } = createWorld();
    const asked = asking.ask(question);
    await settle();

    answer('The moon does it.', [source]);

    expect(await asked).toMatchObject({
      ok: true,
      value: {
        text: 'The moon does it.',
        sources: [
          {
            memory: 'Reading',
            kind: 'page',
            title: 'Tides',
            url: 'https://example.org/tides',
            passage: expect.stringContaining('The moon pulls at the sea.'),
            marks: [],
          },
        ],
        sourcesFrom: 'answer',
      },
    });
    expect(optionsOf('search')?.signal?.aborted).toBe(true);
    expect(time.running()).toBe(0);
  });

  it('searches for the question while asking it', async () => {
    const { asking, calls } = createWorld();
    void asking.ask(question);
    await settle();

    expect(calls.map(({ name, input }) => [name, input])).toEqual([
      ['search', { q: question.message }],
      ['ask', { message: question.message }],
    ]);
  });

  it('falls back to search results if the answer names no sources', async () => {
    const { asking, answer, find } = createWorld();
    const asked = asking.ask(question);
    find([found]);

    answer('The moon does it.', []);

    expect(await asked).toMatchObject({
      value: {
        sources: [{ memory: 'Reading', passage: 'Twice a day it falls.', marks: [] }],
        sourcesFrom: 'search',
      },
    });
  });

  it.each([
    ['fails', { refuseToFind: true }],
    ['throws', { refuseToFind: false }],
  ])('returns the answer even if the search %s', async (_, { refuseToFind }) => {
    const world = createWorld();
    const asked = world.asking.ask(question);
    if (refuseToFind) world.refuseToFind(unavailable);
    else world.failToFind();

    world.answer('The moon does it.', []);

    expect(await asked).toEqual(
      ok({ text: 'The moon does it.', sources: [], sourcesFrom: 'search' }),
    );
  });

  it('waits for search results only for a limited time', async () => {
    const { asking, answer, optionsOf, time } = createWorld();
    const asked = asking.ask(question);
    answer('The moon does it.', []);
    let isDone = false;
    void asked.then(() => (isDone = true));
    await settle();
    expect(isDone).toBe(false);

    await time.pass(passagesWaitMs);

    expect(await asked).toMatchObject({ value: { text: 'The moon does it.', sources: [] } });
    expect(optionsOf('search')?.signal?.aborted).toBe(true);
  });

  it('takes a source’s Memory from the search if the agent didn’t name it', async () => {
    const { asking, answer, find } = createWorld();
    const asked = asking.ask(question);
    find([found]);

    answer('The moon does it.', [
      { ...found, container_name: '' },
      { ...source, container_name: ' ' },
    ]);

    expect(await asked).toMatchObject({
      value: {
        sources: [{ memory: 'Reading' }, { memory: '' }],
        sourcesFrom: 'answer',
      },
    });
  });

  it('returns an unavailable capability as its own error, without waiting', async () => {
    const { asking, refuse, optionsOf } = createWorld();
    const asked = asking.ask(question);
    await settle();

    refuse(unavailable);

    expect(await asked).toEqual(err(unavailable));
    expect(optionsOf('search')?.signal?.aborted).toBe(true);
  });

  it('asks once per id, even shortly after the answer', async () => {
    const { asking, answer, calls } = createWorld();
    const first = asking.ask(question);
    const repeated = asking.ask(question);
    await settle();
    answer('The moon does it.', [source]);

    expect(await repeated).toEqual(await first);
    expect(await asking.ask(question)).toEqual(await first);

    expect(calls.filter(({ name }) => name === 'ask')).toHaveLength(1);
    void asking.ask({ ...question, askId: 'another' });
    await settle();
    expect(calls.filter(({ name }) => name === 'ask')).toHaveLength(2);
  });

  it('cuts an answer to 200,000 characters', async () => {
    const { asking, answer } = createWorld();
    const asked = asking.ask(question);
    await settle();

    answer('moon '.repeat(1_000_000), [source]);

    const shown = await asked;
    expect(shown.ok && shown.value.text.length).toBe(200_000);
  });

  it('reports why it waits', async () => {
    const { asking, optionsOf, told } = createWorld();
    void asking.ask(question);
    await settle();

    optionsOf('ask')?.onWait?.({ reason: 'turn' });
    optionsOf('ask')?.onWait?.({ reason: 'turns-exhausted', ms: 5_000 });
    optionsOf('ask')?.onWait?.(null);

    expect(told).toEqual([
      ['a1', { reason: 'turn' }],
      ['a1', { reason: 'turns-exhausted', until: 6_000 }],
      ['a1', null],
    ]);
  });

  it('cancels its search when it is canceled', async () => {
    const { asking, optionsOf } = createWorld();
    void asking.ask(question);
    await settle();

    asking.cancel('a1');

    expect(optionsOf('ask')?.signal?.aborted).toBe(true);
    expect(optionsOf('search')?.signal?.aborted).toBe(true);
  });

  it('fails if there is no connection', async () => {
    const { asking } = createWorld({ isThere: false });

    expect(await asking.ask(question)).toMatchObject({ error: { code: 'connection.none' } });
  });
});
