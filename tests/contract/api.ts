/** Calls a service through its `fetch` alone, and reads answers as the contract shows them. */
import { vi } from 'vitest';
import * as z from 'zod/mini';
import {
  addDocumentAnswerSchema,
  addMemoryAnswerSchema,
  containerSchema,
  documentSchema,
  searchAnswerSchema,
} from '../../lib/contract/memory-api.ts';
import { createdKeySchema } from '../../lib/contract/owner-api.ts';

/** A service under test. It adds the credential, so requests carry none. */
export interface ServiceUnderTest {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export class Api {
  readonly #fetch: ServiceUnderTest['fetch'];

  constructor(fetch: ServiceUnderTest['fetch']) {
    this.#fetch = fetch;
  }

  /** The same service with another token; without one, requests are the owner's. */
  with(token: string): Api {
    return new Api((request) => {
      const isGiven = request.headers.has('authorization');
      if (!isGiven) request.headers.set('authorization', `Bearer ${token}`);
      return this.#fetch(request);
    });
  }

  /** Asks with a request made elsewhere, such as by a client of another protocol. */
  fetch(request: Request): Promise<Response> {
    return this.#fetch(request);
  }

  async send(method: string, path: string, body?: string): Promise<Reply> {
    const response = await this.#fetch(
      new Request(`http://localhost${path}`, {
        method,
        ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      }),
    );
    return { status: response.status, body: await response.json() };
  }

  /** Sends and receives text that is no JSON, such as an export. */
  async text(
    method: string,
    path: string,
    body?: string,
  ): Promise<{ status: number; text: string }> {
    const init = { method, ...(body === undefined ? {} : { body }) };
    const response = await this.#fetch(new Request(`http://localhost${path}`, init));
    return { status: response.status, text: await response.text() };
  }

  get(path: string): Promise<Reply> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown): Promise<Reply> {
    return this.send('POST', path, JSON.stringify(body));
  }

  patch(path: string, body: unknown): Promise<Reply> {
    return this.send('PATCH', path, JSON.stringify(body));
  }

  delete(path: string): Promise<Reply> {
    return this.send('DELETE', path);
  }

  /** Makes a Memory; gives its id. */
  async createMemory(name: string): Promise<string> {
    const reply = await this.post('/owner/containers', { name });
    return z.parse(containerSchema, bodyOf(reply, 201)).id;
  }

  /** Makes a key that reads everything unless the fields say otherwise. */
  async createKey(fields: Record<string, unknown> = {}): Promise<z.infer<typeof createdKeySchema>> {
    const reply = await this.post('/owner/keys', {
      name: 'A key',
      level: 'read',
      reach: 'all',
      ...fields,
    });
    return z.parse(createdKeySchema, bodyOf(reply, 201));
  }

  async addDocument(fields: Record<string, unknown>): Promise<{ id: string; status: string }> {
    const reply = await this.post('/v1/documents', fields);
    const { document_id, status } = z.parse(addDocumentAnswerSchema, bodyOf(reply, 202));
    if (typeof document_id !== 'string') throw new Error('The answer has no document_id.');
    return { id: document_id, status };
  }

  /** Adds a document and waits until it is learned; gives its id. */
  async learnDocument(fields: Record<string, unknown>): Promise<string> {
    const { id } = await this.addDocument(fields);
    await this.waitUntilLearned(id);
    return id;
  }

  async waitUntilLearned(id: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const { body } = await this.get(`/v1/documents/${id}`);
        if (z.parse(documentSchema, body).learned !== true) throw new Error('It is not learned.');
      },
      { timeout: 30_000, interval: 5 },
    );
  }

  async addNote(fields: Record<string, unknown>): Promise<string> {
    const reply = await this.post('/v1/memories', fields);
    const { memory_id } = z.parse(addMemoryAnswerSchema, bodyOf(reply, 202));
    if (typeof memory_id !== 'string') throw new Error('The answer has no memory_id.');
    return memory_id;
  }

  /** Stores a standing fact; gives its id. */
  async addFact(fields: Record<string, unknown>): Promise<string> {
    const reply = await this.post('/v1/memories', { ...fields, static: true });
    const { memory_id } = z.parse(addMemoryAnswerSchema, bodyOf(reply, 200));
    if (typeof memory_id !== 'string') throw new Error('The answer has no memory_id.');
    return memory_id;
  }

  async search(fields: Record<string, unknown>): Promise<z.infer<typeof searchAnswerSchema>> {
    const reply = await this.post('/v1/search', fields);
    return z.parse(searchAnswerSchema, bodyOf(reply, 200));
  }

  /** Searches until something is found. */
  async searchUntilFound(
    fields: Record<string, unknown>,
  ): Promise<z.infer<typeof searchAnswerSchema>> {
    return vi.waitFor(
      async () => {
        const answer = await this.search(fields);
        if (answer.results.length === 0) throw new Error('Nothing is found.');
        return answer;
      },
      { timeout: 30_000, interval: 5 },
    );
  }
}

const envelopeSchema = z.strictObject({
  code: z.string().check(z.minLength(1)),
  message: z.string().check(z.minLength(1)),
  details: z.record(z.string(), z.unknown()),
  retryable: z.boolean(),
  trace_id: z.string().check(z.minLength(8)),
});

/** Reads a refusal, whose envelope has to be whole: its status and code, such as `404 not_found`. */
export function refusalOf({ status, body }: Reply): string {
  return `${status} ${z.parse(envelopeSchema, body).code}`;
}

function bodyOf({ status, body }: Reply, expected: number): unknown {
  if (status !== expected) throw new Error(`The answer is ${status}: ${JSON.stringify(body)}`);
  return body;
}
