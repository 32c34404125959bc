/** Rules for text that is too little to be the content of its page. The visible text is then saved instead. */
import { countMarkdownWords } from './words.ts';

export type Extract = { title: string; content: string; wordCount: number };

/** Shorter text is treated as a notice, such as "enable JavaScript". */
export const minWords = 25;

/** Longer text is content, whatever else the page shows. */
const certainWords = 100;
const minShare = 0.05;

type Rule = {
  name: 'few-words' | 'only-title' | 'tiny-share';
  applies: (text: Extract, countVisible: () => Promise<number>) => boolean | Promise<boolean>;
};

/** In order of cost: counting the visible words converts the whole page. */
const rules: readonly Rule[] = [
  {
    // A notice, a cookie banner or a single teaser, while the content is elsewhere on the page.
    name: 'few-words',
    applies: ({ wordCount }) => wordCount < minWords,
  },
  {
    // The headings of a page whose text has another structure, such as a board of cards.
    name: 'only-title',
    applies: ({ title, content }) => !hasWordsBelow(content, title),
  },
  {
    // A box beside the content, such as a newsletter form, that looks more like an article than the content does.
    name: 'tiny-share',
    applies: async ({ wordCount }, countVisible) =>
      wordCount < certainWords && wordCount < minShare * (await countVisible()),
  },
];

/**
 * Returns the first rule that applies, or null if the text can be the page's content. `countVisible` counts the words of
 * the visible text without menus; it's called only if necessary.
 */
export async function nearEmptyRule(
  text: Extract,
  countVisible: () => Promise<number>,
): Promise<Rule['name'] | null> {
  for (const { name, applies } of rules) {
    if (await applies(text, countVisible)) return name;
  }
  return null;
}

/** Returns whether a line other than a heading or the title has words. Most texts have some in their first lines. */
function hasWordsBelow(markdown: string, title: string): boolean {
  let from = 0;
  while (from <= markdown.length) {
    const end = markdown.indexOf('\n', from);
    const line = markdown.slice(from, end === -1 ? undefined : end);
    const isHeading = /^#{1,6} /.test(line) || line.trim() === title;
    if (!isHeading && countMarkdownWords(line) > 0) return true;
    if (end === -1) return false;
    from = end + 1;
  }
  return false;
}
