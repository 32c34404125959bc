import { describe, expect, it } from 'vitest';
import { createOwnerClient } from './owner.ts';
import { json } from './testing/fake-service.ts';
import { createManualTime } from './testing/manual-time.ts';

function ownerOf(answer: () => Response) {
  const requests: Request[] = [];
  const owner = createOwnerClient({
    baseUrl: 'https://memory.example/base',
    fetch: (request) => {
      requests.push(request);
      return Promise.resolve(answer());
    },
    sleep: createManualTime((ms) => ms < 10_000).sleep,
    random: () => 0,
  });
  return { owner, requests };
}

describe('createContainer', () => {
  it('sends the name without the blanks around it and gives the Memory', async () => {
    const { owner, requests } = ownerOf(() => json({ id: 'c1', name: 'Work' }, 201));

    const created = await owner.createContainer('  Work ');

    expect(created).toEqual({ ok: true, value: { id: 'c1', name: 'Work' } });
    expect(requests[0]?.url).toBe('https://memory.example/base/owner/containers');
    expect(await requests[0]?.json()).toEqual({ name: 'Work' });
  });

  it.each(['', '   ', 'x'.repeat(81)])('sends nothing for the name %o', async (name) => {
    const { owner, requests } = ownerOf(() => json({}));

    expect(await owner.createContainer(name)).toMatchObject({
      ok: false,
      error: { code: 'memory.validation' },
    });
    expect(requests).toHaveLength(0);
  });

  it.each([
    [() => json({ code: 'conflict' }, 409), 'memory.conflict'],
    [() => json({ id: 'c1' }, 201), 'memory.malformed'],
    [() => new Response(null, { status: 204 }), 'memory.malformed'],
  ])('tells what went wrong', async (answer, code) => {
    const { owner } = ownerOf(answer);

    expect(await owner.createContainer('Work')).toMatchObject({ ok: false, error: { code } });
  });
});
