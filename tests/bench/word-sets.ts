/** Sets for what words find beyond themselves: typing errors, and sets of our own for compounds, phrases and sites. */
import { createRandom, type Random } from './random.ts';
import type { RetrievalSet } from './retrieval-sets.ts';

/** A query, the text it should find, and a text with the same words that it shouldn't. */
const germanCompounds = [
  [
    'Krankenversicherung',
    'Die Krankenversicherungsbeiträge steigen im Januar.',
    'Kranke Kinder bleiben zu Hause.',
  ],
  ['Versicherung', 'Eine Haftpflichtversicherung zahlt den Schaden.', 'Der Versuch misslang.'],
  [
    'Wohnung Lüftung',
    'Die Wohnraumlüftung tauscht die Luft stündlich.',
    'Die Wohnung liegt im Norden.',
  ],
  [
    'Förderung Wärmepumpe',
    'Die Wärmepumpenförderung deckt 30 Prozent.',
    'Die Pumpe fördert Wasser.',
  ],
  [
    'Wärmepumpenförderung',
    'Für jede Wärmepumpe gibt es eine Förderung.',
    'Förderschulen haben Ferien.',
  ],
  ['Fahrradreparatur', 'Die Reparatur eines Fahrrads dauert zwei Tage.', 'Das Fahrrad ist rot.'],
  [
    'Steuererklärung Frist',
    'Die Abgabefrist endet im Juli; die Steuererklärung geht online.',
    'Die Steuer auf Tee.',
  ],
  ['Frist', 'Die Kündigungsfrist beträgt drei Monate.', 'Frisch gestrichen.'],
  [
    'Vertrag kündigen',
    'Der Mobilfunkvertrag lässt sich monatlich kündigen.',
    'Verträge brauchen Zeugen.',
  ],
  ['Bahnhof', 'Der Hauptbahnhof wird umgebaut.', 'Die Bahn kommt spät.'],
  ['Ärztin', 'Die Ärztinnen streiken am Montag.', 'Der Arm schmerzt.'],
  ['Lehrerin', 'Lehrerinnen und Lehrer fehlen überall.', 'Die Lehre dauert drei Jahre.'],
  ['Häuser', 'Das Haus am Hafen steht leer.', 'Hausen liegt am Rhein.'],
  ['Kindergarten', 'Die Kindergartenplätze sind knapp.', 'Der Garten der Kinder blüht.'],
  ['Solaranlage', 'Solaranlagen auf Dächern rechnen sich.', 'Die Anlage zum Brief fehlt.'],
  ['Geschwindigkeit', 'Die Höchstgeschwindigkeit ist 30.', 'Geschwister streiten.'],
  ['Grenze', 'Die Schmerzgrenze ist erreicht.', 'Grenzenlos verreisen.'],
  ['Rettung', 'Die Seenotrettung rückte nachts aus.', 'Der Rettich ist scharf.'],
  ['Bibliothek', 'Die Universitätsbibliothek öffnet um acht.', 'Die Bibel liegt auf.'],
  ['Abstimmung', 'Die Volksabstimmung fand im März statt.', 'Das Klavier wird gestimmt.'],
] as const;

const otherCompounds = [
  ['zorgverzekering', 'De zorgverzekeringspremie stijgt weer.', 'De zorg is duur.'],
  ['verzekering', 'Een reisverzekering dekt annulering.', 'Verzen van een dichter.'],
  ['försäkring', 'En hemförsäkring täcker stölden.', 'Försäljningen ökar.'],
  ['kommune', 'Fjellkommunene får mer penger.', 'Kommunikasjon er viktig.'],
] as const;

/** A phrase in quotes, the text that has it, and one that has its words in another order. */
const phrases = [
  [
    '"salt of the lake"',
    'They sold the salt of the lake in blocks.',
    'The lake is full; the salt of the sea is not.',
  ],
  [
    '"memory safety" rust',
    'Rust promises memory safety without a collector.',
    'The safety of memory cards; rust on steel.',
  ],
  ['"to be or not to be"', 'Hamlet asks: to be or not to be.', 'Not to be late, or to be early.'],
  [
    '"heat pump" cost',
    'A heat pump has a cost of 9,000.',
    'The heat of the pump; the cost of heat.',
  ],
  ['"New York Times"', 'He reads the New York Times daily.', 'Times are new in York.'],
  [
    '"premature optimization"',
    'Premature optimization is the root of evil.',
    'Optimization came too late, not premature.',
  ],
  [
    '"the map is not the territory"',
    'Korzybski: the map is not the territory.',
    'The territory is on the map, not in it.',
  ],
  [
    '"dead man’s switch"',
    'The tram has a dead man’s switch.',
    'The man switched it off, dead tired.',
  ],
  [
    '"open source" licence',
    'An open source licence lets you copy.',
    'Open the source of the river with a licence.',
  ],
  ['"zero day"', 'A zero day was sold at auction.', 'On day one the score was zero.'],
  ['"carte blanche"', 'Il a reçu carte blanche du directeur.', 'La nappe blanche et la carte.'],
  [
    '"auf den Hund gekommen"',
    'Er ist auf den Hund gekommen.',
    'Der Hund ist auf den Hof gekommen.',
  ],
  ['"東京都"', '東京都の人口は増えた。', '京都の東に湖がある。'],
  ['"北京大学"', '他在北京大学学习。', '北京的大学很多。'],
] as const;

