/** A test client that calls a service only through its `fetch`. Its helpers check the shape of responses. */
import { vi } from 'vitest';
import * as z from 'zod/mini';
import {
  addDocumentResponseSchema,
  addMemoryResponseSchema,
  containerSchema,
  documentSchema,
  searchResponseSchema,
} from '../../lib/contract/memory-api.ts';
import { createdKeySchema } from '../../lib/contract/owner-api.ts';

/** A service under test. It adds the owner's credential to requests that have none. */
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

  /** Returns a client for the same service that sends this token instead of the owner's. */
  with(token: string): Api {
    return new Api((request) => {
      const isGiven = request.headers.has('authorization');
      if (!isGiven) request.headers.set('authorization', `Bearer ${token}`);
      return this.#fetch(request);
    });
  }

  /** Sends a request built elsewhere, such as by an MCP client. */
  fetch(request: Request): Promise<Response> {
    return this.#fetch(request);
  }

  async send(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const json = { 'content-type': 'application/json', ...headers };
    const init = body === undefined ? { method, headers } : { method, headers: json, body };
    const response = await this.#fetch(new Request(`http://localhost${path}`, init));
    return { status: response.status, body: await response.json() };
  }

  /** Sends and receives plain text, such as an export, instead of JSON. */
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

  /** Creates a Memory and returns its ID. */
  async createMemory(name: string): Promise<string> {
    const reply = await this.post('/owner/containers', { name });
    return z.parse(containerSchema, bodyOf(reply, 201)).id;
  }

  /** Creates a key that can read everything, unless the fields override that. */
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
    const { document_id, status } = z.parse(addDocumentResponseSchema, bodyOf(reply, 202));
    if (typeof document_id !== 'string') throw new Error('The response has no document_id.');
    return { id: document_id, status };
  }

  /** Adds a document, waits until it is learned, and returns its ID. */
  async learnDocument(fields: Record<string, unknown>): Promise<string> {
    const { id } = await this.addDocument(fields);
    await this.waitUntilLearned(id);
    return id;
  }

  async waitUntilLearned(id: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const { body } = await this.get(`/v1/documents/${id}`);
        if (z.parse(documentSchema, body).learned !== true)
          throw new Error('The document isn’t learned yet.');
      },
      { timeout: 100_000, interval: 5 },
    );
  }

  async addNote(fields: Record<string, unknown>): Promise<string> {
    const reply = await this.post('/v1/memories', fields);
    const { memory_id } = z.parse(addMemoryResponseSchema, bodyOf(reply, 202));
    if (typeof memory_id !== 'string') throw new Error('The response has no memory_id.');
    return memory_id;
  }

  /** Stores a standing fact and returns its ID. */
  async addFact(fields: Record<string, unknown>): Promise<string> {
    const reply = await this.post('/v1/memories', { ...fields, static: true });
    const { memory_id } = z.parse(addMemoryResponseSchema, bodyOf(reply, 200));
    if (typeof memory_id !== 'string') throw new Error('The response has no memory_id.');
    return memory_id;
  }

  async search(fields: Record<string, unknown>): Promise<z.infer<typeof searchResponseSchema>> {
    const reply = await this.post('/v1/search', fields);
    return z.parse(searchResponseSchema, bodyOf(reply, 200));
  }

  /** Repeats a search until it has results. */
  async searchUntilFound(
    fields: Record<string, unknown>,
  ): Promise<z.infer<typeof searchResponseSchema>> {
    return vi.waitFor(
      async () => {
        const answer = await this.search(fields);
        if (answer.results.length === 0) throw new Error('No results yet.');
        return answer;
      },
      { timeout: 100_000, interval: 5 },
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

/** Returns the status and code of an error, such as `404 not_found`, and checks its envelope. */
export function refusalOf({ status, body }: Reply): string {
  return `${status} ${z.parse(envelopeSchema, body).code}`;
}

function bodyOf({ status, body }: Reply, expected: number): unknown {
  if (status !== expected) throw new Error(`Unexpected status ${status}: ${JSON.stringify(body)}`);
  return body;
}
