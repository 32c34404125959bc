/** Noncharacters, which no text contains, mark what depends on the Markdown around it until a block is converted. */

/** Before a character of the page's text that Markdown may interpret. */
export const literal = '\uFDD0';
/** Before the delimiters of emphasis. */
export const opening = '\uFDD1';
export const closing = '\uFDD2';
/** At both ends of inline code. */
export const codeEdge = '\uFDD3';

/** Returns the first character that isn't a mark. */
export function firstCharacter(text: string, from = 0): string {
  const code = text.codePointAt(text.charAt(from) === literal ? from + 1 : from);
  return code === undefined ? '' : String.fromCodePoint(code);
}

export function lastCharacter(text: string, end = text.length): string {
  const last = text.slice(Math.max(0, end - 2), end);
  return /^[\uD800-\uDBFF]/.test(last) ? last : last.slice(-1);
}

/** Line breaks and the edges of the text count as spaces. */
export function isSpace(character: string): boolean {
  return character === '' || /\s/.test(character);
}
