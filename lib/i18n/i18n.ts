/** The words of Keepsake in the person's language, and how numbers, names and texts are put into them. */
import type english from '../../public/_locales/en/messages.json';
import { isolate, isolateTurning } from '../text/isolate.ts';
import { messageOf } from './catalogue.ts';

/** A message that every language has; a test holds the others to the English ones. */
export type TextKey = keyof typeof english;

/** A message with a form for each kind of number: `key_one`, `key_other` and what else a language needs. */
export type CountedKey = TextKey extends infer Key
  ? Key extends `${infer Stem}_other`
    ? Stem
    : never
  : never;

/** What stands in the message as `{name}`. Numbers are written as the person writes them. */
export type Values = Readonly<Record<string, string | number>>;

/** Gives a message. No text that is put into it can turn the direction of the sentence around it. */
export function t(key: TextKey, values: Values = {}): string {
  return filled(messageOf(key), values);
}

/** Gives what a message says before and after one of its values, where that is drawn as an element of its own. */
export function around(key: TextKey, name: string): readonly [before: string, after: string] {
  const [before = '', after = ''] = messageOf(key).split(`{${name}}`);
  return [before, after];
}

/** Gives the form of a message that `count` asks for, with the number in place of `{count}`. */
export function plural(count: number, key: CountedKey, values: Values = {}): string {
  const rule = new Intl.PluralRules(language).select(count);
  const message = messageOf(`${key}_${rule}`) || messageOf(`${key}_other`);
  return filled(message, { ...values, count });
}

function filled(message: string, values: Values): string {
  return message.replaceAll(/\{(\w+)\}/gu, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? figure(value) : isolated(value);
  });
}

function figure(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** The language the messages are in, BCP 47 without a region. It need not be the browser's. */
export const language = t('language');

/** Which way its lines run. */
export const direction = t('direction') === 'rtl' ? 'rtl' : 'ltr';

/** Its sentences stand one right after the other. */
const isUnspaced = language === 'ja' || language === 'zh';

/** Gives the person's own variety of the language, so that an exact date is written the way they write dates. */
export function locale(preferred: readonly string[] = navigator.languages): string {
  return preferred.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

/** Writes names as one enumeration: “Reading, Work and Recipes”, “Reading or Work”. */
export function listed(
  names: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(language, { type }).format(names.map(isolated));
}

/** Writes one thing after the other, each as a sentence; what is empty is left out. */
export function sentences(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) =>
      /[.!?…。！？؟:：][”»」』]?$/u.test(part) ? part : `${part}${t('sentences_stop')}`,
    )
    .join(isUnspaced ? '' : ' ');
}

/**
 * Keeps a text that may run against the direction of the language, or says that it does, from turning the sentence it
 * is put into. Any other text is given as it is.
 */
export function isolated(text: string): string {
  if (direction === 'ltr') return isolateTurning(text);
  return turnsArabic.test(text) ? isolate(text) : text;
}

/** Letters of scripts that run from left to right, and the marks that set a direction. */
const turnsArabic =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
