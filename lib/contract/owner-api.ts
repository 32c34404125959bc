/** Owner operations of Keepsake's own service. They aren't part of the contract. */
import * as z from 'zod/mini';
import { memoryNameLength } from './limits.ts';

/** `POST /owner/containers`: 201 with the container; 409 `conflict` if the name is taken. */
export const createContainerRequestSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(memoryNameLength)),
  description: z.optional(z.string().check(z.maxLength(500))),
});

/** Each level includes the ones before it (contract, section 5). */
const levelSchema = z.enum(['read', 'write', 'full']);
/** The Memories a key can access: all current and future ones, or these ids. */
const reachSchema = z.union([z.literal('all'), z.array(z.string())]);
const keyNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
/** Null for no expiry. */
const expirySchema = z.nullable(z.iso.datetime({ offset: true }));

/** `POST /owner/keys`: 201 with the key and, only this once, its token. */
export const createKeyRequestSchema = z.strictObject({
  name: keyNameSchema,
  level: levelSchema,
  reach: reachSchema,
  profile: z.optional(z.boolean()),
  agent: z.optional(z.boolean()),
  expires_at: z.optional(expirySchema),
});

/** `PATCH /owner/keys/{id}`: 200 with the key; omitted fields stay. 409 `conflict` if it was revoked. */
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
  /** The last characters of the token, to recognise it by. */
  last_four: z.string(),
  created_at: z.string(),
  revoked_at: z.nullable(z.string()),
});
export type Key = z.infer<typeof keySchema>;

export const createdKeySchema = z.extend(keySchema, { token: z.string() });

/** An OAuth client the owner approved; read-only. `GET /owner/connections` lists them. */
const connectionSchema = z.object({
  id: z.string(),
  /** The client's own claim, unverified. */
  client_name: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  reach: reachSchema,
  profile: z.boolean(),
  created_at: z.string(),
  /** Rounded to the hour; null if never. */
  last_used_at: z.nullable(z.string()),
  /** When it expires unless it is used before. */
  expires_at: z.string(),
  revoked_at: z.nullable(z.string()),
});
export type Connection = z.infer<typeof connectionSchema>;

export const connectionsAnswerSchema = z.object({ connections: z.array(connectionSchema) });

/** `POST /owner/rules`: 201 with the rule. */
export const createRuleRequestSchema = z.object({
  content: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
  /** The key it is for; omitted or null for every credential. */
  key: z.optional(z.nullable(z.string())),
});

/** An endpoint with OpenAI's chat completions API, such as Ollama's or llama.cpp's. */
const modelSettingsSchema = z.object({
  mode: z.literal('model'),
  /** The address to which `/chat/completions` is appended. */
  address: z.url({ protocol: /^https?$/ }).check(z.maxLength(2048)),
  model: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** Sent as a bearer token, if the endpoint needs one. */
  key: z.optional(z.string().check(z.regex(/^[!-~]{1,1000}$/))),
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

/** `PUT /owner/agent`: what answers questions: a model, quotes, or nothing. `GET` returns the same without the key. */
export const agentSettingsSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('quotation') }),
  z.object({ mode: z.literal('off') }),
  modelSettingsSchema,
]);
export type AgentSettings = z.infer<typeof agentSettingsSchema>;

/** A Memory with the number of its items. `GET /owner/containers` lists them. */
export const containerWithCountsSchema = z.object({
  id: z.string(),
  name: z.string(),
  documents: z.int(),
  notes: z.int(),
  /** Standing facts. */
  facts: z.int(),
});
export type ContainerWithCounts = z.infer<typeof containerWithCountsSchema>;

export const containersWithCountsAnswerSchema = z.object({
  containers: z.array(containerWithCountsSchema),
});

/** A rule as its owner sees it. */
export const ownerRuleSchema = z.object({
  id: z.string(),
  content: z.string(),
  /** The key it is for; null for every credential. */
  key: z.nullable(z.string()),
});
export type OwnerRule = z.infer<typeof ownerRuleSchema>;

export const ownerRulesAnswerSchema = z.object({ rules: z.array(ownerRuleSchema) });

const tallySchema = z.object({
  /** Stored by this import. */
  added: z.int(),
  /** Existed before. */
  known: z.int(),
});

/** `POST /owner/import`: 200 with the counts of imported lines. */
export const importReportSchema = z.object({
  memories: tallySchema,
  documents: tallySchema,
  notes: tallySchema,
  facts: tallySchema,
  /** `skipped` are those for a key that doesn't exist here. */
  rules: z.extend(tallySchema, { skipped: z.int() }),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/** The `details` of the 400 `validation` of an import: the line where it stopped, and what was imported before. */
export const brokenImportSchema = z.object({ line: z.int(), imported: importReportSchema });
