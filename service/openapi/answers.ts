/** What this service answers: the contract's shapes, with the fields that it always sends. */
import * as z from 'zod/mini';
import {
  addDocumentAnswerSchema,
  confirmationRequiredSchema,
  containerSchema,
  containersAnswerSchema,
  documentSchema,
  learningRunSchema,
  searchAnswerSchema,
  searchHitSchema,
} from '../../lib/contracts/memory-api.ts';

const text = z.string();
const textOrNull = z.nullable(z.string());

export const container = z.extend(containerSchema, { description: text });
export const containers = z.extend(containersAnswerSchema, { containers: z.array(container) });

export const addedDocument = z.extend(addDocumentAnswerSchema, { document_id: text, path: text });
export const learningRun = z.extend(learningRunSchema, {
  status: z.enum(['queued', 'running', 'deferred', 'succeeded', 'failed', 'canceled']),
  reason: textOrNull,
  queued_at: text,
  started_at: textOrNull,
  finished_at: textOrNull,
});
export const document = z.extend(documentSchema, {
  container: text,
  container_name: text,
  custom_id: textOrNull,
  title: textOrNull,
  url: textOrNull,
  learned: z.boolean(),
  learning_run: z.nullable(learningRun),
  saved_at: text,
});
export const documents = z.looseObject({
  documents: z.array(document),
  next_cursor: textOrNull,
});

export const searchHit = z.extend(searchHitSchema, {
  container: text,
  document_id: z.optional(text),
  memory_id: z.optional(text),
  title: textOrNull,
  url: textOrNull,
  custom_id: textOrNull,
  score: z.number(),
  saved_at: text,
});
const searchedContainer = z.looseObject({
  id: text,
  name: text,
  error: z.optional(z.looseObject({ code: text, message: text })),
});
export const searchAnswer = z.extend(searchAnswerSchema, {
  results: z.array(searchHit),
  containers: z.array(searchedContainer),
});

export const queuedNote = z.looseObject({ status: z.literal('queued'), memory_id: text });
export const storedFact = z.looseObject({ status: z.literal('stored'), memory_id: text });

export const profileItem = z.looseObject({
  id: text,
  content: text,
  container_name: text,
  saved_at: text,
});
export const profile = z.looseObject({
  static: z.array(profileItem),
  dynamic: z.array(profileItem),
  results: z.array(searchHit),
  containers: z.array(searchedContainer),
});

export const agentAnswer = z.looseObject({
  answer: text,
  sources: z.array(searchHit),
  agent: text,
  containers: z.array(searchedContainer),
});
export const rules = z.looseObject({
  rules: z.array(z.looseObject({ id: text, content: text })),
});

export const confirmationRequired = z.extend(confirmationRequiredSchema, { message: text });
export const deleted = z.looseObject({ status: z.literal('deleted'), id: text });
export const forgotten = z.looseObject({ status: z.literal('forgotten'), id: text });

/** The envelope of every error. */
export const errorEnvelope = z.object({
  code: z.enum([
    'validation',
    'unauthenticated',
    'unauthorized',
    'not_found',
    'conflict',
    'capability_unavailable',
    'rate_limited',
    'turns_exhausted',
    'internal',
  ]),
  message: text,
  details: z.record(z.string(), z.unknown()),
  retryable: z.boolean(),
  trace_id: text,
});
