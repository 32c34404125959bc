/**
 * What a script of the extension inside a page may ask the background, and what it can be told: nothing else. The
 * script runs beside a page that nobody trusts, so the background takes the page's address from the browser alone.
 */
import * as z from 'zod/mini';
import { savedSelectionSchema, anchoredHighlightSchema, placementSchema } from './model.ts';
import type { AppError } from '../contract/errors.ts';
import type { Result } from '../contract/result.ts';

const nothing = z.object({});
const id = z.string().check(z.maxLength(64));

/** Marks of one page that are told of at once; the oldest beyond them are not drawn. */
export const maxHighlights = 2_000;

export const pageMessages = {
  /** The marks of the page and the frame that asks. */
  'highlights.list': {
    input: nothing,
    output: z.object({ marks: z.array(anchoredHighlightSchema) }),
  },
  /** Keeps a selection as a note, in the Memory chosen last. Safe to repeat. */
  'highlights.save': { input: savedSelectionSchema, output: z.object({ memory: z.string() }) },
  /** Takes back what was only just kept here; fails with `save.sent` where that is too late. */
  'highlights.undo': { input: z.object({ id }), output: nothing },
  /** Takes a mark off, or puts it back; the note stays. */
  'highlights.remove': { input: z.object({ id }), output: nothing },
  'highlights.restore': { input: z.object({ id }), output: nothing },
  /** The keys that keep what is selected, as the browser writes them; empty where the person has given none. */
  'highlights.shortcut': { input: nothing, output: z.object({ keys: z.string() }) },
  /** Where the marks were drawn; those of an earlier telling that are not named are as they were. */
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

/** The two schemas of one message, typed by its name. */
export function pageSchemasOf<N extends PageMessageName>(name: N) {
  // TypeScript gives the union of all messages for an index by a type parameter.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return pageMessages[name] as unknown as {
    input: z.ZodMiniType<PageMessageInput<N>>;
    output: z.ZodMiniType<PageMessageOutput<N>>;
  };
}

/** Told to the scripts in one tab. */
export const pageCommandSchema = z.discriminatedUnion('command', [
  /** The marks have changed: list them again. */
  z.object({ command: z.literal('highlights.refresh') }),
  /** Scroll to a mark and let it be seen; answered with `{ isThere }` by the frame that holds it. */
  z.object({ command: z.literal('highlights.reveal'), id: z.string() }),
  /** Open the box for a note on the selection there is; answered with `{ isThere }` by the frame that holds it. */
  z.object({ command: z.literal('highlights.compose') }),
  /**
   * Keep the words that a comment is being written on, with the comment as it stands; words that have a mark already
   * show its card. Answered with `{ isThere }` by the frame that did either.
   */
  z.object({ command: z.literal('highlights.finish') }),
]);
export type PageCommand = z.infer<typeof pageCommandSchema>;

export type HighlighterPorts = {
  /** Asks the background; a question that nobody answers fails with `message.unanswered`. */
  ask: <N extends PageMessageName>(
    name: N,
    input: PageMessageInput<N>,
  ) => Promise<Result<PageMessageOutput<N>, AppError>>;
  /** What the listener gives is the answer; undefined leaves it to another frame. Gives a function that ends it. */
  onCommand: (listener: (command: PageCommand) => Promise<unknown> | undefined) => () => void;
  /** False once the extension was updated or removed. */
  isConnected: () => boolean;
  /** A UUID, also in a page of plain http. */
  newId: () => string;
};
