/**
 * The REST operations of the Personal Memory Service, one schema a shape (contract, sections 2 to 7).
 *
 * Requests say exactly what is sent. Answers are loose: the contract leaves many fields open, so unknown ones are
 * kept, and a field is required only where the contract promises it.
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

/** `POST /v1/documents`. Exactly one of `content` and `url`; the service checks that as a rule, not as a shape. */
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

/** Only `failed` and `canceled` end the wait for learning; other values are open. */
export const learningRunSchema = z.looseObject({
  status: z.optional(z.string()),
  /** Why a run failed, where a service says so; not shown in the contract, so of any form. */
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

/** `GET /v1/documents`, newest first. Paging is not shown in the contract: an array or an object is accepted. */
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

/** One entry per Memory searched. An `error` of any type means that this Memory could not answer. */
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

/** The contract shows no body: an id is read from either name, or there is none. */
export const addMemoryAnswerSchema = z.looseObject({
  status: z.optional(z.nullable(z.string())),
  memory_id: z.optional(z.nullable(z.string())),
  id: z.optional(z.nullable(z.string())),
});

/** Answer of a delete or forget without `confirm=true`; the sentence is relayed to the person word for word. */
export const confirmationRequiredSchema = z.looseObject({
  status: z.literal('confirmation_required'),
  message: z.optional(z.unknown()),
  sentence: z.optional(z.unknown()),
  detail: z.optional(z.unknown()),
  details: z.optional(z.unknown()),
});

/** `GET /v1/profile`. Element types are not shown: strings or objects. */
export const profileAnswerSchema = z.looseObject({
  static: z.optional(z.nullable(z.array(z.unknown()))),
  dynamic: z.optional(z.nullable(z.array(z.unknown()))),
  results: z.optional(z.nullable(z.array(z.unknown()))),
});

export const askRequestSchema = z.object({ message: z.string() });

/** Every error of the service (contract, section 7). Fields are optional here so that a lesser server is still read. */
export const errorEnvelopeSchema = z.looseObject({
  code: z.optional(z.nullable(z.string())),
  message: z.optional(z.nullable(z.string())),
  details: z.optional(z.unknown()),
  retryable: z.optional(z.nullable(z.boolean())),
  trace_id: z.optional(z.nullable(z.string())),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
