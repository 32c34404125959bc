/** Runs the REST client against the real service: both must interpret the contract the same way. */
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryClient } from '../../lib/memory-client/client.ts';
import { createOwnerClient } from '../../lib/memory-client/owner.ts';
import { createRestClient, type RestClientOptions } from '../../lib/memory-client/rest.ts';
import { createManualTime } from '../../lib/memory-client/testing/manual-time.ts';
import type { OpenService } from '../../service/app.ts';
import { openTestService } from '../fixtures/open-storage.ts';

const ownerToken = 'owner_token_0001';
const failed = (code: string, status?: number) => ({
  ok: false,
  error: status === undefined ? { code } : { code, status },
});

let service: OpenService;
let client: MemoryClient;

beforeEach(async () => {
  service = await openTestService({ ownerToken });
  client = createRestClient(optionsWith(ownerToken));
});

afterEach(() => service.close());

function optionsWith(key: string | null): RestClientOptions {
  return {
    baseUrl: 'https://service.example',
    credential: key === null ? null : () => Promise.resolve(key),
    fetch: (request) => service.fetch(request),
    sleep: createManualTime((ms) => ms < 10_000).sleep,
    random: Math.random,
  };
}

async function createMemory(name: string): Promise<string> {
  const owner = createOwnerClient(optionsWith(ownerToken));
  return (await valueOf(owner.createContainer(name))).id;
}

/** Returns the value of a call. Throws if it failed. */
async function valueOf<T>(
  answer: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>,
): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe('the client on the service in Node', () => {
  it('lists the Memories that the owner created, each name once', async () => {
    const id = await createMemory('Reading');
    await createMemory('Notes');

    const again = createOwnerClient(optionsWith(ownerToken)).createContainer('reading');

    expect(await again).toMatchObject(failed('memory.conflict', 409));
    const listed = await valueOf(client.containers.list());
    expect(listed.map((memory) => memory.name).sort()).toEqual(['Notes', 'Reading']);
    expect(listed).toContainEqual(expect.objectContaining({ id, name: 'Reading' }));
  });

  it('saves a document, sees it learned, and finds it with the name of its Memory', async () => {
    const container = await createMemory('Reading');
    const document = {
      container,
      content: '# Otters\n\nSea otters hold hands while they sleep.',
      title: 'Otters',
      custom_id: 'https://animals.example/otters',
      metadata: { url: 'https://animals.example/otters' },
    };

    const added = await valueOf(client.documents.add(document));
    expect(added.status).toBe('queued');
    await service.idle();

    const id = added.documentId ?? '';
    expect(await valueOf(client.documents.get({ id }))).toMatchObject({ id, learned: true });
    const found = await valueOf(client.search({ q: 'otters sleep' }));
    expect(found).toMatchObject({ failed: [], searched: 1 });
    expect(found.hits[0]).toMatchObject({ container_name: 'Reading', document_id: id });
    expect(found.hits[0]?.content).toContain('hold hands');
  });

  it('creates nothing for a known custom_id', async () => {
    const container = await createMemory('Reading');
    const document = { container, content: 'Text', custom_id: 'u1' };
    const first = await valueOf(client.documents.add(document));

    const second = await valueOf(client.documents.add(document));

    expect(second).toMatchObject({ status: 'exists', documentId: first.documentId });
    expect((await valueOf(client.documents.list())).documents).toHaveLength(1);
  });

  it('pages through all documents, newest first, each once', async () => {
    const container = await createMemory('Reading');
    for (let nth = 0; nth < 5; nth += 1) {
      await valueOf(
        client.documents.add({ container, content: `Text ${nth}`, custom_id: `u${nth}` }),
      );
    }

    const seen: unknown[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await valueOf(
        client.documents.list({ container, limit: 2, cursor: cursor ?? undefined }),
      );
      seen.push(...page.documents.map((document) => document.custom_id));
      cursor = page.nextCursor;
    }

    expect(seen).toEqual(['u4', 'u3', 'u2', 'u1', 'u0']);
  });

  it('keeps a note word for word and forgets it only after confirmation', async () => {
    const container = await createMemory('Notes');
    const content = 'The blue key opens the shed.';
    const { memoryId } = await valueOf(client.memories.add({ container, content }));
    await service.idle();
    expect((await valueOf(client.search({ q: 'shed' }))).hits[0]).toMatchObject({
      container_name: 'Notes',
      content,
      memory_id: memoryId,
    });

    const note = { id: memoryId ?? '', container };
    const asked = await valueOf(client.memories.forget(note));
    expect(asked).toMatchObject({ outcome: 'confirmation-required' });
    expect((await valueOf(client.search({ q: 'shed' }))).hits).toHaveLength(1);

    expect(await valueOf(client.memories.forget({ ...note, confirm: true }))).toMatchObject({
      outcome: 'deleted',
    });
    expect((await valueOf(client.search({ q: 'shed' }))).hits).toEqual([]);
    expect(await client.memories.forget(note)).toMatchObject(failed('memory.not-found', 404));
  });

  it('returns the confirmation sentence before deleting a document', async () => {
    const container = await createMemory('Reading');
    const added = await valueOf(client.documents.add({ container, content: 'Text' }));
    const id = added.documentId ?? '';

    const asked = await valueOf(client.documents.delete({ id }));

    expect(asked.outcome === 'confirmation-required' && asked.sentence).toMatch(/deleted/);
    expect(await valueOf(client.documents.delete({ id, confirm: true }))).toMatchObject({
      outcome: 'deleted',
    });
    expect(await client.documents.get({ id })).toMatchObject(failed('memory.not-found', 404));
  });

  it('reports what is wrong with a request', async () => {
    const container = await createMemory('Reading');
    await createMemory('Notes');

    expect(await client.search({ q: '' })).toMatchObject(failed('memory.validation', 400));
    expect(await client.documents.add({ container })).toMatchObject(
      failed('memory.validation', 400),
    );
    expect(await client.memories.add({ content: 'Where to?' })).toMatchObject(
      failed('memory.validation', 400),
    );
    expect(await client.search({ q: 'x', container: 'nobodys' })).toMatchObject(
      failed('memory.unauthorized', 403),
    );
    expect(await client.documents.get({ id: 'nobodys/../x' })).toMatchObject(
      failed('memory.not-found', 404),
    );
  });

  it('is rejected without a key or with a wrong one, and reports the trace ID', async () => {
    const without = await createRestClient(optionsWith(null)).containers.list();
    const wrong = await createRestClient(optionsWith('somebody_elses')).containers.list();

    expect(without).toMatchObject(failed('memory.unauthenticated', 401));
    expect(wrong).toMatchObject(failed('memory.unauthorized', 403));
    expect(wrong).toMatchObject({ error: { traceId: expect.stringMatching(/./) } });
  });
});

