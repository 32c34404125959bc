import type english from '../../public/_locales/en/messages.json';
import { isolate, isolateTurning } from '../text/isolate.ts';
import { messageOf } from './catalogue.ts';

/** A test checks that every language has every key. */
export type TextKey = keyof typeof english;

/** A key with plural forms: `key_one`, `key_other` and any others a language needs. */
export type CountedKey = TextKey extends infer Key
  ? Key extends `${infer Stem}_other`
    ? Stem
    : never
  : never;

/** Values that replace `{name}` placeholders. Numbers are formatted for the locale. */
export type Values = Readonly<Record<string, string | number>>;

/** Returns a message. Inserted text can't change the direction of the sentence around it. */
export function t(key: TextKey, values: Values = {}): string {
  return filled(messageOf(key), values);
}

/** Returns the text before and after a placeholder whose value is rendered as a separate element. */
export function around(key: TextKey, name: string): readonly [before: string, after: string] {
  const [before = '', after = ''] = messageOf(key).split(`{${name}}`);
  return [before, after];
}

/** `count` selects the plural form and replaces `{count}`. */
export function plural(count: number, key: CountedKey, values: Values = {}): string {
  const rule = new Intl.PluralRules(language).select(count);
  const message = messageOf(`${key}_${rule}`) || messageOf(`${key}_other`);
  return filled(message, { ...values, count });
}

function filled(message: string, values: Values): string {
  return message.replaceAll(/\{(\w+)\}/gu, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'string' ? isolated(value) : value.toLocaleString(locale());
  });
}

/** The language of the messages (BCP 47, without a region), which may differ from the browser's. */
export const language = t('language');

export const direction = t('direction') === 'rtl' ? 'rtl' : 'ltr';

/** Whether the language puts no spaces between sentences. */
const isUnspaced = language === 'ja' || language === 'zh';

/** Returns the person's regional variant of the language, for dates and numbers. */
export function locale(preferred: readonly string[] = navigator.languages): string {
  return preferred.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

/** Joins names like “Reading, Work and Recipes” or “Reading or Work”. */
export function listed(
  names: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(language, { type }).format(names.map(isolated));
}

/** Joins texts into sentences, adding missing full stops and skipping empty texts. */
export function sentences(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) =>
      /[.!?…。！？؟:：][”»」』]?$/u.test(part) ? part : `${part}${t('sentences_stop')}`,
    )
    .join(isUnspaced ? '' : ' ');
}

/** Isolates text of the opposite direction, so that it doesn't reorder the sentence around it. */
export function isolated(text: string): string {
  if (direction === 'ltr') return isolateTurning(text);
  return turnsArabic.test(text) ? isolate(text) : text;
}

/** Characters to isolate in right-to-left text: letters of left-to-right scripts and directional controls. */
const turnsArabic =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
