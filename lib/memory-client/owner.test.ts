import { describe, expect, it } from 'vitest';
import { createOwnerClient, createTransferClient } from './owner.ts';
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
  it('sends the trimmed name and returns the Memory', async () => {
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
  ])('returns the reason for a failure', async (answer, code) => {
    const { owner } = ownerOf(answer);

    expect(await owner.createContainer('Work')).toMatchObject({ ok: false, error: { code } });
  });
});

describe('the Memories', () => {
  const listed = { id: 'c1', name: 'Work', documents: 2, notes: 1, facts: 0 };

  it('are listed with their counts', async () => {
    const { owner, requests } = ownerOf(() => json({ containers: [{ ...listed, more: true }] }));

    expect(await owner.listContainers()).toEqual({ ok: true, value: [listed] });
    expect(requests[0]?.url).toBe('https://memory.example/base/owner/containers');
  });

  it('are renamed, with the id encoded as one segment', async () => {
    const { owner, requests } = ownerOf(() => json({ id: 'a/b', name: 'Letters' }));

    expect(await owner.renameContainer('a/b', ' Letters ')).toEqual({
      ok: true,
      value: { id: 'a/b', name: 'Letters' },
    });
    expect(requests[0]?.method).toBe('PATCH');
    expect(requests[0]?.url).toBe('https://memory.example/base/owner/containers/a%2Fb');
    expect(await requests[0]?.json()).toEqual({ name: 'Letters' });
  });

  it('are not renamed to an invalid name or by an invalid id', async () => {
    const { owner, requests } = ownerOf(() => json({}));

    expect(await owner.renameContainer('c1', ' ')).toMatchObject({
      error: { code: 'memory.validation' },
    });
    expect(await owner.renameContainer('..', 'Letters')).toMatchObject({
      error: { code: 'memory.not-found' },
    });
    expect(requests).toHaveLength(0);
  });

  it('are deleted only with a confirmation, after the service’s own message', async () => {
    const sentence = 'Really all of it?';
    const { owner, requests } = ownerOf(() =>
      json({ status: 'confirmation_required', message: sentence }),
    );

    expect(await owner.deleteContainer({ id: 'c1', confirm: false })).toEqual({
      ok: true,
      value: { outcome: 'confirmation-required', sentence },
    });
    expect(requests[0]?.url).toBe('https://memory.example/base/owner/containers/c1');

    const confirmed = ownerOf(() => json({ status: 'deleted', id: 'c1' }));
    expect(await confirmed.owner.deleteContainer({ id: 'c1', confirm: true })).toEqual({
      ok: true,
      value: { outcome: 'deleted' },
    });
    expect(confirmed.requests[0]?.url).toBe(
      'https://memory.example/base/owner/containers/c1?confirm=true',
    );
  });
});

describe('the rules', () => {
  const rule = { id: 'r1', content: 'Be brief.', key: null };

  it('are listed, added, changed and deleted', async () => {
    const answers = [json({ rules: [rule] }), json(rule, 201), json(rule), json({})];
    const { owner, requests } = ownerOf(() => answers.shift() ?? json({}));

    expect(await owner.listRules()).toEqual({ ok: true, value: [rule] });
    expect(await owner.createRule({ content: ' Be brief. ', key: null })).toEqual({
      ok: true,
      value: rule,
    });
    expect(await owner.changeRule('r1', 'Be brief.')).toEqual({ ok: true, value: rule });
    expect(await owner.deleteRule('r1')).toEqual({ ok: true, value: null });

    expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'GET /base/owner/rules',
      'POST /base/owner/rules',
      'PATCH /base/owner/rules/r1',
      'DELETE /base/owner/rules/r1',
    ]);
    expect(await requests[1]?.json()).toEqual({ content: 'Be brief.', key: null });
    expect(await requests[2]?.json()).toEqual({ content: 'Be brief.' });
  });

  it('are not sent without content', async () => {
    const { owner, requests } = ownerOf(() => json({}));

    for (const result of [
      await owner.createRule({ content: ' ', key: null }),
      await owner.changeRule('r1', 'x'.repeat(2001)),
    ]) {
      expect(result).toMatchObject({ error: { code: 'memory.validation' } });
    }
    expect(requests).toHaveLength(0);
  });
});

describe('updateNow', () => {
  it('restarts indexing of a document', async () => {
    const { owner, requests } = ownerOf(() => json({ status: 'queued', document_id: 'd1' }, 202));

    expect(await owner.updateNow('d1')).toEqual({ ok: true, value: null });

    expect(requests[0]?.method).toBe('POST');
    expect(requests[0]?.url).toBe('https://memory.example/base/owner/documents/d1/update-now');
  });

  it('fails if there is no such document', async () => {
    const { owner } = ownerOf(() => json({ code: 'not_found' }, 404));

    expect(await owner.updateNow('d1')).toMatchObject({ error: { code: 'memory.not-found' } });
  });
});

function transferOf(answer: () => Promise<Response>) {
  const asked: unknown[] = [];
  const transfer = createTransferClient((request) => {
    asked.push(request);
    return answer();
  });
  return { transfer, asked };
}

const tally = { added: 1, known: 2 };
const report = {
  memories: tally,
  documents: tally,
  notes: tally,
  facts: tally,
  rules: { ...tally, skipped: 0 },
};

describe('export and import', () => {
  it('sends one request to export to a file', async () => {
    const { transfer, asked } = transferOf(async () => new Response(''));

    expect(await transfer.exportTo('f1', 'w1')).toStrictEqual({ ok: true, value: undefined });
    expect(asked).toEqual([{ method: 'GET', path: '/owner/export', saveAs: 'f1', watch: 'w1' }]);
  });

  it('sends one request to import a file and returns the counts', async () => {
    const { transfer, asked } = transferOf(async () => json(report));

    expect(await transfer.importFrom('f1')).toEqual({ ok: true, value: report });
    expect(asked).toEqual([{ method: 'POST', path: '/owner/import', bodyFrom: 'f1', watch: 'f1' }]);
  });

  it('returns the line where an import stopped, and the counts before it', async () => {
    const details = { line: 7, imported: report };
    const refusal = { code: 'validation', message: 'Line 7 cannot be read.', details };
    const { transfer } = transferOf(async () => json(refusal, 400));

    expect(await transfer.importFrom('f1')).toMatchObject({
      ok: false,
      error: { code: 'memory.validation', message: 'Line 7 cannot be read.', details },
    });
  });

  it.each([
    [() => Promise.reject(new TypeError('gone')), 'memory.unreachable', 1],
    [async () => json({ code: 'internal' }, 500), 'memory.server', 1],
    [async () => json({ memories: 1 }), 'memory.malformed', 1],
  ])('returns the reason for a failure and does not retry', async (answer, code, times) => {
    const { transfer, asked } = transferOf(answer);

    expect(await transfer.importFrom('f1')).toMatchObject({ ok: false, error: { code } });
    expect(asked).toHaveLength(times);
  });
});
