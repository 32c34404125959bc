/** Page scripts run next to untrusted pages, so the background takes URLs from the browser only. */
import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import {
  savedSelectionSchema,
  anchoredHighlightSchema,
  pageText,
  placementSchema,
} from './model.ts';
import { highlightColorSchema } from '../outbox/model.ts';
import type { AsyncResult } from '../contract/result.ts';

const id = z.string().check(z.maxLength(64));
/** Pages with more highlights draw only the newest. */
export const maxHighlights = 2_000;

export const pageMessages = {
  'highlights.list': message({}, z.object({ marks: z.array(anchoredHighlightSchema) })),
  /** Saves to the Memory chosen last. Safe to repeat. */
  'highlights.save': {
    input: savedSelectionSchema,
    output: z.object({ memory: z.string(), color: highlightColorSchema }),
  },
  /** Fails with `save.sent` once the note can be sent. */
  'highlights.undo': message({ id }, nothing),
  'highlights.color': message({ id, color: highlightColorSchema }, nothing),
  /** Returns the highlight's id, which can change, like `highlights.set-comment`. */
  'highlights.comment': message({ id, comment: z.nullable(pageText) }, z.object({ id })),
  'highlights.remove': message({ id }, nothing),
  'highlights.restore': message({ id }, nothing),
  /** `keys` is empty if there is no shortcut. */
  'highlights.shortcut': message({}, z.object({ keys: z.string() })),
  /** Reports where highlights were found. Highlights not listed are unchanged. */
  'highlights.placed': message(
    {
      placements: z
        .array(z.object({ id, placement: placementSchema, order: z.int() }))
        .check(z.maxLength(maxHighlights)),
    },
    nothing,
  ),
} as const;
type PageMessages = typeof pageMessages;
export type PageMessageName = keyof PageMessages;
export type PageMessageInput<N extends PageMessageName> = z.infer<PageMessages[N]['input']>;
export type PageMessageOutput<N extends PageMessageName> = z.infer<PageMessages[N]['output']>;

export const pageCommandSchema = z.discriminatedUnion('command', [
  z.object({ command: z.literal('highlights.refresh') }),
  /** Scrolls to a highlight. Its frame responds with `{ isThere }`. */
  z.object({ command: z.literal('highlights.reveal'), id: z.string() }),
  /** Opens the comment box. The frame with the selection responds with `{ isThere }`. */
  z.object({ command: z.literal('highlights.compose') }),
  /** Saves the comment, or shows the selection's card. The frame that did so responds with `{ isThere }`. */
  z.object({ command: z.literal('highlights.finish') }),
]);
export type PageCommand = z.infer<typeof pageCommandSchema>;

/** Sends a message to the background. Fails with `message.unanswered` if the background doesn't respond. */
export type PageAsk = <N extends PageMessageName>(
  name: N,
  input: PageMessageInput<N>,
) => AsyncResult<PageMessageOutput<N>>;

export type HighlighterPorts = {
  ask: PageAsk;
  /** The listener returns its response, or undefined to leave the command to another frame. */
  onCommand: (listener: (command: PageCommand) => Promise<unknown> | undefined) => () => void;
  isConnected: () => boolean;
  /** Returns a UUID, even on http pages. */
  newId: () => string;
};
