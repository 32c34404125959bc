import type { HighlightView } from '../../lib/highlights/model.ts';
import { quoted } from '../../lib/notes/model.ts';

/** Formats one highlight with its comment and source. */
export function highlightMarkdown(highlight: HighlightView): string {
  return `${bodyOf(highlight)}\n\n— ${linkOf(highlight)}\n`;
}

/** Formats all highlights of a page below its title. */
export function pageMarkdown(
  page: { title: string; url: string },
  highlights: readonly HighlightView[],
): string {
  return `## ${linkOf(page)}\n\n${highlights.map(bodyOf).join('\n\n')}\n`;
}

function bodyOf({ quote, comment }: HighlightView): string {
  return comment === null ? quoted(quote) : `${quoted(quote)}\n\n${comment}`;
}

function linkOf({ title, url }: { title: string; url: string }): string {
  const name = title
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\[\]]/g, '\\$&');
  const address = url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(/\s/g, '%20');
  return name === '' ? `<${address}>` : `[${name}](${address})`;
}
