/**
 * REST operations of the Personal Memory Service (contract, sections 2 to 7). Requests are exact.
 * Answers are loose: unknown fields are kept, and only fields the contract guarantees are required.
 */
import * as z from 'zod/mini';

/** `GET /v1/containers`: a Memory, the person's own topic. */
export const containerSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.optional(z.nullable(z.string())),
});
export type Container = z.infer<typeof containerSchema>;

export const containersAnswerSchema = z.looseObject({ containers: z.array(containerSchema) });

/** `POST /v1/documents`. Exactly one of `content` and `url`, which the service checks. */
export const addDocumentRequestSchema = z.object({
  container: z.optional(z.string()),
  content: z.optional(z.string()),
  url: z.optional(z.string()),
  title: z.optional(z.string()),
  custom_id: z.optional(z.string()),
  metadata: z.optional(z.unknown()),
});
export type AddDocumentRequest = z.infer<typeof addDocumentRequestSchema>;

/** Answered with 202. `document_id` may be missing while the id is pending. */
export const addDocumentAnswerSchema = z.looseObject({
  status: z.enum(['queued', 'exists']),
  document_id: z.optional(z.nullable(z.string())),
  path: z.optional(z.nullable(z.string())),
});
export type AddDocumentAnswer = z.infer<typeof addDocumentAnswerSchema>;

/** Only `failed` and `canceled` end the wait for indexing; other values are open. */
export const learningRunSchema = z.looseObject({
  status: z.optional(z.string()),
  /** Why a run failed. Not in the contract, so of any shape. */
  reason: z.optional(z.unknown()),
});

export const documentSchema = z.looseObject({
  id: z.string(),
  learned: z.optional(z.boolean()),
  learning_run: z.optional(z.nullable(learningRunSchema)),
  custom_id: z.optional(z.nullable(z.string())),
  title: z.optional(z.nullable(z.string())),
  metadata: z.optional(z.unknown()),
});
export type MemoryDocument = z.infer<typeof documentSchema>;

/** `GET /v1/documents`, newest first. The contract doesn't show paging: an array or an object is accepted. */
export const documentsAnswerSchema = z.union([
  z.looseObject({
    documents: z.array(documentSchema),
    next_cursor: z.optional(z.nullable(z.string())),
  }),
  z.array(documentSchema),
]);

export const searchRequestSchema = z.object({
  q: z.string(),
  container: z.optional(z.string()),
  limit: z.optional(z.int()),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;

export const searchHitSchema = z.looseObject({
  container_name: z.string(),
  content: z.string(),
  document_id: z.optional(z.nullable(z.string())),
  memory_id: z.optional(z.nullable(z.string())),
  title: z.optional(z.nullable(z.string())),
  url: z.optional(z.nullable(z.string())),
  custom_id: z.optional(z.nullable(z.string())),
  score: z.optional(z.nullable(z.number())),
  saved_at: z.optional(z.nullable(z.string())),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** One entry for each Memory searched. An `error` of any type means that this Memory couldn't answer. */
export const searchedContainerSchema = z.looseObject({
  id: z.optional(z.nullable(z.string())),
  name: z.optional(z.nullable(z.string())),
  error: z.optional(z.unknown()),
});

export const searchAnswerSchema = z.looseObject({
  results: z.array(searchHitSchema),
  containers: z.array(searchedContainerSchema),
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;

/** `POST /v1/memories`. `static: true` stores a standing fact and runs an agent turn. */
export const addMemoryRequestSchema = z.object({
  content: z.string(),
  container: z.optional(z.string()),
  static: z.optional(z.boolean()),
});
export type AddMemoryRequest = z.infer<typeof addMemoryRequestSchema>;

/** The contract shows no body: the id has either name, or there is none. */
export const addMemoryAnswerSchema = z.looseObject({
  status: z.optional(z.nullable(z.string())),
  memory_id: z.optional(z.nullable(z.string())),
  id: z.optional(z.nullable(z.string())),
});

/** The answer to a delete or forget without `confirm=true`. The person is shown the sentence verbatim. */
export const confirmationRequiredSchema = z.looseObject({
  status: z.literal('confirmation_required'),
  message: z.optional(z.unknown()),
  sentence: z.optional(z.unknown()),
  detail: z.optional(z.unknown()),
  details: z.optional(z.unknown()),
});

/** `GET /v1/profile`. The contract doesn't show element types: strings or objects. */
export const profileAnswerSchema = z.looseObject({
  static: z.optional(z.nullable(z.array(z.unknown()))),
  dynamic: z.optional(z.nullable(z.array(z.unknown()))),
  results: z.optional(z.nullable(z.array(z.unknown()))),
});

export const askRequestSchema = z.object({ message: z.string() });

/** The error envelope (contract, section 7). Fields are optional, so that a lesser server can still be read. */
export const errorEnvelopeSchema = z.looseObject({
  code: z.optional(z.nullable(z.string())),
  message: z.optional(z.nullable(z.string())),
  details: z.optional(z.unknown()),
  retryable: z.optional(z.nullable(z.boolean())),
  trace_id: z.optional(z.nullable(z.string())),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
