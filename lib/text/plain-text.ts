import { blocksOf, endOfLine, type BlockKind } from './blocks.ts';

/** Converts Markdown to plain text, line by line. Links become their text, images their alternative text. */
export function plainText(markdown: string): string {
  return blocksOf(markdown)
    .map((block) => plainBlock[block.kind](markdown.slice(block.start, block.end)))
    .join('');
}

const plainBlock: Readonly<Record<BlockKind, (text: string) => string>> = {
  blank: (text) => text,
  mark: () => '',
  code: withoutFences,
  heading: (text) => eachLine(text, plainHeading),
  table: (text) => eachLine(text, plainRow),
  item: plainLines,
  quote: plainLines,
  paragraph: plainLines,
};

function plainLines(text: string): string {
  return plainInline(eachLine(text, (line) => line.replace(LINE_MARKS, '')));
}

function plainHeading(line: string): string {
  return plainInline(line.replace(/^ {0,3}#{1,6}\s*/, '').replace(/(\s)#{1,6}\s*$/, '$1'));
}

/** Matches quote marks, bullet and task box, in this order. The numbers of list items are kept. */
const LINE_MARKS =
  /^[ \t]{0,40}(?:>[ \t]?){0,20}(?:[ \t]{0,20}[-*+](?=\s))?[ \t]*(?:\[[ xX]\](?=\s)[ \t]*)?/;

function eachLine(text: string, change: (line: string) => string): string {
  let changed = '';
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start);
    const hasBreak = text.charAt(end - 1) === '\n';
    changed += change(text.slice(start, hasBreak ? end - 1 : end)) + (hasBreak ? '\n' : '');
    start = end;
  }
  return changed;
}

function withoutFences(text: string): string {
  const opening = /^ {0,3}(`{3,}|~{3,})[^\n]{0,400}\n?/.exec(text);
  if (opening === null) return text;
  const inside = text.slice(opening[0].length);
  const closing = /(?:^|\n) {0,3}[`~]{3,}[ \t]*(\n?)$/.exec(inside.slice(-200));
  return closing === null ? inside : inside.slice(0, inside.length - closing[0].length) + '\n';
}

function plainRow(line: string): string {
  if (line.length < 10_000 && /^[\s|:-]+$/.test(line)) return '';
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => plainInline(cell.trim())).join('  ');
}

/** Removes inline markup and escapes. Characters that aren't markup are kept (`5 * 3`). */
export function plainInline(text: string): string {
  return new InlineReader(text).read();
}

