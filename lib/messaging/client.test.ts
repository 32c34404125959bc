import { describe, expect, it } from 'vitest';
import { createAsk } from './client.ts';

type Send = (message: unknown) => Promise<unknown>;

function createWorld(answers: Send[]) {
  const sent: unknown[] = [];
  const slept: number[] = [];
  const ask = createAsk({
    send: (message) => {
      sent.push(message);
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return answer === undefined ? Promise.resolve(undefined) : answer(message);
    },
    sleep: async (ms) => void slept.push(ms),
    newId: () => 'r1',
  });
  return { ask, sent, slept };
}

const died: Send = () => Promise.reject(new Error('The message channel closed.'));
const silent: Send = () => Promise.resolve(undefined);
const answered: Send = async () => ({ ok: true, value: { q: 'tides' } });

describe('ask', () => {
  it('returns the parsed response', async () => {
    const { ask, sent } = createWorld([answered]);

    expect(await ask('panel.take', { windowId: 1 })).toEqual({ ok: true, value: { q: 'tides' } });
    expect(sent).toEqual([
      { keepsake: 'ask', requestId: 'r1', name: 'panel.take', input: { windowId: 1 } },
    ]);
  });

  it('repeats the same message if the background stopped before responding', async () => {
    const { ask, sent } = createWorld([died, silent, answered]);

    expect(await ask('panel.take', { windowId: 1 })).toMatchObject({ ok: true });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((message) => JSON.stringify(message))).size).toBe(1);
  });

  it('gives up after a limited number of attempts, with growing delays', async () => {
    const { ask, sent, slept } = createWorld([died]);

    const answer = await ask('panel.take', { windowId: 1 });

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.unanswered' } });
    expect(sent).toHaveLength(5);
    expect(slept).toEqual([...slept].sort((a, b) => a - b));
  });

  it('sends a question once, because the background might have used an agent turn', async () => {
    const { ask, sent } = createWorld([died, answered]);

    const answer = await ask('ask.ask', { askId: 'a1', message: 'When is high tide?' });

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.unanswered' } });
    expect(sent).toHaveLength(1);
  });

  it('does not retry after an error', async () => {
    const error = { code: 'connection.none', message: 'None.', retryable: false };
    const { ask, sent } = createWorld([async () => ({ ok: false, error })]);

    expect(await ask('panel.take', { windowId: 1 })).toEqual({ ok: false, error });
    expect(sent).toHaveLength(1);
  });

  it('rejects a malformed response', async () => {
    const { ask } = createWorld([async () => ({ ok: true, value: { q: 7 } })]);

    expect(await ask('panel.take', { windowId: 1 })).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    });
  });
});
