/** The rows that statements of every engine return, in the shapes of the port. */
import * as z from 'zod/mini';
import { agentSettingsSchema, containerWithCountsSchema } from '../../lib/contract/owner-api.ts';
import { json } from './sql.ts';

const textOrNull = z.nullable(z.string());
const metadata = z.nullable(json(z.unknown()));
const itemKind = z.enum(['document', 'note']);

/** Without `operator`, since not every engine has booleans. */
export const accountRow = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  suspended_at: textOrNull,
  documents: z.int(),
  bytes: z.int(),
  quota_documents: z.nullable(z.int()),
  quota_bytes: z.nullable(z.int()),
  quota_turns: z.nullable(z.int()),
  turns_on: z.string(),
  turns_taken: z.int(),
});
export const turnLimitRow = z.object({ turns: z.int() });
export const accountIdRow = z.object({ account_id: z.string() });
export const agentSettingsRow = z.object({ settings: json(agentSettingsSchema) });

export const containerRow = z.object({
  seq: z.int(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
});
export const countedContainerRow = z.extend(z.omit(containerRow, { seq: true }), {
  documents: z.int(),
  notes: z.int(),
  facts: z.int(),
});

export const idRow = z.object({ id: z.string() });
export const fetchUrlRow = z.object({ fetch_url: z.string() });
export const materialRow = z.object({
  seq: z.int(),
  container: z.int(),
  title: textOrNull,
  content: z.string(),
  address: textOrNull,
});

/** Without `learned` and `learning_run`, since not every engine has booleans and objects. */
export const documentRow = z.object({
  seq: z.int(),
  id: z.string(),
  container: z.string(),
  container_name: z.string(),
  custom_id: textOrNull,
  title: textOrNull,
  url: textOrNull,
  metadata,
  saved_at: z.string(),
});
export const latestRun = z.object({
  status: z.string(),
  reason: textOrNull,
  queued_at: z.string(),
  started_at: textOrNull,
  finished_at: textOrNull,
});

export const noteRow = z.object({
  seq: z.int(),
  id: z.string(),
  content: z.string(),
  metadata,
  saved_at: z.string(),
});
export const itemRow = z.object({
  id: z.string(),
  content: z.string(),
  container_name: z.string(),
  saved_at: z.string(),
});
export const factRow = z.extend(itemRow, { seq: z.int() });
export const ruleRow = z.object({
  id: z.string(),
  key_id: textOrNull,
  content: z.string(),
  created_at: z.string(),
});
export const exportedRow = z.object({
  seq: z.int(),
  kind: itemKind,
  title: textOrNull,
  content: z.string(),
  custom_id: textOrNull,
  metadata,
  url: textOrNull,
  fetch_url: textOrNull,
  saved_at: z.string(),
});
export const binEntryRow = z.extend(containerWithCountsSchema, {
  seq: z.int(),
  description: z.string(),
});

export const openRunRow = z.object({
  seq: z.int(),
  accountId: z.string(),
  material: z.int(),
  status: z.enum(['queued', 'running']),
  attempts: z.int(),
  lease: z.int(),
});
export const openStatusRow = z.object({
  status: z.enum(['queued', 'running']),
  awaitsPage: z.union([z.boolean(), z.int()]),
});
export const seqRow = z.object({ seq: z.int() });

export const passageRow = z.object({
  id: z.int(),
  position: z.int(),
  lead: z.string(),
  text: z.string(),
  material: z.int(),
  material_id: z.string(),
  kind: itemKind,
  container_id: z.string(),
  container_name: z.string(),
  title: textOrNull,
  source_url: textOrNull,
  custom_id: textOrNull,
  saved_at: z.string(),
});
export const matchRow = z.object({ id: z.int(), score: z.number() });
export const documentTermRow = z.object({
  material: z.int(),
  term: z.string(),
  passages: z.int(),
});
export const knownWordRow = z.object({ term: z.string(), word: z.string(), passages: z.int() });
export const wordChangeRow = z.object({
  seq: z.int(),
  container: z.int(),
  change: z.int(),
  words: textOrNull,
  title: textOrNull,
  text: textOrNull,
});

export const oauthClientRow = z.object({
  id: z.string(),
  name: z.string(),
  redirectUris: json(z.array(z.string())),
});
export const oauthTokenRow = z.object({
  kind: z.enum(['access', 'refresh']),
  expires_at: z.string(),
  replaced_at: textOrNull,
  account_id: z.string(),
  connection_id: z.string(),
});
/** Without `profile`, since not every engine has booleans. */
export const connectionRow = z.object({
  id: z.string(),
  account_id: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  resource: z.string(),
  redirect_uri: z.string(),
  challenge: z.string(),
  created_at: z.string(),
  connected_at: textOrNull,
  expires_at: z.string(),
  last_used_at: textOrNull,
  revoked_at: textOrNull,
  suspended_at: textOrNull,
});
export const redirectUriRow = z.object({ redirect_uri: z.string() });