const ESCAPABLE = /[!-/:-@[-`{-~]/;
/** Limits the search for a closing parenthesis. */
const MAX_DESTINATION = 4096;
const MAX_NESTING = 3;

class InlineReader {
  readonly #text: string;
  #at = 0;
  #out: string[] = [];
  #brackets: number[] = [];
  #nextParenthesis = -1;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string {
    while (this.#at < this.#text.length) {
      const from = this.#at;
      const take = InlineReader.#takers.get(this.#text.charAt(from));
      if (take?.(this) !== true) this.#copy(this.#endOfWords(from));
    }
    return this.#out.join('');
  }

  /** Handlers by first character. They return false if it's an ordinary character. */
  static readonly #takers: ReadonlyMap<string, (reader: InlineReader) => boolean> = new Map([
    ['\\', (reader) => reader.#takeEscape()],
    ['`', (reader) => reader.#takeCode()],
    ['*', (reader) => reader.#takeEmphasis('*')],
    ['_', (reader) => reader.#takeEmphasis('_')],
    ['~', (reader) => reader.#takeEmphasis('~')],
    ['!', (reader) => reader.#text.charAt(reader.#at + 1) === '[' && reader.#open(2)],
    ['[', (reader) => reader.#open(1)],
    [']', (reader) => reader.#close()],
    ['<', (reader) => reader.#takeAutolink()],
    ['$', (reader) => reader.#takeFormula()],
  ]);

  #takeEscape(): boolean {
    const escaped = this.#text.charAt(this.#at + 1);
    if (!ESCAPABLE.test(escaped)) return false;
    this.#out.push(escaped);
    this.#at += 2;
    return true;
  }

  #takeCode(): boolean {
    const end = this.#endOfRun('`');
    const ticks = this.#text.slice(this.#at, end);
    const close = ticks.length <= 3 ? this.#text.slice(end, end + MAX_CODE).indexOf(ticks) : -1;
    if (close === -1) {
      this.#copy(end);
      return true;
    }
    this.#at = end;
    this.#copy(end + close);
    this.#at = end + close + ticks.length;
    return true;
  }

  #takeEmphasis(mark: string): boolean {
    const end = this.#endOfRun(mark);
    const [before, after] = [this.#text.charAt(this.#at - 1), this.#text.charAt(end)];
    const isLoose = (before === '' || isSpace(before)) && (after === '' || isSpace(after));
    const isInWord = WORD.test(before) && WORD.test(after);
    const isSingle = end - this.#at === 1;
    const isText =
      isLoose || (isInWord && (mark === '_' || isSingle)) || (mark === '~' && isSingle);
    if (isText) this.#copy(end);
    else this.#at = end;
    return true;
  }

  #open(length: number): boolean {
    this.#brackets.push(this.#out.length);
    this.#copy(this.#at + length);
    return true;
  }

  /** Ends a link or image if its destination follows the bracket. */
  #close(): boolean {
    const opened = this.#brackets.pop();
    if (opened === undefined) return false;
    const end =
      this.#text.charAt(this.#at + 1) === '(' ? this.#endOfDestination(this.#at + 1) : null;
    if (end === null) {
      this.#copy(this.#at + 1);
    } else {
      this.#out[opened] = '';
      this.#at = end;
    }
    return true;
  }

  #endOfDestination(start: number): number | null {
    if (this.#nextParenthesis < start) {
      const found = this.#text.indexOf(')', start);
      this.#nextParenthesis = found === -1 ? Infinity : found;
    }
    if (this.#nextParenthesis - start > MAX_DESTINATION) return null;
    let depth = 0;
    for (let index = start; index - start <= MAX_DESTINATION; index += 1) {
      const character = this.#text.charAt(index);
      if (character === '\\') index += 1;
      else if (character === '(') depth += 1;
      else if (character === ')') depth -= 1;
      if (depth === 0) return index + 1;
      if (depth > MAX_NESTING || character === '') return null;
    }
    return null;
  }

  #takeAutolink(): boolean {
    AUTOLINK.lastIndex = this.#at;
    const match = AUTOLINK.exec(this.#text);
    if (match === null) return false;
    this.#out.push(match[1] ?? ' ');
    this.#at = AUTOLINK.lastIndex;
    return true;
  }

  /** Keeps formulas as written, because TeX uses the same characters. */
  #takeFormula(): boolean {
    FORMULA.lastIndex = this.#at;
    const isFormula = FORMULA.test(this.#text);
    if (isFormula) this.#copy(FORMULA.lastIndex);
    return isFormula;
  }

  #copy(end: number): void {
    this.#out.push(this.#text.slice(this.#at, end));
    this.#at = end;
  }

  #endOfRun(mark: string): number {
    let end = this.#at;
    while (this.#text.charAt(end) === mark) end += 1;
    return end;
  }

  #endOfWords(from: number): number {
    NEXT_MARK.lastIndex = from + 1;
    return NEXT_MARK.exec(this.#text)?.index ?? this.#text.length;
  }
}

const MAX_CODE = 2000;
const WORD = /[\p{L}\p{N}]/u;
const NEXT_MARK = /[\\`*_~[\]<!$]/g;
/** Must contain TeX syntax. Rules out amounts of money: no space before the second `$`, and no digit after it. */
const FORMULA = /(\$\$?)(?=\S[^$\n]*[\\^_])[^$\n]*[^$\s]\1(?!\d)/y;
/** Matches an autolink or an HTML line break. */
const AUTOLINK =
  /<(?:([a-z][a-z0-9+.-]{1,31}:[^\s<>]{1,4096}|[^\s<>@]{1,200}@[^\s<>]{1,200})|br\s?\/?)>/iy;

function isSpace(character: string): boolean {
  return /\s/.test(character);
}