describe('an answer of a model', () => {
  let model: {
    address: string;
    write: (text: string) => void;
    end: () => void;
    fail: () => void;
    gone: Promise<void>;
  };

  beforeEach(async () => {
    const writing = Promise.withResolvers<ServerResponse>();
    const gone = Promise.withResolvers<void>();
    const server = createServer((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.flushHeaders();
      outgoing.once('close', () => gone.resolve());
      writing.resolve(outgoing);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('The model has no port.');
    const send = async (line: string) => (await writing.promise).write(`data: ${line}\n\n`);
    model = {
      address: `http://127.0.0.1:${bound.port}/v1`,
      write: (content) => void send(JSON.stringify({ choices: [{ delta: { content } }] })),
      end: () => void send('[DONE]'),
      fail: () => void send(JSON.stringify({ error: { message: 'overloaded' } })),
      gone: gone.promise,
    };
    await client.documents.add({
      container: await createMemory('Birds'),
      content: 'A heron waits.',
    });
    await service.idle();
    const settings = JSON.stringify({ mode: 'model', address: model.address, model: 'small' });
    await service.fetch(
      new Request('https://home.example/owner/agent', {
        method: 'PUT',
        headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
        body: settings,
      }),
    );
    return () => {
      server.closeAllConnections();
      server.close();
    };
  });

  /** Asks, and resolves `first` with the first part of the answer. */
  function ask(signal?: AbortSignal) {
    const parts: string[] = [];
    const first = Promise.withResolvers<string>();
    const onText = (text: string) => {
      parts.push(text);
      first.resolve(text);
    };
    const answered = client.ask({ message: 'heron' }, { signal, onText });
    return { parts, first: first.promise, answered };
  }

  it('arrives as it is written, then whole with its sources', async () => {
    const { parts, first, answered } = ask();
    model.write('A heron ');

    expect(await first).toBe('A heron ');
    model.write('waits [1].');
    model.end();

    expect(await answered).toMatchObject({
      ok: true,
      value: { text: 'A heron waits [1].', sources: [{ container_name: 'Birds' }] },
    });
    expect(parts.join('')).toBe('A heron waits [1].');
  });

  it('ends the model’s turn when it is canceled', async () => {
    const left = new AbortController();
    const { first, answered } = ask(left.signal);
    model.write('A heron ');
    await first;

    left.abort();

    expect(await answered).toMatchObject(failed('memory.aborted'));
    await model.gone;
  });

  it('fails as the model does, with the part that has arrived', async () => {
    const { parts, first, answered } = ask();
    model.write('A heron ');
    await first;
    model.fail();

    expect(await answered).toMatchObject(failed('memory.server', 500));
    expect(parts).toEqual(['A heron ']);
  });
});
