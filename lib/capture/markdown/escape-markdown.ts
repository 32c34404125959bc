/**
 * Escapes only what Markdown would interpret, so that the text stays as close to the page as possible. Whether a
 * character is syntax depends on what the converter writes around it, so `markText` marks the candidates in each text,
 * and `resolveMarks` escapes those that are syntax in the converted block.
 */
import { resolveEmphasis } from './markdown-emphasis.ts';
import { hasLetterOrDigit } from '../words.ts';
import { codeEdge, firstCharacter, isSpace, lastCharacter, literal } from './markdown-marks.ts';

const anyMark = /[\uFDD0-\uFDD3]/;

/** Soft hyphens, byte order marks, control characters, and the marks themselves. They would hide syntax from the checks. */
export const invisible = /[\p{Cc}\xAD\uFEFF\uFDD0-\uFDD3](?<![\t\n\v\f\r\x85])/gu;
const lineSeparators = /[\v\f\r\x85\u2028\u2029]/g;
const runOfSpaces = /[ \xA0]+/g;
const unusual = /[\p{Cc}\xA0\xAD\u2028\u2029\uFEFF\uFDD0-\uFDD3](?<![\t\n])/u;

const candidates = /[\\`*_~[\]<&$]/g;
/** Syntax at the start of a line, or after a bracket. */
const candidateAtStart = /^(\s*\d{0,9})([-+>#=.)|:(])/;
/** Before a link, `!` would make an image. A bracket may look like the end of a link. */
const candidateAtEnd = /(?<!\uFDD0)[!)]$/;

/** Escapes a text that stands alone. */
export function escapeMarkdown(text: string): string {
  return resolveMarks(markText(text));
}

export function markText(text: string): string {
  const visible = unusual.test(text)
    ? text
        .replace(lineSeparators, ' ')
        .replace(invisible, '')
        .replace(runOfSpaces, (run) => (run.includes('\u00A0') ? '\u00A0' : ' '))
    : text;
  const marked = visible
    .replace(candidates, `${literal}$&`)
    .replace(candidateAtStart, `$1${literal}$2`);
  return /[!)]$/.test(marked.slice(-1)) ? marked.replace(candidateAtEnd, `${literal}$&`) : marked;
}

/** Escapes all brackets of a marked text that could end the link or image around it. */
export function markedLabel(text: string): string {
  if (!hasRiskyBracket(text)) return text;
  // `marked` drops the backslash before a bracket and reads the label again.
  return text.replace(/\uFDD0\]\uFDD0?\(/g, '\\]\\(').replace(/\uFDD0([[\]])/g, '\\$1');
}

function hasRiskyBracket(text: string): boolean {
  let depth = 0;
  for (const [, bracket, next = ''] of text.matchAll(/\uFDD0([[\]])\uFDD0?([([:]?)/g)) {
    depth += bracket === '[' ? 1 : -1;
    if (depth < 0 || (bracket === ']' && next !== '')) return true;
  }
  return depth !== 0;
}

export function markedCode(code: string): string {
  return `${codeEdge}${code}${codeEdge}`;
}

/** Replaces the marks in a converted block. */
export function resolveMarks(marked: string): string {
  if (!anyMark.test(marked)) return marked;
  // Adjacent code would become one run of backticks.
  const separated = marked.replace(/\uFDD3\uFDD3/g, ' ').replaceAll(codeEdge, '');
  return resolveLiterals(resolveEmphasis(separated));
}

type Neighbors = {
  before: string;
  after: string;
  /** The character before, unless it's text. */
  markupBefore: string;
  /** What follows, without marks. */
  rest: (length: number) => string;
  isAtLineStart: () => boolean;
  isAfterBullet: () => boolean;
  line: () => string;
  /** Whether an earlier character of this kind in the same paragraph was left unescaped and can open a pair. */
  isPaired: () => boolean;
};

const isSyntax: Readonly<Record<string, (at: Neighbors) => boolean>> = {
  '\\': ({ after }) => /[!-/:-@[-`{-~]/.test(after),
  '`': () => true,
  '*': ({ before, after, isAtLineStart }) => !isSpace(before) || !isSpace(after) || isAtLineStart(),
  // `snake_case` is safe.
  _: ({ before, after }) => !hasLetterOrDigit(before) || !hasLetterOrDigit(after),
  '~': (at) => at.before === '~' || at.after === '~' || (!isSpace(at.before) && at.isPaired()),
  $: (at) => !isSpace(at.before) && !/\d/.test(at.after) && at.isPaired(),
  // Brackets alone are plain text.
  ']': ({ after }) => /[([:]/.test(after),
  '[': (at) => /^[ x]\]/i.test(at.rest(2)) && at.isAfterBullet(),
  '(': ({ markupBefore }) => markupBefore === ']',
  '!': ({ after }) => after === '[',
  '<': ({ after }) => /[a-z/!?]/i.test(after),
  '&': ({ rest }) => /^#?\w+;/.test(rest(40)),
  '>': ({ isAtLineStart }) => isAtLineStart(),
  '#': (at) => /^#{0,5}(?:\s|$)/.test(at.rest(7)) && at.isAtLineStart(),
  '+': (at) => isSpace(at.after) && at.isAtLineStart(),
  '-': (at) => at.isAtLineStart() && (isSpace(at.after) || /^[-:|\s]+$/.test(at.line())),
  '=': (at) => at.isAtLineStart() && /^=*\s*$/.test(at.line()),
  '|': (at) => at.isAtLineStart() && isTableRule(at.line()),
  ':': (at) => at.markupBefore === ']' || (at.isAtLineStart() && isTableRule(at.line())),
  '.': (at) => isSpace(at.after) && /\d/.test(at.before) && at.isAtLineStart(),
  ')': (at) => isSpace(at.after) && /\d/.test(at.before) && at.isAtLineStart(),
};

function isTableRule(line: string): boolean {
  return /^[-:|\s]+$/.test(line) && line.includes('-');
}

/** The markup that can precede the text of a line. */
const linePrefix = /^(?:[ >]|(?:-|\d{1,9}[.)])(?= |$))*$/;
/** Spaces of other kinds at the start of a line are removed later. */
const numberPrefix = /^(?:[\s>]|(?:-|\d{1,9}[.)]) )*\d{1,9}$/;
const bullet = /(?:-|\d[.)]) +$/;
/** Looking further back for the start of a line or of a formula would take quadratic time. */
const maxLookback = 2_000;

