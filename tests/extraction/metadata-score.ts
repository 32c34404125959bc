/** Compares metadata with what people read off the page, or with what the page's own text and address show. */
import { customIdOf } from '../../lib/custom-id/custom-id.ts';
import type { FoundMetadata } from './engines/engine.ts';
import type { KnownPage } from './pages.ts';
import siteNames from './site-names.json' with { type: 'json' };

export const metadataFields = [
  'title',
  'author',
  'published',
  'language',
  'site',
  'canonical',
] as const;
type Field = (typeof metadataFields)[number];

/** How a value compares with the truth; `unknown` if nothing is known about the field. */
export type Comparison = 'right' | 'wrong' | 'missing' | 'rightly empty' | 'made up' | 'unknown';

/** Compares a value with the truth. An empty truth means that the page has no value. */
export function compare(
  field: Field,
  found: FoundMetadata | undefined,
  known: KnownPage,
): Comparison {
  const truth = truthOf(field, known);
  if (truth === null) return 'unknown';
  const comparable = comparableBy[field] ?? plain;
  const value = comparable(found?.[field] ?? '');
  if (truth.trim() === '') return value === '' ? 'rightly empty' : 'made up';
  if (value === '') return 'missing';
  return value === comparable(truth) ? 'right' : 'wrong';
}

/** Returns the true value; an empty text if the page has none, null if it isn't known. */
export function truthOf(field: Field, known: KnownPage): string | null {
  if (field === 'language') return languageOf(known);
  if (field === 'site') return siteNameById.get(known.id) ?? null;
  if (field === 'canonical') return canonicalOf(known);
  // Some pages have snippets only; every page whose metadata was read has a title.
  return known.metadata.title === '' ? null : known.metadata[field];
}

const comparableBy: Partial<Record<Field, (value: string) => string>> = {
  published: dayOf,
  language: (tag) => tag.split(/[-_]/)[0]?.toLowerCase() ?? '',
  canonical: comparableUrl,
};

/** Ignores case, spaces and typographic variants. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the day as the page states it, such as `2026-11-28`, or the text if it isn't a date. */
function dayOf(text: string): string {
  const [iso] = /\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (iso !== undefined) return iso;
  const [, day = '', month = '', year = ''] =
    /^\D{0,12}(\d\d?)\.\s?(\d\d?)\.\s?(\d{4})/.exec(text) ?? [];
  if (year !== '') return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text.replace(/(\d)(?:st|nd|rd|th)\b/, '$1')} UTC`);
  const again = Number.isNaN(time) ? Date.parse(text) : time;
  return Number.isNaN(again) ? plain(text) : new Date(again).toISOString().slice(0, 10);
}

/** Site names that we read off the pages, by the ID of the page. */
const siteNameById: ReadonlyMap<string, string> = new Map(Object.entries(siteNames));

/** Returns the page's address if a canonical link or `og:url` agrees with it. */
function canonicalOf({ url, html }: KnownPage): string | null {
  const markup = html().toString('utf8');
  const tags = markup.match(
    /<(?:link\b[^>]*\brel=["']?canonical|meta\b[^>]*["']?og:url)\b[^>]*>/gi,
  );
  const urls = (tags ?? []).map((tag) => {
    const [, address = ''] = /\b(?:href|content)=["']?([^"'\s>]+)/i.exec(tag) ?? [];
    return URL.parse(address.replaceAll('&amp;', '&'), url)?.href ?? '';
  });
  return urls.some((each) => comparableUrl(each) === comparableUrl(url)) ? url : null;
}

/** Ignores the scheme, `www`, a trailing slash, tracking parameters and the fragment. */
function comparableUrl(address: string): string {
  return customIdOf({ url: address, canonicalLink: null })
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/#.*/, '')
    .replace(/\/(?=\?|$)/, '');
}

/** The commonest words of languages in Latin script. Words of several of them don't help. */
const commonWords: Readonly<Record<string, string>> = {
  en: 'the and of to is that for with are this you from have not they which was be by it as your',
  de: 'der die das und ist nicht mit den von auf sich ein eine dem zu für auch als bei werden wird',
  fr: 'le les des et est dans pour une que qui sur pas au par avec plus ce vous sont cette du',
  es: 'el los las y que en una por con del para es se su como más pero está al lo sus',
  it: 'il di che è per con non una sono del della nel gli alla più anche come dei delle questo',
  pt: 'o os as que em uma não para com do da dos das ao mais por é como pelo são você',
  nl: 'het een van en is niet dat zijn voor met op aan ook bij naar wordt deze worden hebben uit',
  pl: 'i w na nie się z jest że do to jak od dla przez oraz ale po są tym być',
  sv: 'och att det som är en på för av med den inte till har ett om från kan eller vi',
  da: 'og at det er en på for af med den ikke til har der som fra vi kan eller blev',
  tr: 've bir bu da için ile olarak daha çok olan gibi sonra kadar ancak değil veya her ne',
  cs: 'a v se na je že to s z do o pro jako by si ale jsou které také podle',
};
const scripts: Readonly<Record<string, RegExp>> = {
  ja: /[\p{sc=Hira}\p{sc=Kana}]/gu,
  zh: /\p{sc=Han}/gu,
  ko: /\p{sc=Hang}/gu,
  el: /\p{sc=Grek}/gu,
  he: /\p{sc=Hebr}/gu,
  th: /\p{sc=Thai}/gu,
  hi: /\p{sc=Deva}/gu,
};

/** Tells the language of the known text by script and common words; null if that isn't certain. */
function languageOf({ main_content: content, with: snippets }: KnownPage): string | null {
  const text = content === '' ? snippets.join('\n') : content;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of Object.entries(scripts)) {
    const minShare = language === 'ja' ? 0.1 : 0.5;
    if (letters > 20 && (text.match(script)?.length ?? 0) / letters > minShare) return language;
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(commonWords)
    .map(([language, list]) => {
      const set = new Set(list.split(' '));
      return { language, count: words.filter((word) => set.has(word)).length };
    })
    .toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (first === undefined || first.count < 4) return null;
  return first.count >= 2 * (second?.count ?? 0) ? first.language : null;
}
