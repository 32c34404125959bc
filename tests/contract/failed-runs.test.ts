/** Failed learning runs. They are written to the storage, because no request makes a run fail. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

let service: TwoAccounts;
const fields = { custom_id: 'k', content: 'A heron waits.' };

beforeEach(async () => {
  service = await openTwoAccounts();
});
afterEach(() => service.close());

/** Adds a document whose latest run failed. Returns its ID. */
async function failedDocument(): Promise<string> {
  const [api] = service.owners;
  await api.createMemory('Birds');
  const id = await api.learnDocument(fields);
  await service.idle();
  await service.storage.account('first').transaction(async ({ documents, materials, runs }) => {
    const { seq } = (await documents.byId(id)) ?? { seq: 0 };
    const now = new Date().toISOString();
    await runs.queue(id, now);
    const run = await runs.openOf(seq);
    await runs.end(run?.seq ?? 0, { status: 'failed', reason: 'It rained.', now });
    await materials.unlearn(seq);
  });
  return id;
}

describe('a failed run', () => {
  it('is reported with its reason, and isn’t retried when the document is sent again', async () => {
    const [api] = service.owners;
    const id = await failedDocument();

    expect(await api.addDocument(fields)).toEqual({ id, status: 'exists' });

    await service.idle();
    expect((await api.get(`/v1/documents/${id}`)).body).toMatchObject({
      learned: false,
      learning_run: { status: 'failed', reason: 'It rained.' },
    });
  });

  it('is followed by a new one after Update now', async () => {
    const [api] = service.owners;
    const id = await failedDocument();

    await api.send('POST', `/owner/documents/${id}/update-now`);

    await service.idle();
    expect((await api.get(`/v1/documents/${id}`)).body).toMatchObject({
      learned: true,
      learning_run: { status: 'succeeded', reason: null },
    });
    expect((await api.search({ q: 'heron' })).results).toHaveLength(1);
  });

  it('can’t be changed by another owner', async () => {
    const id = await failedDocument();

    for (const action of ['update-now', 'cancel-learning', 'defer-learning']) {
      const reply = await service.owners[1].send('POST', `/owner/documents/${id}/${action}`);
      expect(reply.status).toBe(404);
    }
  });
});
