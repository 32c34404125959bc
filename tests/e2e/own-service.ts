/** The project's own service, with a relay between it and the extension. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  request as sendOn,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { notices } from '../../service/owner-app/layout.ts';
import { signInText } from '../../service/owner-app/sign-in.ts';
import { executeCommand } from '../../service/runtime/node/commands.ts';
import { openDataFolder } from '../../service/runtime/node/data-folder.ts';
import { serve } from '../../service/runtime/node/http-server.ts';
import { openNodeService } from '../../service/runtime/node/node-service.ts';
import { readSettings } from '../../service/runtime/node/settings.ts';
import { visit } from '../browser/surfaces.ts';
import type { Keepsake } from './keepsake.ts';

/** A request that passes through the relay. */
export type Passing = {
  method: string;
  path: string;
  authorization: string;
  body: string;
  /** The body of the response; empty until the service has responded. */
  answer: string;
};

export type Meddling = {
  /** Responds instead of the service; undefined lets the request pass. */
  instead?: (passing: Passing) => { status: number; headers: Record<string, string> } | undefined;
  /** Drops the connection instead of responding, as if the service were down. */
  isGone?: boolean;
  /** Delays a request until this resolves. */
  hold?: (passing: Passing) => Promise<void> | undefined;
  /** Rewrites a response. */
  reword?: (passing: Passing) => string;
};

export type OwnService = {
  /** The relay's URL, which the service uses as its public URL. */
  url: string;
  passed: readonly Passing[];
  meddle: (meddling: Meddling) => void;
  /** Runs a command of the service as its owner does and returns its output. */
  command: (...args: string[]) => Promise<string>;
  close: () => Promise<void>;
};

/** Starts the service behind a relay that records requests and can change them. */
export async function startOwnService(): Promise<OwnService> {
  const data = await mkdtemp(join(tmpdir(), 'keepsake-own-service-'));
  const passed: Passing[] = [];
  let meddling: Meddling = {};
  const relay = createServer((request, response) => {
    // A browser that disconnects is not an error.
    relayOne(request, response).catch(() => response.destroy());
  });
  const url = await listen(relay);
  const service = await startService(data, ['--public-url', url, '--port', '0']);

  async function relayOne(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const passing: Passing = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: (await bytesOf(request)).toString(),
      answer: '',
    };
    passed.push(passing);
    await meddling.hold?.(passing);
    if (meddling.isGone === true) {
      response.destroy();
      return;
    }
    const instead = meddling.instead?.(passing);
    if (instead !== undefined) {
      response.writeHead(instead.status, instead.headers).end();
      return;
    }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sendOn(service.localUrl + passing.path, { method: passing.method, headers: request.headers })
        .once('response', resolve)
        .once('error', reject)
        .end(passing.body);
    });
    passing.answer = (await bytesOf(answer)).toString();
    const { 'transfer-encoding': _, 'content-length': __, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 500, headers);
    response.end(meddling.reword?.(passing) ?? passing.answer);
  }

  return {
    url,
    passed,
    meddle: (next) => {
      meddling = next;
    },
    command: (...args) => runCommand([...args, '--data', data]),
    async close() {
      relay.closeAllConnections();
      await new Promise((resolve) => relay.close(resolve));
      await service.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Signs the owner in to the app of their service, which the consent page requires. Returns the
 * page.
 */
export async function signIn(keepsake: Keepsake, service: OwnService): Promise<Page> {
  const owner = await visit(keepsake, await service.command('sign-in-link'));
  await owner.getByRole('button', { name: signInText.submit }).click();
  await expect(owner.getByRole('status')).toHaveText(notices['signed-in']);
  return owner;
}

/** Adds documents with these titles directly to the service, in order. */
export async function addTitled(
  service: OwnService,
  container: string,
  titles: readonly string[],
): Promise<void> {
  const headers = await headersOfScribe(service);
  for (const title of titles) await add(service, headers, { container, title, content: title });
}

/** Adds a document directly to the service and waits until it can be found. */
export async function addDocument(service: OwnService, container: string, content: string) {
  const headers = await headersOfScribe(service);
  await add(service, headers, { container, content });
  await expect(async () => {
    const q = content.split(' ').slice(0, 3).join(' ');
    const search = { method: 'POST', headers, body: JSON.stringify({ q }) };
    expect(await (await fetch(`${service.url}/v1/search`, search)).text()).toContain(content);
  }).toPass();
}

async function headersOfScribe(service: OwnService): Promise<Record<string, string>> {
  const key = await service.command('key', 'create', '--name', 'Scribe', '--level', 'write');
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

async function add(
  service: OwnService,
  headers: Record<string, string>,
  document: Record<string, string>,
): Promise<void> {
  const body = JSON.stringify(document);
  const added = await fetch(`${service.url}/v1/documents`, { method: 'POST', headers, body });
  expect(added.status).toBeLessThan(300);
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Runs a command as `npm run service` does, but in this process. */
async function runCommand(args: string[]): Promise<string> {
  const result = await executeCommand(args, {});
  if (result.exitCode !== 0) throw new Error(result.error);
  return result.output;
}

/** Does what `npm run service` does, but in the test's process, because starting another one takes half a second. */
async function startService(data: string, flags: readonly string[]) {
  const settings = readSettings(['--data', data, ...flags], {});
  const folder = await openDataFolder(data);
  if (!settings.ok || !folder.ok) throw new Error('The service can’t start.');
  const { databaseFile, ownerToken, publishAddress, release } = folder.value;
  const service = await openNodeService({ ...settings.value, file: databaseFile, ownerToken });
  const server = await serve(service, { ...settings.value, newId: randomUUID });
  await publishAddress(server.localUrl);
  return {
    localUrl: server.localUrl,
    async close() {
      await server.close();
      await service.close();
      release();
    },
  };
}
