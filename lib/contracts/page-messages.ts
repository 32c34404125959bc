/**
 * What a script of the extension inside a page may ask the background, and what it can be told: nothing else. The
 * script runs beside a page that nobody trusts, so the background takes the page's address from the browser alone.
 */
import * as z from 'zod/mini';
import { keptSelectionSchema, markSchema, placementSchema } from './highlights.ts';

const nothing = z.object({});
const id = z.string().check(z.maxLength(64));

/** Marks of one page that are told of at once; the oldest beyond them are not drawn. */
export const maxMarks = 2_000;

export const pageMessages = {
  /** The marks of the page and the frame that asks. */
  'marks.list': { input: nothing, output: z.object({ marks: z.array(markSchema) }) },
  /** Keeps a selection as a note, in the Memory chosen last. Safe to repeat. */
  'marks.keep': { input: keptSelectionSchema, output: z.object({ memory: z.string() }) },
  /** Takes back what was only just kept here; fails with `save.sent` where that is too late. */
  'marks.undo': { input: z.object({ id }), output: nothing },
  /** Takes a mark off, or puts it back; the note stays. */
  'marks.unmark': { input: z.object({ id }), output: nothing },
  'marks.mark': { input: z.object({ id }), output: nothing },
  /** The keys that keep what is selected, as the browser writes them; empty where the person has given none. */
  'marks.keys': { input: nothing, output: z.object({ keys: z.string() }) },
  /** Where the marks were drawn; those of an earlier telling that are not named are as they were. */
  'marks.placed': {
    input: z.object({
      placements: z
        .array(z.object({ id, placement: placementSchema, order: z.int() }))
        .check(z.maxLength(maxMarks)),
    }),
    output: nothing,
  },
} as const;
export type PageMessages = typeof pageMessages;
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
  z.object({ command: z.literal('marks.refresh') }),
  /** Scroll to a mark and let it be seen; answered with `{ isThere }` by the frame that holds it. */
  z.object({ command: z.literal('marks.reveal'), id: z.string() }),
  /** Open the box for a note on the selection there is; answered with `{ isThere }` by the frame that holds it. */
  z.object({ command: z.literal('marks.compose') }),
  /**
   * Keep the words that a comment is being written on, with the comment as it stands; words that have a mark already
   * show its card. Answered with `{ isThere }` by the frame that did either.
   */
  z.object({ command: z.literal('marks.finish') }),
]);
export type PageCommand = z.infer<typeof pageCommandSchema>;
