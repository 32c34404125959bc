/**
 * Every message a page of the extension can send to the background: name → input and output. Each can also answer with
 * any `AppError`. Content scripts can't send these.
 */
import * as z from 'zod/mini';
import { batchMessages } from '../batch/messages.ts';
import { batchViewSchema } from '../batch/model.ts';
import { captureMessages } from '../save/messages.ts';
import { connectionMessages } from '../connections/messages.ts';
import { connectionKindSchema, withdrawalSchema, keptMemorySchema } from '../connections/model.ts';
import { transferFileSchema } from '../contract/device-wire.ts';
import { documentMessages } from '../library/messages.ts';
import { captureErrorSchema } from '../contract/errors.ts';
import { highlightMessages } from '../highlights/messages.ts';
import { noteMessages } from '../notes/messages.ts';
import { factViewSchema } from '../notes/model.ts';
import { outboxMessages } from '../outbox/messages.ts';
import { outboxViewSchema } from '../outbox/model.ts';
import {
  importReportSchema,
  containerWithCountsSchema,
  ownerRuleSchema,
} from '../contract/owner-api.ts';
import { callWaitSchema, searchHistorySchema } from '../search/model.ts';
import { searchMessages } from '../search/messages.ts';
import { askMessages } from '../ask/messages.ts';
import { diagnosticMessages } from '../diagnostics/messages.ts';
import { profileMessages } from '../profile/messages.ts';
import { readingProgressSchema } from '../save/model.ts';
import { settingsMessages } from '../settings/messages.ts';

const nothing = z.object({});

export const connectionStatusSchema = z.object({
  /** Null if no connection is active. */
  kind: z.nullable(connectionKindSchema),
  memories: z.array(keptMemorySchema),
  chosenMemoryId: z.nullable(z.string()),
  connectionId: z.nullable(z.string()),
  /** What the service refused, until the person retries. */
  withdrawn: z.array(z.pick(withdrawalSchema, { access: true, error: true, at: true })),
});
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>;

export const pageDescriptionSchema = z.object({
  connection: connectionStatusSchema,
  tab: z.object({ id: z.int(), url: z.string(), title: z.string() }),
  /** Why the page can't be read, if that is known beforehand. */
  obstacle: z.nullable(captureErrorSchema),
  /** Saves of this address and highlights from it, newest first. */
  saves: z.array(outboxViewSchema),
});
export type PageDescription = z.infer<typeof pageDescriptionSchema>;

export const messages = {
  ...batchMessages,
  ...captureMessages,
  ...connectionMessages,
  ...documentMessages,
  ...highlightMessages,
  ...noteMessages,
  ...outboxMessages,
  ...askMessages,
  ...diagnosticMessages,
  ...profileMessages,
  ...searchMessages,
  ...settingsMessages,
  'connection.status': { input: nothing, output: connectionStatusSchema },
  /** Creates the connection on this device unless it exists. */
  'connection.create': { input: nothing, output: connectionStatusSchema },
  'memories.list': { input: nothing, output: connectionStatusSchema },
  /** `choose` makes it the Memory that saves go to. */
  'memories.create': {
    input: z.object({ name: z.string(), choose: z.boolean() }),
    output: connectionStatusSchema,
  },
  'memories.choose': { input: z.object({ id: z.string() }), output: connectionStatusSchema },
  /** The following are for the device service only, as they need its owner's access. */
  'memories.list-counts': { input: nothing, output: z.array(containerWithCountsSchema) },
  /** Fails with `memory.conflict` if another Memory has the name. */
  'memories.rename': { input: z.object({ id: z.string(), name: z.string() }), output: nothing },
  /** Unless confirmed, deletes nothing and gives the service's own question, to be shown verbatim. */
  'memories.delete': {
    input: z.object({ id: z.string(), confirm: z.boolean() }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('deleted') }),
      z.object({ outcome: z.literal('confirmation-required'), sentence: z.string() }),
    ]),
  },
  'rules.list': { input: nothing, output: z.array(ownerRuleSchema) },
  /** Gives an existing rule with the same text and key, so that a repeat adds none. */
  'rules.add': {
    input: z.object({ content: z.string(), key: z.nullable(z.string()) }),
    output: ownerRuleSchema,
  },
  'rules.change': {
    input: z.object({ id: z.string(), content: z.string() }),
    output: ownerRuleSchema,
  },
  'rules.delete': { input: z.object({ id: z.string() }), output: nothing },
  /** Writes everything to a new file of the transfer folder, which the sender removes. */
  'transfer.export': { input: nothing, output: z.object({ file: transferFileSchema }) },
  /** Imports a file of the transfer folder; existing items stay unchanged. */
  'transfer.import': { input: z.object({ file: transferFileSchema }), output: importReportSchema },
  /** Everything for the popup's first state, from storage only; null for the active tab. */
  'page.describe': {
    input: z.object({ tabId: z.nullable(z.int()) }),
    output: pageDescriptionSchema,
  },
  /** Gives, once, the query that the popup offered to this window's side panel. */
  'panel.take': {
    input: z.object({ windowId: z.int() }),
    output: z.object({ q: z.nullable(z.string()) }),
  },
} as const;

