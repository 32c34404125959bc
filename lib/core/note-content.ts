/** What a note holds where a person keeps words of a page, with or without words of their own. */

export type NoteWords = {
  /** The words of the page. */
  quote: string;
  /** The person's own; null where they wrote none. */
  comment: string | null;
  /** Where the words are from; null where the note is not to say so. */
  source: NoteSource | null;
};

export type NoteSource = { title: string; url: string };

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
