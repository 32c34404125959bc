import { describe, expect, it } from 'vitest';
import { createOwnerTransfer } from './owner-transfer.ts';
import { json } from './testing/fake-service.ts';

function transferOf(answer: () => Promise<Response>) {
  const asked: unknown[] = [];
  const transfer = createOwnerTransfer((request) => {
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

describe('the transfer', () => {
  it('asks once for everything to be written to the file', async () => {
    const { transfer, asked } = transferOf(async () => new Response(''));

    expect(await transfer.exportTo('f1')).toEqual({ ok: true, value: null });
    expect(asked).toEqual([{ method: 'GET', path: '/owner/export', saveAs: 'f1' }]);
  });

  it('asks once for the file to be read in, and gives what became of it', async () => {
    const { transfer, asked } = transferOf(async () => json(report));

    expect(await transfer.importFrom('f1')).toEqual({ ok: true, value: report });
    expect(asked).toEqual([{ method: 'POST', path: '/owner/import', bodyFrom: 'f1' }]);
  });

  it('names the line that a file broke off at, and what came in before', async () => {
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
  ])('tells what went wrong, and does not try again', async (answer, code, times) => {
    const { transfer, asked } = transferOf(answer);

    expect(await transfer.importFrom('f1')).toMatchObject({ ok: false, error: { code } });
    expect(asked).toHaveLength(times);
  });
});
