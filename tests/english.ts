/** The English messages, for tests that find elements by their visible text. */
import english from '../public/_locales/en/messages.json' with { type: 'json' };
import { isolateTurning } from '../lib/text/isolate.ts';
import type { CountedKey, TextKey, Values } from '../lib/i18n/i18n.ts';

const messages: Readonly<Record<string, { message: string } | undefined>> = english;
const pluralRules = new Intl.PluralRules('en-US');
const numbers = new Intl.NumberFormat('en-US');

/** Values or patterns to match a message with. */
export type PatternValues = Readonly<Record<string, string | number | RegExp>>;

/** Returns a message as an English reader sees it. Values that aren't given stay placeholders. */
export function en(key: TextKey, values: Values = {}): string {
  return messageOf(key).replaceAll(placeholder, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : asShown(value);
  });
}

/** Returns the singular or plural form of a message, with `{count}` filled in. */
export function enPlural(count: number, key: CountedKey, values: Values = {}): string {
  return en(pluralKey(count, key), { ...values, count });
}

/** Matches a whole message; a value that isn't given matches any text. */
export function enPattern(key: TextKey, values: PatternValues = {}): RegExp {
  const parts = messageOf(key).split(placeholder);
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return escaped(part);
    const value = values[part];
    if (value instanceof RegExp) return value.source;
    return value === undefined ? '.*' : escaped(asShown(value));
  });
  return new RegExp(`^${source.join('')}$`, 'su');
}

/** Matches a whole message with any count, in its singular or plural form. */
export function enAnyCount(key: CountedKey): RegExp {
  const forms = [1, 2].map(
    (count) => enPattern(pluralKey(count, key), { count: /[\d,]+/u }).source,
  );
  return new RegExp(forms.join('|'), 'su');
}

/**
 * Matches any text that begins with a message, up to the first value that isn't given. `next` is the start of that
 * value.
 */
export function enStart(key: TextKey, values: Values = {}, next = ''): RegExp {
  const [start = ''] = en(key, values).split(placeholder);
  return new RegExp(`^${escaped(start + next)}`, 'u');
}

/** Matches any text that contains a message; a value that isn't given matches any text. */
export function enWithin(key: TextKey, values: PatternValues = {}): RegExp {
  return new RegExp(enPattern(key, values).source.slice(1, -1), 'su');
}

/** Returns the first fixed part of a message, to look for in a longer text. */
export function enLead(key: TextKey): string {
  const [lead] = enParts(key);
  if (lead === undefined) throw new Error(`The message has no fixed text: ${key}`);
  return lead;
}

/** Returns the fixed parts of a message around its values, to look for in a longer text. */
export function enParts(key: TextKey): readonly string[] {
  return messageOf(key)
    .split(placeholder)
    .filter((_part, index) => index % 2 === 0)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const placeholder = /\{(\w+)\}/gu;

function messageOf(key: string): string {
  const found = messages[key];
  if (found === undefined) throw new Error(`No English message: ${key}`);
  return found.message;
}

function pluralKey(count: number, key: CountedKey): TextKey {
  const exact = `${key}_${pluralRules.select(count)}`;
  return (exact in messages ? exact : `${key}_other`) as TextKey;
}

/** Formats a value as the surfaces do: groups digits, and isolates text that could reverse the writing direction. */
function asShown(value: string | number): string {
  return typeof value === 'number' ? numbers.format(value) : isolateTurning(value);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
