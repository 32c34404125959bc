import * as z from 'zod/mini';
import { appErrorSchema } from '../contract/errors.ts';
import { callWaitSchema } from '../search/model.ts';

/** Places where the person can write. Each place has one draft. */
export const writingPlaceSchema = z.enum(['popup', 'profile']);
export type WritingPlace = z.infer<typeof writingPlaceSchema>;

export const noteDraftSchema = z.object({
  /** Becomes the id of the note or fact, so that a repeated message saves it once. */
  id: z.uuid(),
  content: z.string(),
  isFact: z.boolean(),
});
export type NoteDraft = z.infer<typeof noteDraftSchema>;

/** Only the person can resend an `unknown` fact, because it might have arrived and would be added twice. */
const factStateSchema = z.discriminatedUnion('status', [
  /** The fact is being sent, or waits. `since` is in milliseconds since the epoch. */
  z.object({ status: z.literal('under-way'), since: z.number() }),
  /** There was no response, so the fact might be in the profile. */
  z.object({ status: z.literal('unknown'), error: appErrorSchema }),
  z.object({ status: z.literal('refused'), error: appErrorSchema }),
  z.object({ status: z.literal('stopped') }),
]);

/** A standing fact that hasn't been confirmed to be in the profile. */
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

/** A fact with only its first words. */
export const factViewSchema = z.extend(z.omit(factSchema, { content: true }), {
  opening: z.string(),
  state: z.discriminatedUnion('status', [
    ...factStateSchema.def.options,
    z.object({ status: z.literal('kept') }),
  ]),
  wait: z.nullable(callWaitSchema),
});
export type FactView = z.infer<typeof factViewSchema>;

type NoteParts = {
  quote: string;
  comment: string | null;
  source: NoteSource | null;
};

type NoteSource = { title: string; url: string };

/** Joins the quote (as Markdown if a comment follows), the comment and the source line. */
export function noteContentOf({ quote, comment, source }: NoteParts): string {
  const own = comment?.trim() ?? '';
  const words = own === '' ? quote : `${quoted(quote)}\n\n${own}`;
  return source === null ? words : `${words}\n\n${sourceLine(source)}`;
}

/** Returns the comment in an edited note; null if only words from the quote are left. */
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

/** Splits a note into the quotation it starts with, without its Markdown, and the comment. Each can be empty. */
export function splitNote(content: string): { quote: string; comment: string } {
  const head = /^(?:>[^\n]*\n?)+/.exec(content)?.[0] ?? '';
  return {
    quote: head.replaceAll(/^> ?/gm, '').trim(),
    comment: content.slice(head.length).trim(),
  };
}

/** Formats the source as “— Title, URL”. */
export function sourceLine({ title, url }: NoteSource): string {
  const name = title.replace(/\s+/g, ' ').trim();
  return name === '' ? `— ${url}` : `— ${name}, ${url}`;
}

/** Trims every line, because editors add or remove white space at line ends. */
function trimmed(text: string): string {
  return text
    .split(lineBreaks)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

const lineBreaks = /\r\n|[\n\r\u2028\u2029]/;

/** Formats text as a Markdown quotation. */
export function quoted(text: string): string {
  return text
    .split(lineBreaks)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
