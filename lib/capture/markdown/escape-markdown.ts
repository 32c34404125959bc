/** Escapes what Markdown would take for a mark, and nothing else: the text should stay as near to the page as it can. */

/** What is asked for first, as most texts have none of it; the mark; what is written for it. */
const escapes: readonly (readonly [sign: string, mark: RegExp, replacement: string])[] = [
  // A backslash that already stands before a mark would escape it.
  ['\\', /\\(?=[!-/:-@[-`{-~])/g, '\\\\'],
  ['`', /`/g, '\\`'],
  // Emphasis: a star beside a word, an underscore at its edge; `snake_case` is no emphasis.
  ['*', /\*(?=\S)|(?<=\S)\*/g, '\\*'],
  ['_', /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'],
  ['~~', /~~/g, '\\~~'],
  // Links and images; brackets alone are text.
  [']', /\](?=[([:])/g, '\\]'],
  // Tags, comments and character references.
  ['<', /<(?=[a-z/!?])/gi, '\\<'],
  ['&', /&(?=#?\w+;)/g, '\\&'],
  // Marks that count at the start of a line only.
  ['', /^(\s*)(#{1,6}|[-+>])(?=\s)/, '$1\\$2'],
  ['', /^(\s*)(=+|-{2,})(?=\s*$)/, '$1\\$2'],
  ['>', /^(\s*)>/, '$1\\>'],
  ['', /^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
];

/** Gives the text with a backslash before each mark of Markdown. */
export function escapeMarkdown(text: string): string {
  let escaped = text;
  for (const [sign, mark, replacement] of escapes) {
    if (escaped.includes(sign)) escaped = escaped.replace(mark, replacement);
  }
  return escaped;
}
