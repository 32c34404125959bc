/** Tests over HTTP that once the service rejects a key, the client sends no more requests for that operation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardClient } from '../../lib/connections/guard.ts';
import { createStorage } from '../../lib/connections/testing/world.ts';
import { createRestClient } from '../../lib/memory-client/rest.ts';
import { matrixKey } from './fault-list.ts';
import { startFaultServer, type FaultServer } from './fault-server.ts';
import { bare, htmlPage, refusal } from './faults.ts';
import { operationList, type Subject } from './operations.ts';
import { Api } from '../contract/api.ts';

let server: FaultServer;

beforeAll(async () => {
  server = await startFaultServer({ target: async () => Response.json({}) });
});
afterAll(() => server.stop());

const nobody = new Api(() => Promise.reject(new Error('No request may bypass the server.')));
const subject: Subject = {
  api: nobody,
  container: 'reading',
  word: 'heron',
  documentId: 'd',
  noteId: 'n',
};

function guarded() {
  return guardClient({
    credential: { id: 'credential-1', connectionId: 'work' },
    withdrawals: createStorage().openWithdrawals(),
    fetch: (request) => fetch(request),
    isPermitted: async () => true,
    open: (send) =>
      createRestClient({
        baseUrl: server.url,
        credential: () => Promise.resolve(matrixKey),
        fetch: send,
        sleep: () => new Promise(() => undefined),
        random: () => 0,
      }),
    onUnauthenticated: 'withdraw',
    onOutcome: () => undefined,
    now: () => 1_000,
  });
}

describe.each(operationList)('$name after the key is rejected', ({ call }) => {
  it.each([
    ['403', refusal(403)],
    ['403 without a body', bare(403)],
    ['a page at 403', htmlPage(403)],
    ['401', refusal(401)],
  ])('sends nothing more: %s', async (_name, fault) => {
    server.calm();
    server.forgetLog();
    server.script({ fault });
    const client = guarded();

    const first = await call(client, subject);
    const later = await Promise.all([call(client, subject), call(client, subject)]);

    expect(server.log()).toHaveLength(1);
    const isUnknown = 'status' in fault && fault.status === 401;
    const code = isUnknown ? 'memory.unauthenticated' : 'memory.unauthorized';
    expect([first, ...later]).toMatchObject(
      Array.from({ length: 3 }, () => ({ ok: false, error: { code } })),
    );
  });
});

describe.each(operationList)('$name while the account’s quota is full', ({ call }) => {
  it('is sent each time, so that searching and deleting go on', async () => {
    server.calm();
    server.forgetLog();
    server.script({ fault: refusal(422, { code: 'quota_exceeded', message: 'Delete some.' }) });
    const client = guarded();

    const results = [await call(client, subject), await call(client, subject)];

    expect(server.log()).toHaveLength(2);
    for (const result of results) {
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'memory.quota-exceeded', message: 'Delete some.' },
      });
    }
  });
});
