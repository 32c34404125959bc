/** Messages that only extension pages can send. Each can fail with any `AppError`. */
import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import { batchMessages } from '../batch/messages.ts';
import { batchViewSchema } from '../batch/model.ts';
import { binMessages } from '../bin/messages.ts';
import { captureMessages } from '../save/messages.ts';
import { connectionMessages } from '../connections/messages.ts';
import {
  connectionKindSchema,
  withdrawalSchema,
  storedMemorySchema,
} from '../connections/model.ts';
import { transferFileSchema } from '../contract/device-wire.ts';
import { documentMessages } from '../library/messages.ts';
import { pagePartSchema } from '../capture/schema.ts';
import { captureErrorSchema } from '../contract/errors.ts';
import { highlightMessages } from '../highlights/messages.ts';
import { noteMessages } from '../notes/messages.ts';
import { factViewSchema } from '../notes/model.ts';
import { deletionSchema, outboxMessages } from '../outbox/messages.ts';
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

export const connectionStatusSchema = z.object({
  /** Null if no connection is active. */
  kind: z.nullable(connectionKindSchema),
  memories: z.array(storedMemorySchema),
  chosenMemoryId: z.nullable(z.string()),
  connectionId: z.nullable(z.string()),
  /** Access that the service has withdrawn. It isn't used again until the person retries. */
  withdrawn: z.array(z.pick(withdrawalSchema, { access: true, error: true, at: true })),
});
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>;

export const pageDescriptionSchema = z.object({
  connection: connectionStatusSchema,
  tab: z.object({ id: z.int(), url: z.string(), title: z.string() }),
  /** Why the page can't be read, if that's known in advance. */
  obstacle: z.nullable(captureErrorSchema),
  /** What the person last chose to save on this site. */
  part: pagePartSchema,
  /** Saves of the page, newest first, including highlights. */
  saves: z.array(outboxViewSchema),
});
export type PageDescription = z.infer<typeof pageDescriptionSchema>;

export const memoryMessages = {
  'connection.status': message({}, connectionStatusSchema),
  /** Creates the connection on this device unless it exists. */
  'connection.create': message({}, connectionStatusSchema),
  'memories.list': message({}, connectionStatusSchema),
  /** With `choose`, saves go to the new Memory. */
  'memories.create': message({ name: z.string(), choose: z.boolean() }, connectionStatusSchema),
  'memories.choose': message({ id: z.string() }, connectionStatusSchema),
  /** This message and those below need the owner's access, so they work only with the device service. */
  'memories.list-counts': message({}, z.array(containerWithCountsSchema)),
  /** Fails with `memory.conflict` if the name is taken. */
  'memories.rename': message({ id: z.string(), name: z.string() }, nothing),
  'memories.delete': message({ id: z.string(), confirm: z.boolean() }, deletionSchema),
  'rules.list': message({}, z.array(ownerRuleSchema)),
  /** Returns an existing rule with the same text and key, so that a repeated message doesn't add another. */
  'rules.add': message({ content: z.string(), key: z.nullable(z.string()) }, ownerRuleSchema),
  'rules.change': message({ id: z.string(), content: z.string() }, ownerRuleSchema),
  'rules.delete': message({ id: z.string() }, nothing),
  /** Writes a new file to the transfer folder, which the sender removes. `watch` is a channel of `device-wire.ts`. */
  'transfer.export': message({ watch: z.uuid() }, z.object({ file: transferFileSchema })),
  /** `saves` is the number of items saved since the last export if a reminder is due, or else null. */
  'transfer.reminder': message({ isPutOff: z.boolean() }, z.object({ saves: z.nullable(z.int()) })),
  /** Items that already exist stay unchanged. The file's name is also the channel to watch. */
  'transfer.import': message({ file: transferFileSchema }, importReportSchema),
} as const;

export const messages = {
  ...batchMessages,
  ...binMessages,
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
  ...memoryMessages,
  /** Returns the popup's first state, from storage only. `tabId` is null for the active tab. */
  'page.describe': message({ tabId: z.nullable(z.int()) }, pageDescriptionSchema),
  /** Returns the query and removes it. */
  'panel.take': message({ windowId: z.int() }, z.object({ q: z.nullable(z.string()) })),
} as const;

export type Messages = typeof messages;
export type MessageName = keyof Messages;
export type MessageInput<N extends MessageName> = z.infer<Messages[N]['input']>;
export type MessageOutput<N extends MessageName> = z.infer<Messages[N]['output']>;

/** Returns whether a message can be sent again, which is true of most messages. */
export function isRepeatable(name: MessageName): boolean {
  const defined = messages[name];
  return !('isRepeatable' in defined) || defined.isRepeatable;
}

/** Events sent to every open extension page, without a response. */
export const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('outbox.changed'), item: outboxViewSchema }),
  z.object({ event: z.literal('outbox.removed'), id: z.string() }),
  z.object({ event: z.literal('connection.status-changed'), connection: connectionStatusSchema }),
  /** Also sent for changes of a connection's credential or withdrawals. */
  z.object({ event: z.literal('connections.changed') }),
  z.object({ event: z.literal('rules.changed') }),
  /** Profiles that were read earlier are outdated. */
  z.object({ event: z.literal('profile.changed') }),
  /** `wait` is null when the call continues. */
  z.object({
    event: z.literal('call.waiting'),
    callId: z.string(),
    wait: z.nullable(callWaitSchema),
  }),
  /** The next part of an answer that arrives in parts. */
  z.object({ event: z.literal('ask.text'), askId: z.string(), text: z.string() }),
  /** The status `kept` is sent once; the fact is then no longer listed. */
  z.object({ event: z.literal('facts.changed'), fact: factViewSchema }),
  z.object({ event: z.literal('facts.removed'), id: z.string() }),
  z.object({ event: z.literal('history.changed'), history: searchHistorySchema }),
  /** Call `learned.take` for the pages. */
  z.object({ event: z.literal('learned.news') }),
  z.object({ event: z.literal('everything.forgotten') }),
  /** `pageKey` is the same as in the outbox. */
  z.object({ event: z.literal('highlights.changed'), pageKey: z.string() }),
  /** Highlighting was turned on or off for a site, or a permission changed. */
  z.object({ event: z.literal('sites.changed') }),
  z.object({ event: z.literal('batches.changed'), batch: batchViewSchema }),
  /** Progress of reading a tab, for example a PDF. */
  z.object({
    event: z.literal('preview.progress'),
    tabId: z.int(),
    progress: readingProgressSchema,
  }),
  z.object({ event: z.literal('panel.offered'), windowId: z.int() }),
]);
export type AppEvent = z.infer<typeof eventSchema>;