/** A query that names a site, an address, and a text on another site that mentions the name. */
const sites = [
  [
    'docs.python.org',
    'https://docs.python.org/3/library/asyncio.html',
    'Python people argue about docs.',
  ],
  [
    'python asyncio docs',
    'https://docs.python.org/3/library/asyncio.html',
    'Pythons hatch in spring.',
  ],
  [
    'stackoverflow tail calls',
    'https://stackoverflow.com/questions/310974/tail-calls',
    'The stack of calls has a tail.',
  ],
  ['github.com', 'https://github.com/denoland/deno', 'We host it on GitHub since May.'],
  [
    'wikipedia estuary',
    'https://en.wikipedia.org/wiki/Estuary',
    'An encyclopedia page about bays.',
  ],
  ['news.ycombinator.com', 'https://news.ycombinator.com/item?id=1', 'The news of the combinator.'],
  ['mdn flexbox', 'https://developer.mozilla.org/mdn/flexbox', 'Boxes that flex under load.'],
  ['bbc heatwave', 'https://www.bbc.co.uk/weather/heatwave', 'The wave of heat broke records.'],
  [
    'arxiv transformers',
    'https://arxiv.org/abs/1706/transformers',
    'Transformers hum under the street.',
  ],
  ['lemonde retraites', 'https://www.lemonde.fr/retraites', 'Le monde change vite.'],
] as const;

const container = 'own';

/** Two queries can name the same page. */
const addresses = [...new Set(sites.map(([, address]) => address))];

export const wordSets: Readonly<Record<string, RetrievalSet>> = {
  'German compounds': setOf(germanCompounds),
  'Dutch and Nordic compounds': setOf(otherCompounds),
  phrases: setOf(phrases),
  'site names': {
    docs: [
      ...addresses.map((address, index) => ({
        custom_id: address,
        container,
        title: `Page ${index}`,
        content: pageText(index),
      })),
      ...sites.map(([, , other], index) => ({
        custom_id: `https://other.example/${index}`,
        container,
        title: `Other ${index}`,
        content: other,
      })),
    ],
    queries: sites.map(([q, address]) => ({
      q,
      container,
      gold: [{ text: pageText(addresses.indexOf(address)) }],
    })),
  },
};

function pageText(index: number): string {
  return `Text number ${index} of a page.`;
}

function setOf(rows: readonly (readonly [q: string, text: string, other: string])[]): RetrievalSet {
  return {
    docs: rows.flatMap(([, text, other], index) => [
      { custom_id: `wanted-${index}`, container, content: text },
      { custom_id: `other-${index}`, container, content: other },
    ]),
    queries: rows.map(([q, text]) => ({ q, container, gold: [{ text }] })),
  };
}

/** The languages in which queries get typing errors: those in Latin script. Sets without languages are in English. */
const TYPED_LANGUAGES: ReadonlySet<string | undefined> = new Set([undefined, 'en', 'de']);

/**
 * Returns the set with one random edit in about one word of three, in words of at least four Latin letters, and without
 * the queries in other scripts.
 */
export function withTypingErrors(set: RetrievalSet): RetrievalSet {
  const random = createRandom(11);
  const mistyped = (word: string) =>
    /^[a-z]{4,}$/i.test(word) && random.between(0, 2) === 0 ? edited(word, random) : word;
  const queries = set.queries.map((query) => ({
    ...query,
    q: query.q.split(' ').map(mistyped).join(' '),
  }));
  return { ...set, queries: queries.filter(({ lang }) => TYPED_LANGUAGES.has(lang)) };
}

/** Removes, adds, replaces or swaps a letter. The first one stays. */
function edited(word: string, random: Random): string {
  const at = random.between(1, word.length - 1);
  const letter = String.fromCodePoint(97 + random.between(0, 25));
  const [before, after] = [word.slice(0, at), word.slice(at)];
  switch (random.between(0, 3)) {
    case 0:
      return before + after.slice(1);
    case 1:
      return before + letter + after;
    case 2:
      return before + letter + after.slice(1);
    default:
      return before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
  }
}
