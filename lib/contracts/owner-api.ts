/**
 * What the owner of our own service may do beside the contract: `/owner/...`, for the owner's credential only.
 * Other services have no such paths; there the owner manages Memories in the service's own app.
 */
import * as z from 'zod/mini';
import { memoryNameLength } from './limits.ts';

/** `POST /owner/containers`: 201 with the container; 409 `conflict` where the name is taken. */
export const createContainerRequestSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(memoryNameLength)),
  description: z.optional(z.string().check(z.maxLength(500))),
});

/** Each level includes the ones before it (contract, section 5). */
const levelSchema = z.enum(['read', 'write', 'full']);
/** The Memories a key may reach: all there are and will be, or these by id. */
const reachSchema = z.union([z.literal('all'), z.array(z.string())]);
const keyNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
/** Null never expires. */
const expirySchema = z.nullable(z.iso.datetime({ offset: true }));

/** `POST /owner/keys`: 201 with the key and, this once, its token. */
export const createKeyRequestSchema = z.strictObject({
  name: keyNameSchema,
  level: levelSchema,
  reach: reachSchema,
  /** Whether it may read the profile. */
  profile: z.optional(z.boolean()),
  /** Whether it may ask the agent. */
  agent: z.optional(z.boolean()),
  expires_at: z.optional(expirySchema),
});

/** `PATCH /owner/keys/{id}`: 200 with the key; what is left out stays. 409 `conflict` where it was revoked. */
export const changeKeyRequestSchema = z.partial(createKeyRequestSchema);
export type ChangeKeyRequest = z.infer<typeof changeKeyRequestSchema>;

/** A key as its owner sees it; its token can never be read again. */
export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  level: levelSchema,
  reach: reachSchema,
  profile: z.boolean(),
  agent: z.boolean(),
  expires_at: z.nullable(z.string()),
  /** The last characters of the token, by which its owner tells it from others. */
  last_four: z.string(),
  created_at: z.string(),
  revoked_at: z.nullable(z.string()),
});
export type Key = z.infer<typeof keySchema>;

export const createdKeySchema = z.extend(keySchema, { token: z.string() });

/** A client of OAuth that the owner let in; it may only ever read. `GET /owner/connections` lists them. */
const connectionSchema = z.object({
  id: z.string(),
  /** As the client calls itself: nobody has checked it. */
  client_name: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  reach: reachSchema,
  /** Whether it may read the profile. */
  profile: z.boolean(),
  /** When the owner consented. */
  created_at: z.string(),
  /** To the hour; null where it never was. */
  last_used_at: z.nullable(z.string()),
  /** When it ends by itself unless the client comes back before. */
  expires_at: z.string(),
  revoked_at: z.nullable(z.string()),
});
export type Connection = z.infer<typeof connectionSchema>;

export const connectionsAnswerSchema = z.object({ connections: z.array(connectionSchema) });

/** `POST /owner/rules`: 201 with the rule. */
export const createRuleRequestSchema = z.object({
  content: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
  /** Id of the key it is for; left out or null, it is for every credential. */
  key: z.optional(z.nullable(z.string())),
});

/** An endpoint that speaks the protocol of OpenAI's chat completions, such as Ollama's or llama.cpp's. */
const modelSettingsSchema = z.object({
  mode: z.literal('model'),
  /** The address that `/chat/completions` is added to. */
  address: z.url({ protocol: /^https?$/ }).check(z.maxLength(2048)),
  model: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** Sent as a bearer, where the endpoint asks for one. */
  key: z.optional(z.string().check(z.regex(/^[!-~]{1,1000}$/))),
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

/**
 * `PUT /owner/agent`: what answers when the agent is asked. A model, the best sentences as quotations, or nothing.
 * `GET` shows the same without the key.
 */
export const agentSettingsSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('quotation') }),
  z.object({ mode: z.literal('off') }),
  modelSettingsSchema,
]);
export type AgentSettings = z.infer<typeof agentSettingsSchema>;

/** A Memory and how much is in it. `GET /owner/containers` lists them. */
export const ownContainerSchema = z.object({
  id: z.string(),
  name: z.string(),
  documents: z.int(),
  notes: z.int(),
  /** Standing facts. */
  facts: z.int(),
});
export type OwnContainer = z.infer<typeof ownContainerSchema>;

export const ownContainersAnswerSchema = z.object({ containers: z.array(ownContainerSchema) });

/** A rule as its owner sees it. */
export const ownRuleSchema = z.object({
  id: z.string(),
  content: z.string(),
  /** Id of the key it is for; null where it is for every credential. */
  key: z.nullable(z.string()),
});
export type OwnRule = z.infer<typeof ownRuleSchema>;

/** `GET /owner/rules`. */
export const ownRulesAnswerSchema = z.object({ rules: z.array(ownRuleSchema) });

const tallySchema = z.object({
  /** Stored by this import. */
  added: z.int(),
  /** There already. */
  known: z.int(),
});

/** `POST /owner/import`: 200 with what became of the lines of the file. */
export const importReportSchema = z.object({
  memories: tallySchema,
  documents: tallySchema,
  notes: tallySchema,
  facts: tallySchema,
  /** `skipped` are those for a key that is not here. */
  rules: z.extend(tallySchema, { skipped: z.int() }),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/** The `details` of the 400 `validation` of an import: the line it stopped at, and what came in before it. */
export const brokenImportSchema = z.object({ line: z.int(), imported: importReportSchema });
