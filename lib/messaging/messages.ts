/**
 * Every question a page of the extension may ask the background: name → input and output.
 * Each may also answer with any `AppError`. Content scripts may ask none of these.
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
  /** Null until the person has chosen where their memory lives. */
  kind: z.nullable(connectionKindSchema),
  memories: z.array(keptMemorySchema),
  chosenMemoryId: z.nullable(z.string()),
  /** Null until a connection was chosen. */
  connectionId: z.nullable(z.string()),
  /** What the service no longer lets this connection do, until the person says otherwise. */
  withdrawn: z.array(z.pick(withdrawalSchema, { access: true, error: true, at: true })),
});
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>;

export const pageDescriptionSchema = z.object({
  connection: connectionStatusSchema,
  tab: z.object({ id: z.int(), url: z.string(), title: z.string() }),
  /** Set where it is known beforehand that the page cannot be read. */
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
  /** Starts the connection on this device, or finds it there; safe to repeat. */
  'connection.create': { input: nothing, output: connectionStatusSchema },
  'memories.list': { input: nothing, output: connectionStatusSchema },
  /** `choose` has saves go there from now on; otherwise they go where they went. */
  'memories.create': {
    input: z.object({ name: z.string(), choose: z.boolean() }),
    output: connectionStatusSchema,
  },
  'memories.choose': { input: z.object({ id: z.string() }), output: connectionStatusSchema },
  /** The Memories with how much is in each; only for the connection to this device, as all of these that need its owner. */
  'memories.list-counts': { input: nothing, output: z.array(containerWithCountsSchema) },
  /** Fails with `memory.conflict` where another Memory has the name. */
  'memories.rename': { input: z.object({ id: z.string(), name: z.string() }), output: nothing },
  /** Unless confirmed, nothing is deleted and the connection's own question comes back, to be relayed word for word. */
  'memories.delete': {
    input: z.object({ id: z.string(), confirm: z.boolean() }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('deleted') }),
      z.object({ outcome: z.literal('confirmation-required'), sentence: z.string() }),
    ]),
  },
  'rules.list': { input: nothing, output: z.array(ownerRuleSchema) },
  /** A rule that says the same for the same key already is given instead, so that a repeat adds none. */
  'rules.add': {
    input: z.object({ content: z.string(), key: z.nullable(z.string()) }),
    output: ownerRuleSchema,
  },
  'rules.change': {
    input: z.object({ id: z.string(), content: z.string() }),
    output: ownerRuleSchema,
  },
  'rules.delete': { input: z.object({ id: z.string() }), output: nothing },
  /** Writes everything into a new file of the transfer folder, which whoever asked removes. */
  'transfer.export': { input: nothing, output: z.object({ file: transferFileSchema }) },
  /** Takes in a file of the transfer folder; what is there already stays as it is. */
  'transfer.import': { input: z.object({ file: transferFileSchema }), output: importReportSchema },
  /**
   * All the popup needs for its first useful state, from what is stored; asks nothing of the connection. Of the tab that is
   * named, and of the one in front where none is.
   */
  'page.describe': {
    input: z.object({ tabId: z.nullable(z.int()) }),
    output: pageDescriptionSchema,
  },
  /** Gives, once, the query that the popup left for this window's side panel. */
  'panel.take': {
    input: z.object({ windowId: z.int() }),
    output: z.object({ q: z.nullable(z.string()) }),
  },
} as const;

export type Messages = typeof messages;
export type MessageName = keyof Messages;
export type MessageInput<N extends MessageName> = z.infer<Messages[N]['input']>;
export type MessageOutput<N extends MessageName> = z.infer<Messages[N]['output']>;

/** The two schemas of one message, typed by its name. */
export function schemasOf<N extends MessageName>(name: N) {
  // TypeScript gives the union of all messages for an index by a type parameter.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return messages[name] as unknown as {
    input: z.ZodMiniType<MessageInput<N>>;
    output: z.ZodMiniType<MessageOutput<N>>;
  };
}

/** Whether a message is sent again when the background ends without an answer. Most are made safe to repeat. */
export function isRepeatable(name: MessageName): boolean {
  const message = messages[name];
  return !('isRepeatable' in message) || message.isRepeatable;
}

/** Told to every open page of the extension, without an answer. */
export const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('outbox.changed'), item: outboxViewSchema }),
  z.object({ event: z.literal('outbox.removed'), id: z.string() }),
  z.object({ event: z.literal('connection.status-changed'), connection: connectionStatusSchema }),
  /** Something of a connection is another: its credential, what was withdrawn from it, or that it is kept at all. */
  z.object({ event: z.literal('connections.changed') }),
  z.object({ event: z.literal('rules.changed') }),
  /** What is in the Memories of a connection is another, so that its profile says something else; no reading of it is kept. */
  z.object({ event: z.literal('profile.changed') }),
  /** Why the call named `callId` waits; null once it is under way again. */
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
  /** Pages have become findable: `learned.take` gives which. */
  z.object({ event: z.literal('learned.news') }),
  /** Nothing that a surface shows is there any more. */
  z.object({ event: z.literal('everything.forgotten') }),
  /** Marks of this page were made, taken off, or found their place; `pageKey` as in the outbox. */
  z.object({ event: z.literal('highlights.changed'), pageKey: z.string() }),
  /** Marks were turned on or off for a site. */
  z.object({ event: z.literal('sites.changed') }),
  z.object({ event: z.literal('batches.changed'), batch: batchViewSchema }),
  /** How far the reading of a tab is that takes longer, as of a PDF. */
  z.object({
    event: z.literal('preview.progress'),
    tabId: z.int(),
    progress: readingProgressSchema,
  }),
  z.object({ event: z.literal('panel.offered'), windowId: z.int() }),
]);
export type AppEvent = z.infer<typeof eventSchema>;
