/** What an index holds of a text: the same terms and words in every engine. */
import { plainText } from '../../lib/text/plain-text.ts';
import { tokenize } from '../../lib/text/tokenize.ts';

export interface IndexedText {
  /** All terms in order, separated by spaces. */
  readonly terms: string;
  /** The terms to use for spelling and compounds, each with the first word that has this stem. */
  readonly words: ReadonlyMap<string, string>;
}

/** Excludes numbers, because similar numbers aren't misspellings, and scripts without spaces. */
const WORD = /^[\p{L}\p{M}]{1,40}$/u;
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Reads the terms and words of Markdown. */
export function indexText(markdown: string): IndexedText {
  const text = plainText(markdown);
  const words = new Map<string, string>();
  const terms = tokenize(text).map(({ term, start, end }) => {
    if (!words.has(term) && WORD.test(term) && !WITHOUT_SPACES.test(term)) {
      words.set(term, text.slice(start, end).toLowerCase());
    }
    return term;
  });
  return { terms: terms.join(' '), words };
}

/** A passage, and the title of its text if it's the first one. */
export interface TitledText {
  readonly title: string | null;
  readonly text: string;
}

/** Adds the words of the title, so that each counts once. */
export function withTitle({ words }: IndexedText, title: string | null): IndexedText['words'] {
  return title === null ? words : new Map([...indexText(title).words, ...words]);
}
