/** Owner operations of Keepsake's own service, which aren't part of the contract. Requests with unknown fields are refused. */
import * as z from 'zod/mini';
import { memoryNameLength } from './limits.ts';

/** `POST /owner/containers`: 201 with the container; 409 `conflict` if the name is taken. */
export const createContainerRequestSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(memoryNameLength)),
  description: z.optional(z.string().check(z.maxLength(500))),
});

/** Each level includes the earlier levels (contract, section 5). */
const levelSchema = z.enum(['read', 'write', 'full']);
/** The Memories that a key can access: all current and future Memories, or these ids. */
const reachSchema = z.union([z.literal('all'), z.array(z.string())]);
const keyNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
/** Null if the key doesn't expire. */
const expirySchema = z.nullable(z.iso.datetime({ offset: true }));

/** `POST /owner/keys`: 201 with the key and, only in this response, its token. */
export const createKeyRequestSchema = z.strictObject({
  name: keyNameSchema,
  level: levelSchema,
  reach: reachSchema,
  profile: z.optional(z.boolean()),
  agent: z.optional(z.boolean()),
  expires_at: z.optional(expirySchema),
});

/** `PATCH /owner/keys/{id}`: 200 with the key. Omitted fields don't change. 409 `conflict` if the key was revoked. */
export const changeKeyRequestSchema = z.partial(createKeyRequestSchema);
export type ChangeKeyRequest = z.infer<typeof changeKeyRequestSchema>;

/** A key as its owner sees it. Its token can't be read again. */
export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  level: levelSchema,
  reach: reachSchema,
  profile: z.boolean(),
  agent: z.boolean(),
  expires_at: z.nullable(z.string()),
  /** The last characters of the token, to recognize it by. */
  last_four: z.string(),
  created_at: z.string(),
  revoked_at: z.nullable(z.string()),
});
export type Key = z.infer<typeof keySchema>;

export const createdKeySchema = z.extend(keySchema, { token: z.string() });

/** A read-only OAuth client the owner approved. `GET /owner/connections` lists them. */
const connectionSchema = z.object({
  id: z.string(),
  /** The name the client claims, unverified. */
  client_name: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  reach: reachSchema,
  profile: z.boolean(),
  created_at: z.string(),
  /** Rounded to the hour; null if never used. */
  last_used_at: z.nullable(z.string()),
  /** When the connection expires if it isn't used by then. */
  expires_at: z.string(),
  revoked_at: z.nullable(z.string()),
});
export type Connection = z.infer<typeof connectionSchema>;

export const connectionsResponseSchema = z.object({ connections: z.array(connectionSchema) });

/** `POST /owner/rules`: 201 with the rule. */
export const createRuleRequestSchema = z.strictObject({
  content: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
  /** Id of the key the rule is for; null or omitted for every credential. */
  key: z.optional(z.nullable(z.string())),
});

/** An endpoint with OpenAI's chat completions API, such as Ollama's or llama.cpp's. */
const modelSettingsSchema = z.strictObject({
  mode: z.literal('model'),
  /** The base address, to which `/chat/completions` is appended. */
  address: z.url({ protocol: /^https?$/ }).check(z.maxLength(2048)),
  model: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** Sent as a bearer token, if the endpoint needs one. */
  key: z.optional(z.string().check(z.regex(/^[!-~]{1,1000}$/))),
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

/**
 * `PUT /owner/agent`: whether questions are answered by a model, answered with quotes, or not answered. `GET` returns
 * the same without the key.
 */
export const agentSettingsSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('quotation') }),
  z.strictObject({ mode: z.literal('off') }),
  modelSettingsSchema,
]);
export type AgentSettings = z.infer<typeof agentSettingsSchema>;

/**
 * A Memory with the number of its items. `GET /owner/containers` lists them; `POST /owner/bin/{id}/restore` returns one
 * that counts only the restored items.
 */
export const containerWithCountsSchema = z.object({
  id: z.string(),
  name: z.string(),
  documents: z.int(),
  notes: z.int(),
  facts: z.int(),
});
export type ContainerWithCounts = z.infer<typeof containerWithCountsSchema>;

export const containersWithCountsResponseSchema = z.object({
  containers: z.array(containerWithCountsSchema),
});

export const ownerRuleSchema = z.object({
  id: z.string(),
  content: z.string(),
  /** Id of the key the rule is for; null for every credential. */
  key: z.nullable(z.string()),
});
export type OwnerRule = z.infer<typeof ownerRuleSchema>;

export const ownerRulesResponseSchema = z.object({ rules: z.array(ownerRuleSchema) });

/** `GET /owner/notes?container=`, newest first. Long texts are cut. */
export const ownerNotesResponseSchema = z.object({
  notes: z.array(
    z.object({
      id: z.string(),
      content: z.string(),
      metadata: z.unknown(),
      saved_at: z.string(),
    }),
  ),
  next_cursor: z.nullable(z.string()),
});
export type OwnerNotes = z.infer<typeof ownerNotesResponseSchema>;

/** `PATCH /owner/notes`: replaces the metadata of notes; 200 with the number `updated`. */
export const describeNotesRequestSchema = z.strictObject({
  notes: z.array(z.strictObject({ id: z.string(), metadata: z.unknown() })).check(z.maxLength(200)),
});
export type DescribeNotesRequest = z.infer<typeof describeNotesRequestSchema>;

export const binEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(['document', 'note', 'fact', 'memory']),
  /** For an item without a title, its URL or its first words. */
  title: z.string(),
  /** Name of its Memory when it was deleted. */
  memory: z.string(),
  deleted_at: z.string(),
});
export type BinEntry = z.infer<typeof binEntrySchema>;

/** `GET /owner/bin`: the items deleted in the last 30 days, newest first. */
export const binResponseSchema = z.object({ entries: z.array(binEntrySchema) });

const tallySchema = z.object({
  /** Number of items this import stored. */
  added: z.int(),
  /** Number of items that already existed. */
  known: z.int(),
});

/** `POST /owner/import`: 200 with the counts of imported lines. */
export const importReportSchema = z.object({
  memories: tallySchema,
  documents: tallySchema,
  notes: tallySchema,
  facts: tallySchema,
  /** `skipped` counts rules for a key that doesn't exist here. */
  rules: z.extend(tallySchema, { skipped: z.int() }),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/** `details` of an import's 400 `validation` error: the first invalid line, and counts of the lines imported anyway. */
export const brokenImportSchema = z.object({
  line: z.int(),
  /** The invalid lines with the service's explanations; only the first if there are many. */
  lines: z.array(z.object({ line: z.int(), problem: z.string() })),
  /** Number of invalid lines. */
  broken: z.int(),
  imported: importReportSchema,
});
export type BrokenImport = z.infer<typeof brokenImportSchema>;