function resolveLiterals(marked: string): string {
  const openers = new Map<string, number>();
  return marked.replace(/\uFDD0(.)/gu, (_, character: string, offset: number) => {
    const end = offset + 1 + character.length;
    const rest = (length: number) =>
      marked
        .slice(end, end + 2 * length)
        .replaceAll(literal, '')
        .slice(0, length);
    const before = lastCharacter(marked, offset);
    const lineBefore = () => {
      const near = marked.slice(Math.max(0, offset - maxLookback), offset);
      return near.slice(near.lastIndexOf('\n') + 1);
    };
    const isAtLineStart = () => {
      if (character === '.' || character === ')')
        return numberPrefix.test(lineBefore().replaceAll(literal, ''));
      return isSpace(before) && linePrefix.test(lineBefore().trimEnd());
    };
    const at: Neighbors = {
      before,
      after: firstCharacter(marked, end),
      markupBefore: marked.charAt(offset - 2) === literal ? '' : marked.charAt(offset - 1),
      rest,
      isAtLineStart,
      isAfterBullet: () => isAtLineStart() && bullet.test(lineBefore()),
      line: () => {
        const found = marked.indexOf('\n', end);
        return marked.slice(end, found === -1 ? undefined : found).replaceAll(literal, '');
      },
      isPaired: () => {
        const opener = openers.get(character);
        if (opener === undefined || offset - opener > maxLookback) return false;
        const between = marked.slice(opener, offset);
        return !between.includes('\n') || !/\n[ >]*\n/.test(between);
      },
    };
    if (isSyntax[character]?.(at) === true) {
      // A backslash would become part of a bare URL.
      return character === '<' && /(?:www\.|:\/\/)\S*$/i.test(lineBefore())
        ? '&lt;'
        : `\\${character}`;
    }
    if ((character === '$' || character === '~') && !isSpace(at.after))
      openers.set(character, offset);
    return character;
  });
}
