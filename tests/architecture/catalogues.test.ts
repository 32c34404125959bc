import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'public/_locales');
const catalogueSchema = z.record(
  z.string(),
  z.object({ message: z.string().check(z.minLength(1)) }),
);
const languages = readdirSync(folder);
const messagesOf = (language: string) =>
  catalogueSchema.parse(JSON.parse(readFileSync(join(folder, language, 'messages.json'), 'utf8')));
const english = messagesOf('en');
const englishKeys = Object.keys(english);

/** The keys of messages with plural forms, without the suffix of the form. */
const stems = englishKeys.flatMap((key) => /^(.*)_other$/u.exec(key)?.[1] ?? []);
const formsOf = (language: string) => {
  // Counts below 1,000 are enough: forms that only fractions or millions use fall back to `other`.
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)));
};
const keysOf = (language: string) =>
  englishKeys
    .filter((key) => !stems.some((stem) => key === `${stem}_one` || key === `${stem}_other`))
    .concat(stems.flatMap((stem) => [...formsOf(language)].map((form) => `${stem}_${form}`)));
const placesOf = (message: string) =>
  [...message.matchAll(/\{\w+\}|%s/gu)].map(([place]) => place).sort();

describe('the languages', () => {
  it('are the eight supported ones', () => {
    expect(languages).toEqual(['ar', 'de', 'en', 'es', 'fr', 'ja', 'pt_BR', 'zh_CN']);
  });

  describe.each(languages)('%s', (language) => {
    const messages = messagesOf(language);
    const tag = messages['language']?.message ?? '';

    it('names the language and its direction', () => {
      expect(tag).toBe(language.split('_')[0]);
      expect(messages['direction']?.message).toBe(tag === 'ar' ? 'rtl' : 'ltr');
    });

    it('has every message, in every plural form it needs, and no other', () => {
      expect(Object.keys(messages).toSorted()).toEqual(keysOf(tag).toSorted());
    });

    it('has the placeholders of the English message', () => {
      const differing = Object.entries(messages).filter(([key, { message }]) => {
        const form = /^(.*)_(zero|one|two|few|many)$/u.exec(key)?.[1];
        const isForm = form !== undefined && stems.includes(form);
        const model = english[isForm ? `${form}_other` : key];
        const places = placesOf(message);
        const wanted = placesOf(model?.message ?? '');
        // A plural form may spell the number out (“one page”) instead of using `{count}`.
        const free = isForm ? wanted.filter((place) => place !== '{count}') : wanted;
        return String(places) !== String(wanted) && String(places) !== String(free);
      });

      expect(differing.map(([key]) => key)).toEqual([]);
    });
  });
});

describe('the messages', () => {
  it('are all in use', () => {
    const used = usedKeys();
    const unused = englishKeys.filter((key) => {
      const stem = key.replace(/_(one|other)$/u, '');
      return !used.some((pattern) => pattern.test(key) || pattern.test(stem));
    });

    expect(unused).toEqual([]);
  });
});

/** Returns a pattern for each message key that the sources use. A composed key matches every key it could become. */
function usedKeys(): RegExp[] {
  const files = ['components', 'entrypoints', 'lib'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/u.test(path) && !path.includes('.test.'))
      .map((path) => join(root, top, path)),
  );
  const names = [...files, join(root, 'wxt.config.ts')].flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return [
      ...[...text.matchAll(/'(?:__MSG_)?(\w+?)(?:__)?'/gu)].map((match) => match[1] ?? ''),
      ...[...text.matchAll(/`(\w*_(?:\w|\$\{[^}]+\})+)`/gu)].map((match) => match[1] ?? ''),
    ];
  });
  return [...new Set(names)].map(
    (name) => new RegExp(`^${name.replaceAll(/\$\{[^}]+\}/gu, String.raw`\w+`)}$`, 'u'),
  );
}
