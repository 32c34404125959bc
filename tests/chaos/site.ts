/**
 * The pages a run saves, in several languages and sizes, each with unique words to find afterwards.
 */
import { servePages, type PageServer } from '../browser/serve.ts';
import { articleHtml } from '../fixtures/web-pages.ts';

/** The kinds of savable pages to draw from. */
export const pageKinds = [
  'english',
  'arabic',
  'chinese',
  'german',
  'long',
  'tiny',
  'canonical',
] as const;
export type PageKind = (typeof pageKinds)[number] | 'words' | 'empty' | 'huge';

/** The expected error codes of pages that can't be saved. */
export const refusals: Partial<Record<PageKind, string>> = {
  empty: 'page.no-text',
  huge: 'page.too-large',
};

export interface PageName {
  readonly kind: PageKind;
  readonly number: number;
}

/** Returns the mark of a page: a word that occurs on no other page. */
export function markOf({ number }: Pick<PageName, 'number'>): string {
  return `ledgermark${String(number).padStart(5, '0')}`;
}

/** Returns the marks of pages that a text contains, without repeats. */
export function marksIn(text: string): string[] {
  return [...new Set(text.match(/ledgermark\d{5}/g))];
}

/** Returns the words on a page that are saved as a note. */
export function notedWords(page: Pick<PageName, 'number'>): string {
  return `The keeper of ${markOf(page)} counted seven ships before the fog came in.`;
}

/** Returns the path at which a page is visited, which may differ from its canonical link. */
export function addressOf({ kind, number }: PageName): string {
  if (kind === 'english') return `/english/${number}?utm_source=letter`;
  if (kind === 'canonical') return `/canonical/${number}/what-the-keeper-wrote?view=print`;
  return `/${kind}/${number}`;
}

/** Returns the canonical link that a page declares; null if it has none. */
export function canonicalLinkOf({ kind, number }: PageName): string | null {
  return kind === 'canonical' ? `/canonical/${number}/what-the-keeper-wrote` : null;
}

/** Serves every possible page, and the start pages of tabs at `/lane/…`. */
export function serveSite(): Promise<PageServer> {
  return servePages({
    '*': ({ url }) => {
      const [, kind = '', number = ''] = new URL(url).pathname.split('/');
      return htmlOf({ kind: kind as PageKind, number: Number(number) });
    },
  });
}

function htmlOf(page: PageName): string {
  const title = `${sentences[page.kind]?.title ?? 'Ledger'} ${page.number}`;
  // Leave out all visible text: a page with any text would be saved.
  if (page.kind === 'empty') return `<!doctype html><title>${title}</title><body></body>`;
  const link = canonicalLinkOf(page);
  const head = link === null ? '' : `<link rel="canonical" href="${link}">`;
  return articleHtml({ title, paragraphs: paragraphsOf(page), head });
}

function paragraphsOf(page: PageName): string[] {
  const own = `This page is ${markOf(page)} of the ledger.`;
  const sentence = sentences[page.kind]?.sentence ?? english.sentence;
  const prose = (paragraphs: number) =>
    Array.from({ length: paragraphs }, () => `${sentence} `.repeat(6).trim());
  switch (page.kind) {
    case 'empty':
      return [];
    case 'tiny':
      return [`${own} ${sentence} ${sentence}`];
    case 'long':
      return [...prose(120), own, ...prose(120)];
    case 'huge':
      return [own, ...prose(4_000)];
    case 'words':
      return [own, ...prose(2), notedWords(page), ...prose(2)];
    default:
      return [...prose(3), own, ...prose(3)];
  }
}

const english = {
  title: 'The ledger',
  sentence:
    'The keeper wrote down the weather of the day, the ships that passed, and the oil that was left in the store.',
};
const sentences: Partial<Record<PageKind, { title: string; sentence: string }>> = {
  english,
  arabic: {
    title: 'دفتر المنارة',
    sentence:
      'كتب حارس المنارة حالة الطقس في ذلك اليوم وعدد السفن التي مرت وكمية الزيت الباقية في المخزن.',
  },
  chinese: {
    title: '灯塔日志',
    sentence: '守塔人记下了当天的天气、经过的船只数量,以及仓库里剩下的灯油,然后点亮了塔顶的灯。',
  },
  german: {
    title: 'Das Wachbuch',
    sentence:
      'Der Wärter schrieb das Wetter des Tages auf, die Schiffe, die vorüberfuhren, und wie viel Öl übrig war.',
  },
  huge: {
    title: 'The whole ledger',
    sentence: english.sentence,
  },
};
