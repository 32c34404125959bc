/** Writes emphasis so that Markdown recognizes it, which depends on the characters around its delimiters. */
import { hasLetterOrDigit } from '../words.ts';
import { closing, firstCharacter, isSpace, lastCharacter, opening } from './markdown-marks.ts';

type Delimiter = { kind: string; isOpening: boolean; partner: Delimiter | null; at: number };
type Pair = { open: Delimiter; close: Delimiter };
/** Delimiter `n` is between the texts `n` and `n + 1`. */
type Parts = { texts: string[]; delimiters: Delimiter[] };

const delimiterMark = /([\uFDD1\uFDD2])(\*\*?|~~)/;

export function markedEmphasis(text: string, kind: '*' | '**' | '~~'): string {
  return `${opening}${kind}${text}${closing}${kind}`;
}

/** Keeps delimiters that work, moves them past punctuation if that makes them work, and drops the others. */
export function resolveEmphasis(marked: string): string {
  if (!marked.includes(opening)) return marked;
  const parts = partsOf(marked);
  for (const close of parts.delimiters) {
    const open = close.isOpening ? null : close.partner;
    if (open !== null && !makeWork(parts, { open, close })) drop({ open, close });
  }
  const { texts, delimiters } = parts;
  return texts.map((text, at) => text + (liveKind(delimiters[at]) ?? '')).join('');
}

function partsOf(marked: string): Parts {
  const pieces = marked.split(delimiterMark);
  const texts = pieces.filter((_, at) => at % 3 === 0);
  const delimiters: Delimiter[] = [];
  const open: Delimiter[] = [];
  for (let at = 0; at + 1 < texts.length; at++) {
    const isOpening = pieces[3 * at + 1] === opening;
    const delimiter: Delimiter = { kind: pieces[3 * at + 2] ?? '', isOpening, partner: null, at };
    const before = delimiters[at - 1];
    delimiters.push(delimiter);
    if (isOpening) {
      const reopened =
        texts[at] === '' && before !== undefined && !before.isOpening ? before : null;
      // Markdown would read `**a****b**` differently.
      if (reopened?.partner != null && reopened.kind === delimiter.kind) {
        open.push(reopened.partner);
        reopened.partner.partner = null;
        reopened.partner = null;
      } else open.push(delimiter);
    } else {
      const partner = open.pop();
      if (partner?.kind !== delimiter.kind) continue;
      delimiter.partner = partner;
      partner.partner = delimiter;
    }
  }
  return { texts, delimiters };
}

function drop({ open, close }: Pair): void {
  open.partner = null;
  close.partner = null;
}

function liveKind(delimiter: Delimiter | undefined): string | null {
  return delimiter == null || delimiter.partner === null ? null : delimiter.kind;
}

/** More punctuation is no text to emphasize. */
const maxMoves = 50;

/** Returns false if no position works. */
function makeWork(parts: Parts, { open, close }: Pair): boolean {
  const worksAt = (delimiter: Delimiter) => {
    const [before, after] = [characterBefore(parts, delimiter), characterAfter(parts, delimiter)];
    return delimiter.isOpening ? canFlank(after, before) : canFlank(before, after);
  };
  const { texts } = parts;
  // Most emphasis starts with a Latin letter, and compiling these patterns takes a millisecond.
  const isBracketed =
    !/^\w/.test(texts[open.at + 1] ?? '') &&
    /^\uFDD0?[\p{Ps}\p{Pi}]/u.test(texts[open.at + 1] ?? '') &&
    /[\p{Pe}\p{Pf}]$/u.test(texts[close.at] ?? '');
  if (isBracketed && !(worksAt(open) && worksAt(close))) {
    moveForward(parts, open);
    moveBackward(parts, close);
  }
  for (let moves = 0; !worksAt(open); moves++)
    if (moves === maxMoves || !moveForward(parts, open)) return false;
  for (let moves = 0; !worksAt(close); moves++)
    if (moves === maxMoves || !moveBackward(parts, close)) return false;
  return true;
}

/** Next to punctuation, a delimiter works only if there's no letter on its other side. */
function canFlank(inside: string, outside: string): boolean {
  if (isSpace(inside)) return false;
  if (hasLetterOrDigit(inside) || isSpace(outside)) return true;
  if (!/[\p{P}\p{S}]/u.test(inside)) return true;
  return !hasLetterOrDigit(outside) && /[\p{P}!-/:-@[-`{-~]/u.test(outside);
}

function characterAfter({ texts, delimiters }: Parts, { at, kind }: Delimiter): string {
  for (let next = at + 1; next < texts.length; next++) {
    const text = texts[next] ?? '';
    if (text !== '') return firstCharacter(text);
    const following = liveKind(delimiters[next]);
    if (following !== null && following[0] !== kind[0]) return following[0] ?? '';
  }
  return '';
}

function characterBefore({ texts, delimiters }: Parts, { at, kind }: Delimiter): string {
  for (let previous = at; previous >= 0; previous--) {
    const text = texts[previous] ?? '';
    if (text !== '') return lastCharacter(text);
    const preceding = liveKind(delimiters[previous - 1]);
    if (preceding !== null && preceding[0] !== kind[0]) return preceding[0] ?? '';
  }
  return '';
}

/** Punctuation of the page's text, not of a link, an image, code or a formula. */
const leadingPunctuation = /^(?:\uFDD0[\p{P}\p{S}]|(?!!\[)[^\P{P}[`*])\s*/u;
const trailingPunctuation = /\s*(?:\uFDD0[\p{P}\p{S}]|[^\P{P}\])`*\\])$/u;

function moveForward({ texts }: Parts, { at }: Delimiter): boolean {
  const inside = texts[at + 1] ?? '';
  const [moved] = leadingPunctuation.exec(inside) ?? [];
  if (moved === undefined || moved.length === inside.length) return false;
  texts[at] += moved;
  texts[at + 1] = inside.slice(moved.length);
  return true;
}

function moveBackward({ texts }: Parts, { at }: Delimiter): boolean {
  const inside = texts[at] ?? '';
  const [moved] = trailingPunctuation.exec(inside) ?? [];
  if (moved === undefined || moved.length === inside.length) return false;
  texts[at] = inside.slice(0, inside.length - moved.length);
  texts[at + 1] = moved + (texts[at + 1] ?? '');
  return true;
}
