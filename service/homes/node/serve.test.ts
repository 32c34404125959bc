import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeHome } from './open-node.ts';
import { serveOnLoopback, type RunningServer } from './serve.ts';

let home: Awaited<ReturnType<typeof createNodeHome>>;
let server: RunningServer;

beforeEach(async () => {
  home = await createNodeHome({ file: ':memory:', ownerToken: 'own' });
  server = await serveOnLoopback(home, 0);
});
afterEach(async () => {
  await server.close();
  await home.close();
});

describe('the server', () => {
  it('carries requests and answers', async () => {
    const created = await fetch(`${server.url}/owner/containers`, {
      method: 'POST',
      headers: { authorization: 'Bearer own', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ü' }),
    });
    const listed = await fetch(`${server.url}/v1/containers`, {
      headers: { authorization: 'Bearer own' },
    });

    expect(created.status).toBe(201);
    expect(await listed.json()).toMatchObject({ containers: [{ name: 'Ü' }] });
  });

  it('carries a large body', async () => {
    await fetch(`${server.url}/owner/containers`, {
      method: 'POST',
      headers: { authorization: 'Bearer own' },
      body: '{"name":"Large"}',
    });

    const added = await fetch(`${server.url}/v1/documents`, {
      method: 'POST',
      headers: { authorization: 'Bearer own' },
      body: JSON.stringify({ content: 'salt '.repeat(400_000) }),
    });

    expect(added.status).toBe(202);
  });

  it('refuses a name that only a foreign page would call it by', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'rebound.example', authorization: 'Bearer own' };
      request(`${server.url}/v1/containers`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

    expect(status).toBe(421);
  });
});
