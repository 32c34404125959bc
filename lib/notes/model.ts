/** What the person writes themselves: drafts, and standing facts on their way to the profile. */
import * as z from 'zod/mini';
import { appErrorSchema } from '../contract/errors.ts';
import { callWaitSchema } from '../search/model.ts';

/** The surface something is written in; each has a draft of its own. */
export const writingPlaceSchema = z.enum(['popup', 'profile']);
export type WritingPlace = z.infer<typeof writingPlaceSchema>;

/** What was written and not sent, as kept on this device. */
export const noteDraftSchema = z.object({
  /** What is sent of it has the same id, so that it is there once however often it is sent. */
  id: z.uuid(),
  content: z.string(),
  /** It is meant for the profile. */
  isFact: z.boolean(),
});
export type NoteDraft = z.infer<typeof noteDraftSchema>;

/**
 * `under-way` → gone, once the service has it, or `unknown | refused | stopped`, from where only the person's word leads
 * on: the contract has no way to find out whether a fact whose answer was lost arrived, and sent again it may be there
 * twice.
 */
const factStateSchema = z.discriminatedUnion('status', [
  /** Being sent, or in the line before that. `since` in milliseconds since the epoch. */
  z.object({ status: z.literal('under-way'), since: z.number() }),
  /** No answer came, so it may be in the profile. */
  z.object({ status: z.literal('unknown'), error: appErrorSchema }),
  z.object({ status: z.literal('refused'), error: appErrorSchema }),
  /** The person gave it up before it was sent. */
  z.object({ status: z.literal('stopped') }),
]);

/** A standing fact that the service has not said to have, as stored on this device. */
export const factSchema = z.object({
  id: z.string(),
  content: z.string(),
  /** The connection it was written for; it is sent nowhere else. */
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  state: factStateSchema,
});
export type Fact = z.infer<typeof factSchema>;

/** A standing fact as a surface sees it, by its first words. */
export const factViewSchema = z.extend(z.omit(factSchema, { content: true }), {
  opening: z.string(),
  state: z.discriminatedUnion('status', [
    ...factStateSchema.def.options,
    z.object({ status: z.literal('kept') }),
  ]),
  /** Why it has not been sent yet; null where it is being sent, or rests. */
  wait: z.nullable(callWaitSchema),
});
export type FactView = z.infer<typeof factViewSchema>;

type NoteWords = {
  /** The words of the page. */
  quote: string;
  /** The person's own; null where they wrote none. */
  comment: string | null;
  /** Where the words are from; null where the note is not to say so. */
  source: NoteSource | null;
};

type NoteSource = { title: string; url: string };

/**
 * Gives the note. Without a comment and a source it is the quote, letter by letter; with a comment the quote stands
 * above it as a quotation in Markdown, so that nobody takes the one for the other. The source is the last line.
 */
export function noteContentOf({ quote, comment, source }: NoteWords): string {
  const own = comment?.trim() ?? '';
  const words = own === '' ? quote : `${quoted(quote)}\n\n${own}`;
  return source === null ? words : `${words}\n\n${sourceLine(source)}`;
}

/**
 * Gives the person's own words in a note, which they may have changed as a whole: what is left without the quote and the
 * source. Null where that is nothing, or nothing but words of the quote.
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

/** Without what an editor drops or puts at the ends of lines. */
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
