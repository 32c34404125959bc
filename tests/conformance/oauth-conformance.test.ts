/** Tests the authorization server of the running service with the conformance suite, and consents as the owner. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  startService,
  type ServiceProcess,
} from '../../service/runtime/node/testing/start-process.ts';
import { newDatabase, type NewDatabase } from '../fixtures/open-storage.ts';
import { freePort } from '../fixtures/free-port.ts';
import { signIn, type OwnerBrowser } from '../contract/oauth-flow.ts';
import { anyWordsFor, judge, listScenarios } from './conformance-tool.ts';

let data: string;
let database: NewDatabase;
let service: ServiceProcess;
let browser: OwnerBrowser;
let port: number;
let clientId: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-oauth-conformance-'));
  database = await newDatabase();
  service = await startService(data, database.flags);
  browser = await signIn(service);
  // Register the tool’s port before it runs.
  port = await freePort();
  clientId = await register(`http://127.0.0.1:${port}/callback`);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await database.discard();
  await rm(data, { recursive: true, force: true });
});

/** Connects to a port. Rejects if nothing listens there. */
function reach(at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(at, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    }).once('error', reject);
  });
}

async function register(redirectUri: string): Promise<string> {
  const response = await fetch(`${service.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Conformance', redirect_uris: [redirectUri] }),
  });
  return z.parse(z.object({ client_id: z.string() }), await response.json()).client_id;
}

/** Waits for the consent URL in the tool's output, and consents as the owner. */
function consenting(): { onOutput(chunk: string): void; readonly consented: Promise<Response> } {
  const asked = Promise.withResolvers<string>();
  const consentPage = new RegExp(
    `^${RegExp.escape(service.url)}/oauth/authorize\\?\\S+(?=\\n)`,
    'm',
  );
  let written = '';
  return {
    onOutput(chunk) {
      written += chunk;
      const [address] = consentPage.exec(written) ?? [];
      if (address !== undefined) asked.resolve(address);
    },
    consented: asked.promise.then(async (address) => {
      const redirect = await browser.allow(address);
      // The tool prints the address before it listens for the result.
      await vi.waitFor(() => reach(port), { timeout: 20_000 });
      return fetch(redirect);
    }),
  };
}

describe('the conformance suite for authorization servers', () => {
  // The second scenario depends on the first, which discovers the endpoints.
  const scenarios = ['authorization-server-metadata-endpoint', 'authorization-code-grant'];
  const NO_DESCRIPTIONS =
    'Is advice: the service calls no address that strangers choose; clients register themselves.';
  const cimd = { 'authorization-server-metadata-cimd': NO_DESCRIPTIONS };
  const revisions = [
    ['2025-03-26', {}],
    ['2025-06-18', {}],
    ['2025-11-25', cimd],
    ['2026-07-28', cimd],
  ] as const;

  it.each(revisions)('passes at %s', async (revision, unmet) => {
    const resource = `${service.url}/mcp-http`;
    const client = ['--client-id', clientId, '--port', String(port)];
    const args = ['--url', service.url, '--resource', resource, ...client];
    const folder = join(data, revision);
    const { onOutput, consented } = consenting();

    const stop = new AbortController();
    const watched = { onOutput, signal: stop.signal };

    const judged = judge({ role: 'authorization', revision, args, folder, watched });
    // A failure on the owner's side would otherwise leave the tool waiting for minutes.
    const found = await Promise.race([judged, consented.then(() => judged)]).finally(() => {
      stop.abort();
    });

    expect(found.unmet).toEqual(anyWordsFor(unmet));
    expect(found.met.toSorted()).toEqual([
      'authorization-code-grant',
      'authorization-server-metadata',
    ]);
  });

  it('has no unclassified scenario', async () => {
    const listed = await listScenarios('authorization', data);

    const at = revisions.map(([revision]) => revision);
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(scenarios.map((scenario) => [scenario, at])),
    );
  });
});
