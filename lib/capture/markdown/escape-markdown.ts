/** Escapes what Markdown would take for a mark, and nothing else: the text should stay as near to the page as it can. */

type Escape = {
  /** What is asked for first, as most texts have none of it. */
  sign: string;
  mark: RegExp;
  replacement: string;
};

const anywhere: readonly Escape[] = [
  // A backslash that already stands before a mark would escape it.
  { sign: '\\', mark: /\\(?=[!-/:-@[-`{-~])/g, replacement: '\\\\' },
  { sign: '`', mark: /`/g, replacement: '\\`' },
  // Emphasis: a star beside a word, an underscore at its edge; `snake_case` is no emphasis.
  { sign: '*', mark: /\*(?=\S)|(?<=\S)\*/g, replacement: '\\*' },
  { sign: '_', mark: /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, replacement: '\\_' },
  { sign: '~~', mark: /~~/g, replacement: '\\~~' },
  // Links and images; brackets alone are text.
  { sign: ']', mark: /\](?=[([:])/g, replacement: '\\]' },
  // Tags, comments and character references.
  { sign: '<', mark: /<(?=[a-z/!?])/gi, replacement: '\\<' },
  { sign: '&', mark: /&(?=#?\w+;)/g, replacement: '\\&' },
];

/** Marks that count at the start of a line only. */
const atStart: readonly Omit<Escape, 'sign'>[] = [
  { mark: /^(\s*)(#{1,6}|[-+>])(?=\s)/, replacement: '$1\\$2' },
  { mark: /^(\s*)(=+|-{2,})(?=\s*$)/, replacement: '$1\\$2' },
  { mark: /^(\s*)>/, replacement: '$1\\>' },
  { mark: /^(\s*\d{1,9})([.)])(?=\s|$)/, replacement: '$1\\$2' },
];

/** Gives the text with a backslash before each mark of Markdown. */
export function escapeMarkdown(text: string): string {
  let escaped = text;
  for (const { sign, mark, replacement } of anywhere) {
    if (escaped.includes(sign)) escaped = escaped.replace(mark, replacement);
  }
  if (!/^\s*[-#+>=\d]/.test(escaped)) return escaped;
  for (const { mark, replacement } of atStart) escaped = escaped.replace(mark, replacement);
  return escaped;
}
