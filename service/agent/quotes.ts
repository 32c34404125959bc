/** An agent without a model: it quotes the sentences that cover most of the question. */
import { closestMatches, quotesAgentName } from '../../lib/contract/nothing-found.ts';
import { ok } from '../../lib/contract/result.ts';
import { shortened } from '../../lib/text/cut-text.ts';
import { plainText } from '../../lib/text/plain-text.ts';
import { searchTerms } from '../../lib/text/search-terms.ts';
import { sentenceEnds } from '../../lib/text/sentences.ts';
import { tokenize } from '../../lib/text/tokenize.ts';
import type { DescribedHit } from '../search/search-memories.ts';
import type { Agent } from './agent.ts';

const MAX_QUOTES = 4;
/** Further quotes need at least this share of the best one's weight. */
const MIN_WEIGHT_SHARE = 0.5;
/** In UTF-16 code units; longer sentences are cut. */
const MAX_QUOTE_LENGTH = 500;

/** Comment markers and string delimiters in code, which would look odd inside a quote. */
const codeMarkers = /^\s*(?:["'`]{2,}\s*|(?:\/[/*]*|#+|--)\s+)|\s*(?:["'`]{2,}|\*\/)\s*$/g;

interface Quote {
  readonly hit: DescribedHit;
  readonly sentence: string;
  readonly terms: ReadonlySet<string>;
  readonly weight: number;
}

export const quotesAgent: Agent = {
  name: quotesAgentName,
  answer: async ({ message, passages }) => {
    const asked = new Set(searchTerms(message));
    const quotes = chooseQuotes(asked, passages);
    return ok({
      answer: [introduction(asked, quotes), ...quotes.map(format)].join('\n\n'),
      sources: quotes.map(({ hit }) => hit),
    });
  },
};

function introduction(asked: ReadonlySet<string>, quotes: readonly Quote[]): string {
  const covered = new Set(quotes.flatMap(({ terms }) => [...terms]));
  return covered.size * 2 < asked.size ? closestMatches : 'From your library:';
}

/** Picks the best sentence of each passage; on equal weight the better passage comes first. */
function chooseQuotes(asked: ReadonlySet<string>, hits: readonly DescribedHit[]): Quote[] {
  const candidates = hits.flatMap((hit) =>
    sentencesOf(hit.content).map((sentence) => ({
      hit,
      sentence,
      terms: termsIn(sentence, asked),
    })),
  );
  const weights = weigh(
    asked,
    candidates.map(({ terms }) => terms),
  );
  const best = new Map<DescribedHit, Quote>();
  for (const { hit, sentence, terms } of candidates) {
    const weight = [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    if (weight > (best.get(hit)?.weight ?? 0)) best.set(hit, { hit, sentence, terms, weight });
  }
  const ranked = [...best.values()].toSorted((a, b) => b.weight - a.weight);
  const minWeight = (ranked[0]?.weight ?? 0) * MIN_WEIGHT_SHARE;
  const seen = new Set<string>();
  return ranked
    .filter(
      ({ weight, sentence }) => weight >= minWeight && !seen.has(sentence) && seen.add(sentence),
    )
    .slice(0, MAX_QUOTES);
}

function sentencesOf(content: string): string[] {
  return plainText(content)
    .split(/\n+/)
    .flatMap((line) => {
      const ends = sentenceEnds(line);
      return ends.map((end, index) => line.slice(ends[index - 1] ?? 0, end));
    })
    .map((sentence) => sentence.replaceAll(codeMarkers, '').trim())
    .filter((sentence) => sentence !== '');
}

function termsIn(sentence: string, asked: ReadonlySet<string>): Set<string> {
  return new Set(
    tokenize(sentence)
      .map(({ term }) => term)
      .filter((term) => asked.has(term)),
  );
}

/** Weighs the question's terms: the fewer sentences contain a term, the more it counts. */
function weigh(
  asked: ReadonlySet<string>,
  sentences: readonly ReadonlySet<string>[],
): Map<string, number> {
  return new Map(
    [...asked].map((term) => {
      const count = sentences.filter((terms) => terms.has(term)).length;
      return [term, Math.log(1 + (sentences.length + 1) / (count + 1))];
    }),
  );
}

function format({ hit, sentence }: Quote): string {
  const quoted = shortened(sentence, MAX_QUOTE_LENGTH);
  const title = hit.title === null ? '' : `${hit.title}, `;
  return `“${quoted}”\n— ${title}in the Memory “${hit.container_name}”`;
}
