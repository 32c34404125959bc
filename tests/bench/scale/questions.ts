/** Questions about the generated collection, the same in every run and for every size. */
import { createRandom, type Random } from '../random.ts';
import { documentAt, HOST, type GeneratedDocument } from './corpus.ts';
import { scripts } from './scripts.ts';

/** Returns `count` questions of each kind about the first `documents` documents. */
export function questionsOver(documents: number, count: number): Record<string, string[]> {
  const random = createRandom(11);
  const make = (one: () => string) => Array.from({ length: count }, one);
  const page = (script = 'Latin') => pageIn(script, { random, documents });
  const kinds: Record<string, string[]> = {
    'three rare words': make(() => several(3, () => random.pick(page().topic))),
    'three words of a page': make(() => {
      const words = wordsOf(page());
      return several(3, () => random.pick(words));
    }),
    'a rare and two common words': make(
      () => `${random.pick(page().topic)} ${several(2, () => commonWord(random))}`,
    ),
    'one common word': make(() => commonWord(random)),
    'three common words': make(() => several(3, () => commonWord(random))),
    'ten common words': make(() => several(10, () => commonWord(random))),
    'a question of 25 words': make(() => stretch(wordsOf(page()), 25, random).join(' ')),
    'function words alone': make(() => several(4, () => latin.word(random.between(0, 40)))),
  };
  for (const { name, space } of scripts.filter((script) => script !== latin)) {
    if (!isIn(name, documents)) continue;
    kinds[name] = make(() => {
      const { content } = page(name);
      return space === ''
        ? stretch(content.split(''), 8, random).join('')
        : several(3, () => random.pick(content.split(/[\s.]+/)));
    });
  }
  // Last, since each kind draws from the same random numbers: those above are the same as in earlier versions.
  const phrase = () => stretch(random.pick(sentencesOf(page())), 3, random).join(' ');
  const twoWords = () => {
    const words = wordsOf(page());
    return several(2, () => random.pick(words));
  };
  return {
    ...kinds,
    'one rare word': make(() => random.pick(page().topic)),
    'a phrase in quotes': make(() => `"${phrase()}"`),
    // All pages are from this host, which is the worst case.
    'the host of all pages': make(() => HOST),
    'the host of all pages and two words': make(() => `${HOST} ${twoWords()}`),
    'two words on the site of all pages': make(() => `site:${HOST} ${twoWords()}`),
  };
}

const latin = scriptNamed('Latin');

function scriptNamed(name: string) {
  const found = scripts.find((script) => script.name === name);
  if (found === undefined) throw new Error(`Unknown script ${name}.`);
  return found;
}

/** Returns a content word that occurs in 3 to 6 percent of the passages. */
function commonWord(random: Random): string {
  return latin.word(latin.functionWords + random.between(0, 60));
}

/** Returns whether a document is in this script. Those of a small library aren't in all of them. */
function isIn(script: string, documents: number): boolean {
  for (let index = 0; index < documents; index += 1)
    if (documentAt(index).script.name === script) return true;
  return false;
}

function pageIn(
  script: string,
  { random, documents }: { readonly random: Random; readonly documents: number },
): GeneratedDocument {
  for (;;) {
    const page = documentAt(random.between(0, documents - 1));
    if (page.script.name === script) return page;
  }
}

function wordsOf({ content }: GeneratedDocument): string[] {
  return content.match(/[a-z]{3,}/gi) ?? [];
}

/** Returns the words of each sentence. */
function sentencesOf({ content }: GeneratedDocument): string[][] {
  const sentences = content.split(/[.\n]+/).map((sentence) => sentence.trim());
  return sentences.filter((sentence) => sentence !== '').map((sentence) => sentence.split(' '));
}

function several(count: number, word: () => string): string {
  return Array.from({ length: count }, word).join(' ');
}

function stretch(units: readonly string[], length: number, random: Random): string[] {
  const start = random.between(0, Math.max(0, units.length - length));
  return units.slice(start, start + length);
}
