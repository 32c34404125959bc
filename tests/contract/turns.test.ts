/** The limit on concurrent agent turns, tested with an agent that waits for `letGo`. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../lib/contract/result.ts';
import { mcpRoutes } from '../../service/mcp/routes.ts';
import { refusalOf, type Api } from './api.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

let service: TwoAccounts;
let asked: number;
let letGo: () => void;

beforeEach(async () => {
  const gate = Promise.withResolvers<void>();
  asked = 0;
  letGo = gate.resolve;
  const slow = {
    name: 'slow',
    answer: async () => {
      asked += 1;
      await gate.promise;
      return ok({ answer: 'At last.', sources: [] });
    },
  };
  service = await openTwoAccounts({ chooseAgent: () => slow, routes: [mcpRoutes] });
  for (const owner of service.owners) {
    const container = await owner.createMemory('Birds');
    await owner.learnDocument({ container, content: 'A heron waits.' });
  }
});
afterEach(() => service.close());

const askCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'ask_agent', arguments: { message: 'heron' } },
};

/** Asks twice, and resolves once both turns are running. */
async function takeBothTurns(api: Api) {
  const before = asked;
  const answers = [1, 2].map(() => api.post('/v1/ask', { message: 'heron' }));
  await expect.poll(() => asked).toBe(before + 2);
  return answers;
}

describe('an account with two running agent turns', () => {
  it('can’t start a third, whatever the key and the kind of turn', async () => {
    const [owner] = service.owners;
    const container = await owner.createMemory('Ferries');
    const note = await owner.addNote({ container, content: 'A ferry.' });
    const { token } = await owner.createKey({ level: 'full', agent: true });
    const answers = await takeBothTurns(owner);
    const asKey = owner.with(token);
    const forget = `/v1/memories/${note}?container=${container}`;

    for (const call of [
      () => asKey.post('/v1/ask', { message: 'heron' }),
      () => asKey.post('/v1/memories', { container, content: 'I row.', static: true }),
      () => asKey.delete(`${forget}&confirm=true`),
    ]) {
      expect(refusalOf(await call())).toBe('429 turns_exhausted');
    }

    expect((await asKey.delete(forget)).body).toMatchObject({ status: 'confirmation_required' });
    expect((await asKey.post('/v1/memories', { container, content: 'A note.' })).status).toBe(202);
    expect((await asKey.post('/v1/search', { q: 'ferry' })).status).toBe(200);
    letGo();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await asKey.delete(`${forget}&confirm=true`)).status).toBe(200);
  });

  it.each(['/v1/ask', '/mcp-http'])(
    'has a turn again as soon as a caller of %s has gone',
    async (path) => {
      const [owner] = service.owners;
      const callers = [new AbortController(), new AbortController()];
      const body = path === '/v1/ask' ? { message: 'heron' } : askCall;
      const headers = {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const requests = callers.map(
        ({ signal }) => new Request(`http://localhost${path}`, { ...init, signal }),
      );
      for (const request of requests) void owner.fetch(request).catch(() => undefined);
      await expect.poll(() => asked).toBe(2);

      callers[0]?.abort();
      // The service can notice later than the next question arrives.
      const next = vi.waitFor(
        async () => {
          const reply = await owner.post('/v1/ask', { message: 'heron' });
          expect(reply.status).toBe(200);
          return reply;
        },
        { timeout: 60_000 },
      );
      await expect.poll(() => asked).toBe(3);

      expect(refusalOf(await owner.post('/v1/ask', { message: 'heron' }))).toBe(
        '429 turns_exhausted',
      );
      letGo();
      expect((await next).status).toBe(200);
      // Like the server, keeps the requests until here: collected ones don't follow their signals.
      expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
      const after = [1, 2].map(() => owner.post('/v1/ask', { message: 'heron' }));
      expect((await Promise.all(after)).map(({ status }) => status)).toEqual([200, 200]);
    },
  );

  it('doesn’t limit another account', async () => {
    const answers = await takeBothTurns(service.owners[0]);

    const others = await takeBothTurns(service.owners[1]);

    letGo();
    const replies = await Promise.all([...answers, ...others]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('gets a retryable error without a limit per minute', async () => {
    const answers = await takeBothTurns(service.owners[0]);

    const { body } = await service.owners[0].post('/v1/ask', { message: 'heron' });

    expect(body).toMatchObject({ retryable: true, details: { max_concurrent_turns: 2 } });
    expect(body).not.toMatchObject({ details: { limit_per_min: expect.anything() } });
    letGo();
    await Promise.all(answers);
  });
});
