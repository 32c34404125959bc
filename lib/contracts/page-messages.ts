/**
 * What a script of the extension inside a page may ask the background, and what it can be told: nothing else. The
 * script runs beside a page that nobody trusts, so the background takes the page's address from the browser alone.
 */
import * as z from 'zod/mini';
import { keptSelectionSchema, markSchema, placementSchema } from './highlights.ts';

const nothing = z.object({});

export const pageMessages = {
  /** The marks of the page and the frame that asks. */
  'marks.list': { input: nothing, output: z.object({ marks: z.array(markSchema) }) },
  /** Keeps a selection as a note, in the Memory chosen last. Safe to repeat. */
  'marks.keep': { input: keptSelectionSchema, output: z.object({ memory: z.string() }) },
  /** Takes a mark off, or puts it back; the note stays. */
  'marks.unmark': { input: z.object({ id: z.string() }), output: nothing },
  'marks.mark': { input: z.object({ id: z.string() }), output: nothing },
  /** Where the marks were drawn; those of an earlier telling that are not named are as they were. */
  'marks.placed': {
    input: z.object({
      placements: z.array(z.object({ id: z.string(), placement: placementSchema, order: z.int() })),
    }),
    output: nothing,
  },
} as const;
export type PageMessages = typeof pageMessages;
export type PageMessageName = keyof PageMessages;
export type PageMessageInput<N extends PageMessageName> = z.infer<PageMessages[N]['input']>;
export type PageMessageOutput<N extends PageMessageName> = z.infer<PageMessages[N]['output']>;

/** Told to the scripts in one tab. */
export const pageCommandSchema = z.discriminatedUnion('command', [
  /** The marks have changed: list them again. */
  z.object({ command: z.literal('marks.refresh') }),
  /** Scroll to a mark and let it be seen; answered with `{ isThere }` by the frame that holds it. */
  z.object({ command: z.literal('marks.reveal'), id: z.string() }),
  /** Open the box for a note on the selection there is. */
  z.object({ command: z.literal('marks.compose') }),
]);
export type PageCommand = z.infer<typeof pageCommandSchema>;
