/** From the text of pages to Markdown: headings, paragraphs, items of lists, and where each page begins. */
import { blocksOf, type Block } from './blocks.ts';
import { escapeMarkdown } from '../capture/markdown/escape-markdown.ts';
import { comparable } from './headings.ts';
import { linesOf } from './lines.ts';
import { beginsPage, pageMarks } from './page-marks.ts';
import type { OutlineEntry, SetPage } from './set-text.ts';

export type ShapedText = {
  /** Empty where no page has text of its own. */
  markdown: string;
  /** The given title, else the one printed on the first page, else the first heading; null where there is none. */
  title: string | null;
};

/**
 * Shapes the text of a file. Of more than one page, each that has text begins with `[p. N]`, also in the middle of a
 * sentence that goes on from the page before, so that a passage can be cited. The title itself is left out.
 */
export function markdownOfPages(
  pages: readonly SetPage[],
  outline: readonly OutlineEntry[],
  givenTitle: string | null,
): ShapedText {
  const blocks = blocksOf(pages.map(linesOf), outline);
  const printed = blocks.find(({ kind }) => kind === 'title');
  const heading = printed ?? blocks.find(({ kind }) => kind === 'heading');
  const title = givenTitle ?? (heading === undefined ? null : withoutMarks(heading.text));
  const isSaid =
    printed !== undefined &&
    title !== null &&
    comparable(withoutMarks(printed.text)) === comparable(title);
  const shown = isSaid ? without(printed, blocks) : blocks;
  return { markdown: shown.map(markdownOf).join('\n\n'), title };
}

/** The mark of a page that began with the title goes to what comes next. */
function without(title: Block, blocks: readonly Block[]): Block[] {
  const place = blocks.indexOf(title);
  const [mark = ''] = beginsPage.exec(title.text) ?? [];
  return blocks.flatMap((block, index) => {
    if (index === place) return [];
    const isNext = index === place + 1 && !beginsPage.test(block.text);
    return [isNext ? { ...block, text: mark + block.text } : block];
  });
}

function markdownOf({ kind, level, text }: Block): string {
  const [mark = ''] = beginsPage.exec(text) ?? [];
  const words = text.slice(mark.length).split('\n').map(escapeMarkdown).join('\n');
  const begins = mark.replace(pageMarks, '[p. $1]');
  const inside = words.replace(pageMarks, '[p. $1] ');
  switch (kind) {
    case 'title':
    case 'heading': {
      const set = `${'#'.repeat(kind === 'title' ? 1 : level)} ${inside}`;
      return begins === '' ? set : `${begins}\n\n${set}`;
    }
    case 'item':
      return begins === '' ? `- ${inside}` : `- ${begins} ${inside}`;
    case 'rows':
      return begins === '' ? inside : `${begins}\n${inside}`;
    case 'text':
      return begins === '' ? inside : `${begins} ${inside}`;
  }
}

function withoutMarks(text: string): string {
  return text.replace(pageMarks, '').trim();
}
