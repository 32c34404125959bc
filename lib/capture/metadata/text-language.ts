/** Tells the language of text by script and common words. */
import { alphanumericRuns, isLatin } from '../words.ts';
import { contentElements } from './content-elements.ts';

const commonWords: Readonly<Record<string, string>> = {
  en: 'the of and to is that with for you this are it',
  de: 'der die und das ist nicht mit den auch ein sich auf',
  fr: 'le les des et est dans pour une que qui du pas',
  es: 'el los las una del por para que con como más se',
  it: 'il di che della per non una sono gli con è del',
  pt: 'o os uma do da não para com que em dos por',
  nl: 'het een van en dat niet zijn voor met op ook de',
  pl: 'w na nie się z jest że do jak od dla oraz',
  sv: 'och att det som är en på för av inte med till',
};
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{sc=Hira}\p{sc=Kana}]/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ko', /\p{sc=Hang}/gu],
];

const languagesByWord = new Map<string, string[]>();

function languagesOf(word: string): readonly string[] {
  if (languagesByWord.size === 0) {
    for (const [language, list] of Object.entries(commonWords)) {
      for (const each of list.split(' ')) {
        languagesByWord.set(each, [...(languagesByWord.get(each) ?? []), language]);
      }
    }
  }
  return languagesByWord.get(word) ?? [];
}

const maxCharacters = 2_000;
const minWords = 8;

/** Returns the language of the first paragraphs; null if they are short or mixed. */
export function textLanguageOf(document: Document): string | null {
  let text = '';
  for (const paragraph of contentElements(document.getElementsByTagName('p'))) {
    text += ` ${paragraph.textContent.slice(0, maxCharacters)}`;
    if (text.length > maxCharacters) break;
  }
  for (const [language, script] of scripts) {
    if (!isLatin(text) && (text.match(script)?.length ?? 0) > text.length / 5) return language;
  }
  const counts = new Map<string, number>();
  for (const word of alphanumericRuns(text.toLowerCase())) {
    for (const language of languagesOf(word)) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (first === undefined || first[1] < minWords) return null;
  return first[1] > 2 * (second?.[1] ?? 0) ? first[0] : null;
}