export type Messages = typeof messages;
export type MessageName = keyof Messages;
export type MessageInput<N extends MessageName> = z.infer<Messages[N]['input']>;
export type MessageOutput<N extends MessageName> = z.infer<Messages[N]['output']>;

export function schemasOf<N extends MessageName>(name: N) {
  // TypeScript gives the union of all messages for an index by a type parameter.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return messages[name] as unknown as {
    input: z.ZodMiniType<MessageInput<N>>;
    output: z.ZodMiniType<MessageOutput<N>>;
  };
}

/** Whether a message is sent again if the background ends without an answer. Most are safe to repeat. */
export function isRepeatable(name: MessageName): boolean {
  const message = messages[name];
  return !('isRepeatable' in message) || message.isRepeatable;
}

/** Sent to every open page of the extension, without an answer. */
export const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('outbox.changed'), item: outboxViewSchema }),
  z.object({ event: z.literal('outbox.removed'), id: z.string() }),
  z.object({ event: z.literal('connection.status-changed'), connection: connectionStatusSchema }),
  /** A connection was added or removed, or its credential or withdrawals changed. */
  z.object({ event: z.literal('connections.changed') }),
  z.object({ event: z.literal('rules.changed') }),
  /** The content of Memories changed, so a profile read before is outdated. */
  z.object({ event: z.literal('profile.changed') }),
  /** Why a call waits; null when it continues. */
  z.object({
    event: z.literal('call.waiting'),
    callId: z.string(),
    wait: z.nullable(callWaitSchema),
  }),
  /** What has become of a standing fact; `kept` is told once. */
  z.object({ event: z.literal('facts.changed'), fact: factViewSchema }),
  z.object({ event: z.literal('facts.removed'), id: z.string() }),
  /** The searches that are kept are others, or whether any are. */
  z.object({ event: z.literal('history.changed'), history: searchHistorySchema }),
  /** Pages became searchable; `learned.take` gives which. */
  z.object({ event: z.literal('learned.news') }),
  /** Everything a surface shows is gone. */
  z.object({ event: z.literal('everything.forgotten') }),
  /** Highlights of this page were added, hidden or placed; `pageKey` as in the outbox. */
  z.object({ event: z.literal('highlights.changed'), pageKey: z.string() }),
  /** Highlighting was turned on or off for a site, or a permission changed. */
  z.object({ event: z.literal('sites.changed') }),
  z.object({ event: z.literal('batches.changed'), batch: batchViewSchema }),
  /** The progress of reading a tab, for example a PDF. */
  z.object({
    event: z.literal('preview.progress'),
    tabId: z.int(),
    progress: readingProgressSchema,
  }),
  z.object({ event: z.literal('panel.offered'), windowId: z.int() }),
]);
export type AppEvent = z.infer<typeof eventSchema>;
