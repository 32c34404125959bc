/** Escapes only what Markdown would interpret, so that the text stays as close to the page as possible. */

type Escape = {
  /** Checked first, because most texts don't contain it. */
  sign: string;
  mark: RegExp;
  replacement: string;
};

const anywhere: readonly Escape[] = [
  // A literal backslash before punctuation would escape it.
  { sign: '\\', mark: /\\(?=[!-/:-@[-`{-~])/g, replacement: '\\\\' },
  { sign: '`', mark: /`/g, replacement: '\\`' },
  // Emphasis: `*` next to a word, `_` at its edge. `snake_case` is safe.
  { sign: '*', mark: /\*(?=\S)|(?<=\S)\*/g, replacement: '\\*' },
  { sign: '_', mark: /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, replacement: '\\_' },
  { sign: '~~', mark: /~~/g, replacement: '\\~~' },
  // Links and images. Brackets alone are plain text.
  { sign: ']', mark: /\](?=[([:])/g, replacement: '\\]' },
  // HTML tags, comments and character references.
  { sign: '<', mark: /<(?=[a-z/!?])/gi, replacement: '\\<' },
  { sign: '&', mark: /&(?=#?\w+;)/g, replacement: '\\&' },
];

/** Syntax that only counts at the start of a line. */
const atStart: readonly Omit<Escape, 'sign'>[] = [
  { mark: /^(\s*)(#{1,6}|[-+>])(?=\s)/, replacement: '$1\\$2' },
  { mark: /^(\s*)(=+|-{2,})(?=\s*$)/, replacement: '$1\\$2' },
  { mark: /^(\s*)>/, replacement: '$1\\>' },
  { mark: /^(\s*\d{1,9})([.)])(?=\s|$)/, replacement: '$1\\$2' },
];

export function escapeMarkdown(text: string): string {
  let escaped = text;
  for (const { sign, mark, replacement } of anywhere) {
    if (escaped.includes(sign)) escaped = escaped.replace(mark, replacement);
  }
  if (!/^\s*[-#+>=\d]/.test(escaped)) return escaped;
  for (const { mark, replacement } of atStart) escaped = escaped.replace(mark, replacement);
  return escaped;
}
