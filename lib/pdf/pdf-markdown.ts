import { blocksOf, type Block, leadingPageMarker, pageMarkers } from './blocks.ts';
import { escapeMarkdown } from '../capture/markdown/escape-markdown.ts';
import { normalizedTitle } from './headings.ts';
import { linesOf } from './lines.ts';
import type { OutlineEntry, PageText } from './layout.ts';
import { lastPartOf } from '../url/web-address.ts';

/** Converts pages to Markdown without the printed title. With several pages, each starts with `[p. N]`. */
export function pdfMarkdownOf(
  pages: readonly PageText[],
  outline: readonly OutlineEntry[],
  givenTitle: string | null,
) {
  const blocks = blocksOf(pages.map(linesOf), outline);
  const printed = blocks.find(({ kind }) => kind === 'title');
  const heading = printed ?? blocks.find(({ kind }) => kind === 'heading');
  const title = givenTitle ?? (heading === undefined ? null : withoutPageMarkers(heading.text));
  const isTitleShown =
    printed !== undefined &&
    title !== null &&
    normalizedTitle(withoutPageMarkers(printed.text)) === normalizedTitle(title);
  const shown = isTitleShown ? removeTitle(printed, blocks) : blocks;
  return { markdown: shown.map(markdownOf).join('\n\n'), title };
}

function removeTitle(title: Block, blocks: readonly Block[]): Block[] {
  const titleIndex = blocks.indexOf(title);
  const [marker = ''] = leadingPageMarker.exec(title.text) ?? [];
  return blocks.flatMap((block, index) => {
    if (index === titleIndex) return [];
    const isNext = index === titleIndex + 1 && !leadingPageMarker.test(block.text);
    return [isNext ? { ...block, text: marker + block.text } : block];
  });
}

function markdownOf({ kind, level, text }: Block): string {
  const [marker = ''] = leadingPageMarker.exec(text) ?? [];
  const words = text.slice(marker.length).split('\n').map(escapeMarkdown).join('\n');
  const pageStart = marker.replace(pageMarkers, '[p. $1]');
  const inside = words.replace(pageMarkers, '[p. $1] ');
  const before = pageStart === '' ? '' : `${pageStart}${gapAfterPage[kind]}`;
  if (kind === 'item') return `- ${before}${inside}`;
  if (kind !== 'title' && kind !== 'heading') return `${before}${inside}`;
  return `${before}${'#'.repeat(kind === 'title' ? 1 : level)} ${inside}`;
}

const gapAfterPage = { title: '\n\n', heading: '\n\n', item: ' ', rows: '\n', text: ' ' };

function withoutPageMarkers(text: string): string {
  return text.replace(pageMarkers, '').trim();
}

const placeholderTitle =
  /^(?:untitled|unbenannt|sans titre|no title|title|document\d*|microsoft word\s*-.*|.*\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|indd|odt|rtf|qxd|ps|html?)|\/.*|[a-z]+:\S*|[^\p{L}\p{N}]*)$/iu;

/** Returns the title; null if it's a placeholder or file name. */
export function titleFromMetadata(title: unknown): string | null {
  if (typeof title !== 'string') return null;
  const words = title.replace(/\s+/g, ' ').trim();
  return placeholderTitle.test(words) ? null : words;
}

/** Returns the file name or host. Never empty for http URLs. */
export function titleFromUrl(url: string): string {
  const address = URL.parse(url);
  if (address === null) return '';
  const name = lastPartOf(address).replace(/\.pdf$/i, '');
  return name.trim() || address.hostname;
}
