/**
 * What page scripts can ask the background, and be told by it. They run next to untrusted pages, so the background
 * takes the page's URL from the browser only.
 */
import * as z from 'zod/mini';
import { savedSelectionSchema, anchoredHighlightSchema, placementSchema } from './model.ts';
import type { AppError } from '../contract/errors.ts';
import type { Result } from '../contract/result.ts';

const nothing = z.object({});
const id = z.string().check(z.maxLength(64));
/** Older highlights beyond this number aren't drawn. */
export const maxHighlights = 2_000;

export const pageMessages = {
  'highlights.list': {
    input: nothing,
    output: z.object({ marks: z.array(anchoredHighlightSchema) }),
  },
  /** Saves a selection to the Memory chosen last. Safe to repeat. */
  'highlights.save': { input: savedSelectionSchema, output: z.object({ memory: z.string() }) },
  /** Discards a note that was just saved; fails with `save.sent` if it is too late. */
  'highlights.undo': { input: z.object({ id }), output: nothing },
  'highlights.remove': { input: z.object({ id }), output: nothing },
  'highlights.restore': { input: z.object({ id }), output: nothing },
  /** The shortcut that saves the selection; empty if there is none. */
  'highlights.shortcut': { input: nothing, output: z.object({ keys: z.string() }) },
  /** Reports where highlights were drawn. Those not named are unchanged. */
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

/** Returns the schemas of a message, typed by its name. */
export function pageSchemasOf<N extends PageMessageName>(name: N) {
  // TypeScript gives the union of all messages for an index by a type parameter.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return pageMessages[name] as unknown as {
    input: z.ZodMiniType<PageMessageInput<N>>;
    output: z.ZodMiniType<PageMessageOutput<N>>;
  };
}

export const pageCommandSchema = z.discriminatedUnion('command', [
  /** List the highlights again. */
  z.object({ command: z.literal('highlights.refresh') }),
  /** Scroll to a highlight; answered with `{ isThere }` by its frame. */
  z.object({ command: z.literal('highlights.reveal'), id: z.string() }),
  /** Open the comment box; answered with `{ isThere }` by the frame with the selection. */
  z.object({ command: z.literal('highlights.compose') }),
  /**
   * Save the comment being written; if the selection is already highlighted, show its card. Answered with `{ isThere }`
   * by the frame that did either.
   */
  z.object({ command: z.literal('highlights.finish') }),
]);
export type PageCommand = z.infer<typeof pageCommandSchema>;

export type HighlighterPorts = {
  /** Asks the background; fails with `message.unanswered` if nothing answers. */
  ask: <N extends PageMessageName>(
    name: N,
    input: PageMessageInput<N>,
  ) => Promise<Result<PageMessageOutput<N>, AppError>>;
  /**
   * The listener returns its answer, or undefined to leave it to another frame. Returns a function that stops
   * listening.
   */
  onCommand: (listener: (command: PageCommand) => Promise<unknown> | undefined) => () => void;
  isConnected: () => boolean;
  /** A UUID, even on http pages. */
  newId: () => string;
};
