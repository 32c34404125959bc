/** Drafts, the facts being added to the profile, and the text of notes. */
import * as z from 'zod/mini';
import { appErrorSchema } from '../contract/errors.ts';
import { callWaitSchema } from '../search/model.ts';

/** The surface something is written in; each has one draft. */
export const writingPlaceSchema = z.enum(['popup', 'profile']);
export type WritingPlace = z.infer<typeof writingPlaceSchema>;

export const noteDraftSchema = z.object({
  /** Also the id of the note or fact, so that sending it twice saves it once. */
  id: z.uuid(),
  content: z.string(),
  isFact: z.boolean(),
});
export type NoteDraft = z.infer<typeof noteDraftSchema>;

/**
 * `under-way` ends when the service has the fact, or in `unknown | refused | stopped`. Only the person can send it again: the
 * contract can't tell whether a fact arrived whose response was lost, so it could be added twice.
 */
const factStateSchema = z.discriminatedUnion('status', [
  /** Being sent, or waiting. `since` in milliseconds since the epoch. */
  z.object({ status: z.literal('under-way'), since: z.number() }),
  /** No response came, so it may be in the profile. */
  z.object({ status: z.literal('unknown'), error: appErrorSchema }),
  z.object({ status: z.literal('refused'), error: appErrorSchema }),
  /** Canceled before it was sent. */
  z.object({ status: z.literal('stopped') }),
]);

/** A fact that isn't known to be in the profile, as stored on this device. */
export const factSchema = z.object({
  id: z.string(),
  content: z.string(),
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  state: factStateSchema,
});
export type Fact = z.infer<typeof factSchema>;

/** A fact as surfaces show it, with its first words. */
export const factViewSchema = z.extend(z.omit(factSchema, { content: true }), {
  opening: z.string(),
  state: z.discriminatedUnion('status', [
    ...factStateSchema.def.options,
    z.object({ status: z.literal('kept') }),
  ]),
  /** Why it waits; null if it doesn't. */
  wait: z.nullable(callWaitSchema),
});
export type FactView = z.infer<typeof factViewSchema>;

type NoteParts = {
  quote: string;
  comment: string | null;
  /** Null to leave it out. */
  source: NoteSource | null;
};

type NoteSource = { title: string; url: string };

/** Gives the text of a note: the quote, as a Markdown quotation if a comment follows, and the source in the last line. */
export function noteContentOf({ quote, comment, source }: NoteParts): string {
  const own = comment?.trim() ?? '';
  const words = own === '' ? quote : `${quoted(quote)}\n\n${own}`;
  return source === null ? words : `${words}\n\n${sourceLine(source)}`;
}

/**
 * Gives the comment in a note that can have been edited as a whole: its text without the quote and the source. Null if
 * nothing is left, or only words of the quote.
 */
export function commentIn(
  content: string,
  { quote, source }: { quote: string; source: NoteSource },
): string | null {
  const text = trimmed(content);
  const line = sourceLine(source);
  const words = text.endsWith(line) ? text.slice(0, -line.length).trim() : text;
  const plain = trimmed(quote);
  const head = [trimmed(quoted(quote)), plain].find(
    (start) => words === start || words.startsWith(`${start}\n`),
  );
  const own = head === undefined ? words : words.slice(head.length).trim();
  return plain.includes(own) ? null : own;
}

/** Gives the line that says where words are from: “— Title, URL”. */
export function sourceLine({ title, url }: NoteSource): string {
  const name = title.replace(/\s+/g, ' ').trim();
  return name === '' ? `— ${url}` : `— ${name}, ${url}`;
}

/** Removes white space that editors add or drop at line ends. */
function trimmed(text: string): string {
  return text
    .split(lineBreaks)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

const lineBreaks = /\r\n|[\n\r\u2028\u2029]/;

function quoted(text: string): string {
  return text
    .split(lineBreaks)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
