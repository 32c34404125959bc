/** Reduces inflected forms of a folded word to one term. */
import { stemmer } from 'stemmer';

const LATIN = /^[a-z]{3,40}$/;
const CYRILLIC = /^[\u0430-\u045F\u0491]{4,40}$/;
const ARABIC = /^[\u0621-\u064A]{3,40}$/;

/** Set `hasUmlaut` if the word had one before it was folded, because such words aren't English. */
export function stem(word: string, hasUmlaut = false): string {
  if (hasUmlaut) return stem(word.replace(GERMAN_ENDING, ''));
  if (LATIN.test(word)) {
    const stemmed = stemmer(irregularForms.get(word) ?? word);
    return stemmed.replace(FRENCH_PLURAL, '').replace(LATIN_ENDING, '');
  }
  if (CYRILLIC.test(word)) return word.replace(CYRILLIC_ENDING, '');
  if (ARABIC.test(word)) return stemArabic(word);
  return word;
}

/** Maps irregular English forms to their base form. */
const irregularForms = new Map(
  `be: are been being was were; begin: began begun; become: became; bind: bound; bite: bit bitten;
    blow: blew blown; break: broke broken; bring: brought; build: built; buy: bought; catch: caught;
    child: children; choose: chose chosen; come: came; criterion: criteria; deal: dealt; die: dying;
    do: did does done; draw: drew drawn; drink: drank drunk; drive: drove driven; eat: ate eaten;
    fall: fell fallen; feed: fed; feel: felt; fight: fought; find: found; fly: flew flown; foot: feet;
    forget: forgot forgotten; freeze: froze frozen; get: got gotten; give: gave given; go: goes gone went;
    grow: grew grown; half: halves; have: had has; hear: heard; hide: hid hidden; hold: held;
    index: indices; keep: kept; knife: knives; know: knew known; lay: laid; lead: led; leaf: leaves;
    leave: left; lie: lying; life: lives; lose: lost; make: made; man: men; matrix: matrices; mean: meant;
    meet: met; mouse: mice; pay: paid; person: people; phenomenon: phenomena; ride: rode ridden;
    ring: rang rung; rise: rose risen; run: ran; say: said; see: saw seen; seek: sought; sell: sold;
    send: sent; shake: shook shaken; sing: sang sung; sink: sank sunk; sit: sat; sleep: slept;
    speak: spoke spoken; spend: spent; stand: stood; steal: stole stolen; strike: struck;
    swear: swore sworn; swim: swam swum; take: taken took; teach: taught; tell: told; think: thought;
    throw: threw thrown; tooth: teeth; understand: understood; vertex: vertices; wake: woke woken;
    wear: wore worn; wife: wives; win: won; woman: women; write: wrote written`
    .split(/;\s*/)
    .flatMap((entry) => {
      const [base = '', forms = ''] = entry.split(': ');
      return forms.split(' ').map((form): [string, string] => [form, base]);
    }),
);

function stemArabic(word: string): string {
  let rest = word.startsWith('و') && word.length > 3 ? word.slice(1) : word;
  const prefix = ARABIC_PREFIXES.find((form) => word.startsWith(form) || rest.startsWith(form));
  if (prefix !== undefined) {
    const from = word.startsWith(prefix) ? word : rest;
    if (from.length - prefix.length >= 2) rest = from.slice(prefix.length);
  }
  for (const suffix of ARABIC_SUFFIXES) {
    if (rest.endsWith(suffix) && rest.length - suffix.length >= 2)
      rest = rest.slice(0, -suffix.length);
  }
  return rest;
}

/** Endings of many languages at once, because the language of a query isn't known. */
const LATIN_ENDING = /(?<=^.{4,})(?:[aeo]rna|ar|[aeiouy])$|(?<=^.{3,})en$/;
/** Endings that also unite a German plural with its singular: Blätter and Blatt, Ärztinnen and Ärztin. */
const GERMAN_ENDING = /(?<=^.{4,})(?:innen|in|ern|em|er|en|es|e|n|s)$/;
/** French plurals in -au and -eu. */
const FRENCH_PLURAL = /(?<=^.{2,}[ae]u)x$/;
const ARABIC_PREFIXES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل'];
const ARABIC_SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];

/** Russian endings, most of which neighboring languages share. */
const CYRILLIC_ENDING = new RegExp(
  `(?<=^.{3,})(?:${[
    'иями|ьями|ами|ями|ыми|ими|ого|его|ому|ему|иях|ьях|иям|ьям|ией',
    'ая|яя|ое|ее|ые|ие|ый|ий|ой|ей|ую|юю|ых|их|ым|им|ом|ем|ам|ям|ах|ях|ов|ев|ия|ии|ию|ья|ье|ью',
    '[аеиоуыюяьй]',
  ].join('|')})$`,
);
