/**
 * REST operations of the Personal Memory Service (contract, sections 2 to 7). Request schemas are exact. Response
 * schemas are loose: unknown fields are kept, and only fields the contract guarantees are required.
 */
import * as z from 'zod/mini';

/** `GET /v1/containers`: a Memory, which is a topic the person owns. */
export const containerSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.optional(z.nullable(z.string())),
});
export type Container = z.infer<typeof containerSchema>;

export const containersResponseSchema = z.looseObject({ containers: z.array(containerSchema) });

/** `POST /v1/documents`. The service checks that exactly one of `content` and `url` is set. */
export const addDocumentRequestSchema = z.object({
  container: z.optional(z.string()),
  content: z.optional(z.string()),
  url: z.optional(z.string()),
  title: z.optional(z.string()),
  custom_id: z.optional(z.string()),
  metadata: z.optional(z.unknown()),
});
export type AddDocumentRequest = z.infer<typeof addDocumentRequestSchema>;

/** Returned with status 202. `document_id` may be missing while the id is pending. */
export const addDocumentResponseSchema = z.looseObject({
  status: z.enum(['queued', 'exists']),
  document_id: z.optional(z.nullable(z.string())),
  path: z.optional(z.nullable(z.string())),
});

/** Only `failed` and `canceled` end the wait for indexing. The contract doesn't list the other values. */
export const learningRunSchema = z.looseObject({
  status: z.optional(z.string()),
  /** Why a run failed. The contract doesn't define this field, so it can have any shape. */
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

/** `GET /v1/documents`, newest first. The contract doesn't define paging, so an array or an object is accepted. */
export const documentsResponseSchema = z.union([
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

/** One entry per Memory searched. An `error` of any type means that searching this Memory failed. */
export const searchedContainerSchema = z.looseObject({
  id: z.optional(z.nullable(z.string())),
  name: z.optional(z.nullable(z.string())),
  error: z.optional(z.unknown()),
});

/** A misspelled word that no searched Memory contains, and the word that Keepsake's service searched for instead. */
export const correctionSchema = z.object({ typed: z.string(), corrected: z.string() });
export type Correction = z.infer<typeof correctionSchema>;

export const searchResponseSchema = z.looseObject({
  results: z.array(searchHitSchema),
  containers: z.array(searchedContainerSchema),
  // oxlint-disable-next-line promise/valid-params -- this `catch` is zod's
  corrections: z.optional(z.catch(z.array(correctionSchema), [])),
  /** The operators of `q` that Keepsake's service applied; missing if `q` has none. */
  // oxlint-disable-next-line promise/valid-params -- this `catch` is zod's
  operators: z.optional(z.catch(z.array(z.string()), [])),
});
export type SearchAnswer = z.infer<typeof searchResponseSchema>;

/** `POST /v1/memories`. `static: true` stores a standing fact and runs an agent turn. */
export const addMemoryRequestSchema = z.object({
  content: z.string(),
  container: z.optional(z.string()),
  static: z.optional(z.boolean()),
  /** Not part of the contract: sent only to a service that announces `note_metadata`. */
  metadata: z.optional(z.unknown()),
});
export type AddMemoryRequest = z.infer<typeof addMemoryRequestSchema>;

/** The contract defines no body: the id may have either name or be missing. */
export const addMemoryResponseSchema = z.looseObject({
  status: z.optional(z.nullable(z.string())),
  memory_id: z.optional(z.nullable(z.string())),
  id: z.optional(z.nullable(z.string())),
});

/** The response to a delete or forget without `confirm=true`. The person sees its message verbatim. */
export const confirmationRequiredSchema = z.looseObject({
  status: z.literal('confirmation_required'),
  message: z.optional(z.unknown()),
  sentence: z.optional(z.unknown()),
  detail: z.optional(z.unknown()),
  details: z.optional(z.unknown()),
});

export const askRequestSchema = z.object({ message: z.string() });

/**
 * The error envelope (contract, section 7). All fields are optional, so that responses of incomplete servers can be
 * read.
 */
export const errorEnvelopeSchema = z.looseObject({
  code: z.optional(z.nullable(z.string())),
  message: z.optional(z.nullable(z.string())),
  details: z.optional(z.unknown()),
  retryable: z.optional(z.nullable(z.boolean())),
  trace_id: z.optional(z.nullable(z.string())),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
