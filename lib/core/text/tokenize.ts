/** The words of a text as the index keeps them: one tokeniser for the index, for queries and for marks. */
import { foldWord } from './fold-word.ts';
import { forEachSegment, unitsOf, type Segment, type Unit } from './segments.ts';
import { stem } from './stem.ts';

/** A term and the stretch of text it stands for: `[start, end)` in UTF-16 code units. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** No term is longer: what differs only beyond this many characters counts as the same word. */
const MAX_TERM_LENGTH = 64;

/**
 * Lists the terms of a text in their order.
 *
 * Words are folded and stemmed. Ideographs give each character and each pair; letters of scripts without spaces give
 * pairs and triples. A term holds no ASCII character but lower-case letters and digits.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  forEachSegment(text, (segment) => {
    if (segment.kind === 'ideographs')
      pushRuns(tokens, unitsOf(segment.text, segment.start), [1, 2]);
    else if (segment.kind === 'unspaced')
      pushRuns(tokens, unitsOf(segment.text, segment.start), [2, 3]);
    else pushWord(tokens, segment);
  });
  return tokens;
}

/** A word's two forms: as folded, for stop words, and as the index keeps it. Empty where nothing is left of it. */
export function wordForms(word: string): { readonly folded: string; readonly term: string } {
  const known = forms.get(word);
  if (known !== undefined) return known;
  const folded = foldWord(withoutClitics(word.slice(0, 4 * MAX_TERM_LENGTH)))
    .replace(NOT_IN_TERMS, '')
    .slice(0, MAX_TERM_LENGTH)
    .toWellFormed();
  const made = { folded, term: stem(folded) };
  if (forms.size >= REMEMBERED_WORDS) forms.clear();
  // A very long word is a slice of the whole text; keeping it would keep that text.
  if (word.length <= MAX_TERM_LENGTH) forms.set(word, made);
  return made;
}

/** Pushes each run of the given lengths; a stretch shorter than all of them gives the whole of itself. */
export function pushRuns(
  tokens: Token[],
  units: readonly Unit[],
  lengths: readonly number[],
): void {
  const wanted = new Set(lengths.map((length) => Math.min(length, units.length)));
  const longest = Math.max(...wanted);
  units.forEach(({ start }, first) => {
    let term = '';
    for (let length = 1; length <= longest; length += 1) {
      const unit = units[first + length - 1];
      if (unit === undefined) break;
      term += unit.text;
      if (wanted.has(length)) tokens.push({ term, start, end: unit.end });
    }
  });
}

const REMEMBERED_WORDS = 20_000;
const forms = new Map<string, { readonly folded: string; readonly term: string }>();

const NOT_IN_TERMS = /[^a-z0-9\u0080-\u{10FFFF}]/gu;
const POSSESSIVE = /['\u2019\u02BC\uFF07][sS]$/;
/** French and Italian articles and pronouns written before a vowel, such as in l'eau. */
const ELISION =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|all|dall|dell|nell|sull|quest|quell|un)['\u2019\u02BC\uFF07](?=..)/i;

function withoutClitics(word: string): string {
  return word.replace(ELISION, '').replace(POSSESSIVE, '');
}

function pushWord(tokens: Token[], segment: Segment): void {
  const { term } = wordForms(segment.text);
  if (term === '') return;
  tokens.push({ term, start: segment.start, end: segment.start + segment.text.length });
}
