/** Takes out of Markdown what no reader sees, and leaves code as it is. */

const fenceStart = /^[\s>]*(?:(?:-|\d+\.) +)*(`{3,})/;

/**
 * Gives the Markdown with single blank lines, no space at the end of lines but that of a line break, and without soft
 * hyphens and byte order marks, which stand inside words and would keep them from being found.
 */
export function tidyMarkdown(markdown: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of markdown
    .replace(/[\u00AD\uFEFF]/g, '')
    .replace(/\u00A0/g, ' ')
    .split('\n')) {
    if (fence !== null) {
      lines.push(line);
      if (line.replace(/^[\s>]+/, '') === fence) fence = null;
      continue;
    }
    fence = fenceStart.exec(line)?.[1] ?? null;
    if (line.trim() === '') endParagraph(lines);
    else lines.push(tidyLine(line));
  }
  endParagraph(lines);
  return lines.join('\n').trim();
}

/** Behind a word no mark begins a list or a quote, so it needs no backslash; code keeps its own. */
function tidyLine(line: string): string {
  const hasEscape = line.includes(' \\') && !line.includes('`');
  const text = hasEscape ? line.replace(/(?<=[\p{L}\p{N}*_] )\\(?=[-+>] )/gu, '') : line;
  return /\S {2,}$/.test(text) ? `${text.trimEnd()}  ` : text.trimEnd();
}

/** A line break at the end of a paragraph breaks nothing. */
function endParagraph(lines: string[]): void {
  const last = lines.at(-1);
  if (last === undefined || last === '') return;
  lines[lines.length - 1] = last.trimEnd();
  lines.push('');
}
