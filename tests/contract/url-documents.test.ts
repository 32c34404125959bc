/** Documents by URL: the Node service fetches them from a test site on loopback. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { OpenService } from '../../service/app.ts';
import { createPageLoader, refuseReading } from '../../service/fetching/load-page.ts';
import { createPageFetcher } from '../../service/fetching/node/fetch-page.ts';
import { createHtmlReader, createPdfReader } from '../../service/fetching/node/readers.ts';
import { refuseFetch } from '../../service/fetching/page-fetcher.ts';
import { makePdf } from '../../service/fetching/testing/make-pdf.ts';
import { openNodeService } from '../../service/runtime/node/node-service.ts';
import { startService } from '../../service/runtime/node/testing/start-process.ts';
import { newDatabase, type NewDatabase } from '../fixtures/open-storage.ts';
import { Api, refusalOf } from './api.ts';
import { openTwoAccounts } from './two-accounts.ts';

const ownerToken = 'owner-of-the-test';
const article = `<title>Herons</title><article><h1>Herons</h1>${'<p>A heron waits by the water, and it does so for hours on end.</p>'.repeat(8)}</article>`;

let site: Server;
let origin: string;
let port: number;
let pages: Record<string, RequestListener>;
let asked: string[];
let database: NewDatabase;
let folder: string;
let nodeService: OpenService;
let api: Api;

beforeAll(async () => {
  site = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const page = pages[path];
    if (page === undefined) response.writeHead(404).end();
    else page(request, response);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  ({ port } = z.parse(z.object({ port: z.int() }), site.address()));
  origin = `http://herons.example:${port}`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

beforeEach(async () => {
  asked = [];
  pages = { '/heron': serving('text/html', article) };
  folder = await mkdtemp(join(tmpdir(), 'keepsake-url-'));
  database = await newDatabase();
  await open();
  await api.createMemory('Birds');
});
afterEach(async () => {
  await nodeService.close();
  await database.discard();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  const loadPage = createPageLoader({
    fetchPage: createPageFetcher({
      timeoutMs: 110_000,
      trusts: (address, to) => address === '127.0.0.1' && to === port,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    }),
    readHtml: createHtmlReader({ timeoutMs: 100_000 }),
    readPdf: createPdfReader({ timeoutMs: 100_000 }),
  });
  nodeService = await openNodeService({
    file: join(folder, 'memory.sqlite3'),
    database: database.address,
    ownerToken,
    loadPage,
  });
  api = new Api((request) => nodeService.fetch(request)).with(ownerToken);
}

function serving(type: string, body: string | Uint8Array): RequestListener {
  return (_request, response) => response.writeHead(200, { 'content-type': type }).end(body);
}

async function add(path: string, fields: Record<string, unknown> = {}): Promise<string> {
  return (await api.addDocument({ url: origin + path, ...fields })).id;
}

async function lookAt(id: string): Promise<unknown> {
  return (await api.get(`/v1/documents/${id}`)).body;
}

describe('a document by URL', () => {
  it('is accepted immediately, fetched, and found with its title and URL', async () => {
    const reply = await api.post('/v1/documents', { url: `${origin}/heron` });
    expect(reply).toEqual({
      status: 202,
      body: { status: 'queued', document_id: expect.any(String), path: expect.any(String) },
    });

    const { results } = await api.searchUntilFound({ q: 'heron' });

    expect(results[0]).toMatchObject({
      title: 'Herons',
      url: `${origin}/heron`,
      content: expect.stringContaining('A heron waits by the water'),
    });
    await nodeService.idle();
    expect(await lookAt(String(results[0]?.document_id))).toMatchObject({
      url: `${origin}/heron`,
      learned: true,
      learning_run: { status: 'succeeded' },
    });
  });

  it('keeps the title that was sent', async () => {
    const id = await add('/heron', { title: 'On waiting' });
    await nodeService.idle();

    expect(await lookAt(id)).toMatchObject({ title: 'On waiting', learned: true });
  });

  it('is stored once for each custom_id', async () => {
    const first = await api.addDocument({ url: `${origin}/heron`, custom_id: 'k' });
    await nodeService.idle();
    const second = await api.addDocument({ url: `${origin}/heron`, custom_id: 'k' });
    await nodeService.idle();

    expect(second).toEqual({ id: first.id, status: 'exists' });
    expect(asked).toEqual(['/heron']);
  });

  it('can be a PDF or plain text', async () => {
    const pdf = makePdf({ title: 'Egrets', pages: [['An egret wades.']] });
    pages['/egret.pdf'] = serving('application/pdf', pdf);
    pages['/stork.txt'] = serving('text/plain', 'A stork returns.');
    await add('/egret.pdf');
    await add('/stork.txt');
    await nodeService.idle();

    expect((await api.search({ q: 'egret' })).results).toMatchObject([
      { title: 'Egrets', content: 'An egret wades.', url: `${origin}/egret.pdf` },
    ]);
    expect((await api.search({ q: 'stork' })).results).toMatchObject([
      { title: null, content: 'A stork returns.', url: `${origin}/stork.txt` },
    ]);
  });

  it.each<[string, RequestListener | undefined, { readonly message: string }]>([
    ['that doesn’t exist', undefined, refuseFetch('answer.status').error],
    ['of an image', serving('image/png', 'x'), refuseFetch('answer.type').error],
    ['without text', serving('text/html', '<p></p>'), refuseReading('read.no-text').error],
    [
      'of a scan',
      serving('application/pdf', makePdf({ pages: [[]] })),
      refuseReading('pdf.no-text').error,
    ],
    ['of a broken PDF', serving('application/pdf', '%PDF-'), refuseReading('pdf.broken').error],
  ])('%s fails with a reason', async (_name, page, { message }) => {
    if (page !== undefined) pages['/gone'] = page;
    const id = await add('/gone');
    await nodeService.idle();

    expect(await lookAt(id)).toMatchObject({
      learned: false,
      learning_run: { status: 'failed', reason: expect.stringContaining(message) },
    });
  });

  it('is fetched again after Update now', async () => {
    const id = await add('/later');
    await nodeService.idle();
    pages['/later'] = serving('text/plain', 'A heron came late.');

    const reply = await api.send('POST', `/owner/documents/${id}/update-now`);
    await nodeService.idle();

    expect(reply.status).toBe(202);
    expect(await lookAt(id)).toMatchObject({
      learned: true,
      learning_run: { status: 'succeeded', reason: null },
    });
    expect((await api.search({ q: 'heron' })).results).toHaveLength(1);
  });

  it('keeps its text if fetching again fails, and replaces it if that succeeds', async () => {
    pages['/news'] = serving('text/plain', 'A bittern was seen.');
    const id = await add('/news');
    await nodeService.idle();

    delete pages['/news'];
    await api.send('POST', `/owner/documents/${id}/update-now`);
    await nodeService.idle();
    expect(await lookAt(id)).toMatchObject({ learned: true, learning_run: { status: 'failed' } });
    expect((await api.search({ q: 'bittern' })).results).toHaveLength(1);

    pages['/news'] = serving('text/plain', 'An egret was seen.');
    await api.send('POST', `/owner/documents/${id}/update-now`);
    await nodeService.idle();
    expect((await api.search({ q: 'bittern' })).results).toEqual([]);
    expect((await api.search({ q: 'egret' })).results).toHaveLength(1);
  });

  describe('on a site that doesn’t respond', () => {
    let release: () => void;
    let reached: Promise<void>;
    beforeEach(() => {
      reached = new Promise((resolve) => {
        pages['/slow'] = (request, response) => {
          release = () => serving('text/plain', 'A slow heron.')(request, response);
          resolve();
        };
      });
    });

    it('doesn’t hold up other documents', async () => {
      const slow = await add('/slow');
      await reached;

      await api.learnDocument({ content: 'An egret.' });
      await api.waitUntilLearned(await add('/heron'));

      expect(await lookAt(slow)).toMatchObject({
        learned: false,
        learning_run: { status: 'queued' },
      });
      release();
      await nodeService.idle();
      expect(await lookAt(slow)).toMatchObject({ learned: true });
    });

    it('is fetched again after the service restarts', async () => {
      const id = await add('/slow');
      await reached;
      await nodeService.close();
      pages['/slow'] = serving('text/plain', 'A quick heron.');

      await open();
      await nodeService.idle();

      expect(asked).toEqual(['/slow', '/slow']);
      expect(await lookAt(id)).toMatchObject({
        learned: true,
        learning_run: { status: 'succeeded' },
      });
    });

    it.each([
      ['cancel-learning', 'canceled'],
      ['defer-learning', 'deferred'],
    ])('accepts %s', async (action, status) => {
      const id = await add('/slow');
      await reached;

      expect((await api.send('POST', `/owner/documents/${id}/${action}`)).status).toBe(200);
      release();
      await nodeService.idle();

      expect(await lookAt(id)).toMatchObject({ learned: false, learning_run: { status } });
      expect((await api.search({ q: 'heron' })).results).toEqual([]);
    });

    it('leaves nothing if deleted during the fetch', async () => {
      const id = await add('/slow');
      await reached;

      await api.delete(`/v1/documents/${id}?confirm=true`);
      release();
      await nodeService.idle();

      expect((await api.get(`/v1/documents/${id}`)).status).toBe(404);
      expect((await api.search({ q: 'heron' })).results).toEqual([]);
    });
  });

  it('is rejected by a service that can’t fetch', async () => {
    const service = await openTwoAccounts();
    const [owner] = service.owners;
    await owner.createMemory('Birds');

    const reply = await owner.post('/v1/documents', { url: 'https://a.example/heron' });

    expect(refusalOf(reply)).toBe('400 validation');
    expect(reply.body).toMatchObject({ message: expect.stringContaining('cannot fetch') });
    await service.close();
  });
});

describe('the service as an operator runs it', () => {
  it('fetches nothing from its own network', async () => {
    const service = await startService(join(folder, 'data'));
    const real = new Api((request) => {
      const { pathname } = new URL(request.url);
      const { method, headers } = request;
      const body = method === 'POST' ? request.text() : Promise.resolve(undefined);
      return body.then((text) =>
        fetch(service.url + pathname, { method, headers, ...(text ? { body: text } : {}) }),
      );
    }).with(service.ownerToken);
    try {
      await real.createMemory('Birds');
      const { id } = await real.addDocument({ url: `http://127.0.0.1:${port}/heron` });

      await expect
        .poll(async () => (await real.get(`/v1/documents/${id}`)).body)
        .toMatchObject({
          learned: false,
          learning_run: {
            status: 'failed',
            reason: refuseFetch('address.closed').error.message,
          },
        });
      expect(asked).toEqual([]);
    } finally {
      await service.end('SIGTERM');
    }
  });
});
