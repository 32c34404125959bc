/** Page scripts run next to untrusted pages, so the background takes URLs from the browser only. */
import * as z from 'zod/mini';
import { savedSelectionSchema, anchoredHighlightSchema, placementSchema } from './model.ts';
import type { AppError } from '../contract/errors.ts';
import type { Result } from '../contract/result.ts';

const nothing = z.object({});
const id = z.string().check(z.maxLength(64));
/** Newest first. */
export const maxHighlights = 2_000;

export const pageMessages = {
  'highlights.list': {
    input: nothing,
    output: z.object({ marks: z.array(anchoredHighlightSchema) }),
  },
  /** To the Memory chosen last. Safe to repeat. */
  'highlights.save': { input: savedSelectionSchema, output: z.object({ memory: z.string() }) },
  /** Fails with `save.sent` if it is too late. */
  'highlights.undo': { input: z.object({ id }), output: nothing },
  'highlights.remove': { input: z.object({ id }), output: nothing },
  'highlights.restore': { input: z.object({ id }), output: nothing },
  /** Empty if there is no shortcut. */
  'highlights.shortcut': { input: nothing, output: z.object({ keys: z.string() }) },
  /** Highlights not listed are unchanged. */
  'highlights.placed': {
    input: z.object({
      placements: z
        .array(z.object({ id, placement: placementSchema, order: z.int() }))
        .check(z.maxLength(maxHighlights)),
    }),
    output: nothing,
  },
} as const;
type PageMessages = typeof pageMessages;
export type PageMessageName = keyof PageMessages;
export type PageMessageInput<N extends PageMessageName> = z.infer<PageMessages[N]['input']>;
export type PageMessageOutput<N extends PageMessageName> = z.infer<PageMessages[N]['output']>;

export function pageSchemasOf<N extends PageMessageName>(name: N) {
  // TypeScript resolves an index by a type parameter to the union of all messages.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return pageMessages[name] as unknown as {
    input: z.ZodMiniType<PageMessageInput<N>>;
    output: z.ZodMiniType<PageMessageOutput<N>>;
  };
}

export const pageCommandSchema = z.discriminatedUnion('command', [
  z.object({ command: z.literal('highlights.refresh') }),
  /** Answered with `{ isThere }` by the highlight's frame. */
  z.object({ command: z.literal('highlights.reveal'), id: z.string() }),
  /** Answered with `{ isThere }` by the frame with the selection. */
  z.object({ command: z.literal('highlights.compose') }),
  /** Saves the comment, or shows the card of the selection. Answered with `{ isThere }` by the frame that did. */
  z.object({ command: z.literal('highlights.finish') }),
]);
export type PageCommand = z.infer<typeof pageCommandSchema>;

export type HighlighterPorts = {
  /** Fails with `message.unanswered`. */
  ask: <N extends PageMessageName>(
    name: N,
    input: PageMessageInput<N>,
  ) => Promise<Result<PageMessageOutput<N>, AppError>>;
  /** Returns its answer, or undefined to leave it to another frame. */
  onCommand: (listener: (command: PageCommand) => Promise<unknown> | undefined) => () => void;
  isConnected: () => boolean;
  /** A UUID, even on http pages. */
  newId: () => string;
};
