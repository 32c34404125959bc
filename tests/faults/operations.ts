/** The client's operations, each with its preconditions and how to recognize a genuine response. */
import * as z from 'zod/mini';
import type { MemoryError } from '../../lib/contract/errors.ts';
import { documentsResponseSchema } from '../../lib/contract/memory-api.ts';
import type { Result } from '../../lib/contract/result.ts';
import type { MemoryClient } from '../../lib/memory-client/client.ts';
import type { Api } from '../contract/api.ts';

/** The data a call works on, saved and indexed before the call. */
export interface Subject {
  readonly api: Api;
  readonly container: string;
  /** A word found only in what this call adds. */
  readonly word: string;
  readonly documentId: string;
  readonly noteId: string;
}

export interface OperationUnderTest {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  /** The kind of data that the call removes and that must be created again before each call. */
  readonly consumes?: 'document' | 'note';
  readonly call: (client: MemoryClient, subject: Subject) => Promise<Outcome>;
}

/** `isTrue` is whether the returned value matches the data in the service. */
export type Outcome = Result<{ readonly isTrue: boolean }, MemoryError>;

async function judged<T>(
  answer: Promise<Result<T, MemoryError>>,
  isTrue: (value: T) => boolean | Promise<boolean>,
): Promise<Outcome> {
  const result = await answer;
  return result.ok ? { ok: true, value: { isTrue: await isTrue(result.value) } } : result;
}

export const operationList: readonly OperationUnderTest[] = [
  {
    name: 'containers.list',
    method: 'GET',
    path: /^\/v1\/containers$/,
    call: (client) =>
      judged(client.containers.list(), (containers) =>
        containers.some(({ name }) => name === 'Reading'),
      ),
  },
  {
    name: 'documents.add',
    method: 'POST',
    path: /^\/v1\/documents$/,
    call: (client, { api, container, word }) =>
      judged(
        client.documents.add({ container, content: `About ${word}.`, custom_id: word }),
        async ({ documentId }) => documentId !== null && (await countDocuments(api, word)) === 1,
      ),
  },
  {
    name: 'documents.list',
    method: 'GET',
    path: /^\/v1\/documents$/,
    call: (client, { documentId }) =>
      judged(client.documents.list(), ({ documents }) =>
        documents.some(({ id }) => id === documentId),
      ),
  },
  {
    name: 'documents.get',
    method: 'GET',
    path: /^\/v1\/documents\/[^/]+$/,
    call: (client, { documentId }) =>
      judged(client.documents.get({ id: documentId }), ({ id }) => id === documentId),
  },
  {
    name: 'documents.delete',
    consumes: 'document',
    method: 'DELETE',
    path: /^\/v1\/documents\/[^/]+$/,
    call: (client, { api, documentId }) =>
      judged(
        client.documents.delete({ id: documentId, confirm: true }),
        async ({ outcome }) =>
          outcome === 'deleted' && (await api.get(`/v1/documents/${documentId}`)).status === 404,
      ),
  },
  {
    name: 'documents.delete, not confirmed',
    method: 'DELETE',
    path: /^\/v1\/documents\/[^/]+$/,
    call: (client, { documentId }) =>
      judged(client.documents.delete({ id: documentId }), ({ outcome }) => outcome !== 'deleted'),
  },
  {
    name: 'memories.add',
    method: 'POST',
    path: /^\/v1\/memories$/,
    call: (client, { container, word }) =>
      judged(
        client.memories.add({ container, content: `Words on ${word}.` }),
        ({ memoryId }) => memoryId !== null,
      ),
  },
  {
    name: 'memories.forget',
    consumes: 'note',
    method: 'DELETE',
    path: /^\/v1\/memories\/[^/]+$/,
    call: (client, { api, container, noteId }) =>
      judged(
        client.memories.forget({ id: noteId, container, confirm: true }),
        async ({ outcome }) =>
          outcome === 'deleted' &&
          (await api.delete(`/v1/memories/${noteId}?container=${container}`)).status === 404,
      ),
  },
  {
    name: 'memories.forget, not confirmed',
    method: 'DELETE',
    path: /^\/v1\/memories\/[^/]+$/,
    call: (client, { container, noteId }) =>
      judged(
        client.memories.forget({ id: noteId, container }),
        ({ outcome }) => outcome !== 'deleted',
      ),
  },
  {
    name: 'search',
    method: 'POST',
    path: /^\/v1\/search$/,
    call: (client) =>
      judged(client.search({ q: 'otters' }), ({ hits }) =>
        hits.some(({ container_name }) => container_name === 'Reading'),
      ),
  },
  {
    name: 'profile',
    method: 'GET',
    path: /^\/v1\/profile$/,
    call: (client) =>
      judged(client.profile(), (profile) =>
        profile.static.some(({ text }) => text.includes('tea')),
      ),
  },
  {
    name: 'ask',
    method: 'POST',
    path: /^\/v1\/ask$/,
    call: (client) =>
      judged(client.ask({ message: 'What do otters do?' }), ({ sources }) => sources.length > 0),
  },
  {
    name: 'rules',
    method: 'GET',
    path: /^\/v1\/rules$/,
    call: (client) =>
      judged(client.rules(), (rules) => rules.some(({ text }) => text.includes('briefly'))),
  },
];

/** Counts the documents with this `custom_id` among the service's newest 200. */
export async function countDocuments(api: Api, customId: string): Promise<number> {
  const { body } = await api.get('/v1/documents?limit=200');
  const page = z.parse(documentsResponseSchema, body);
  const documents = Array.isArray(page) ? page : page.documents;
  return documents.filter(({ custom_id }) => custom_id === customId).length;
}

/** Counts the notes that end with these words among the newest 50 of the Memory. */
export async function countNotes(
  { api, container }: { readonly api: Api; readonly container: string },
  words: string,
): Promise<number> {
  const { body } = await api.get(`/owner/notes?container=${container}`);
  const { notes } = z.parse(z.object({ notes: z.array(z.object({ content: z.string() })) }), body);
  return notes.filter(({ content }) => content.endsWith(words)).length;
}
