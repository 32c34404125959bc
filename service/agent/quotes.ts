/** An agent without a model: it quotes the sentences that cover the question, or says that nothing saved answers it. */
import { nothingAnswers, quotesAgentName } from '../../lib/contract/nothing-found.ts';
import { ok } from '../../lib/contract/result.ts';
import { shortened } from '../../lib/text/cut-text.ts';
import { plainText } from '../../lib/text/plain-text.ts';
import { sentenceEnds } from '../../lib/text/sentences.ts';
import { tokenize } from '../../lib/text/tokenize.ts';
import type { DescribedHit, QueryTerms } from '../search/search-memories.ts';
import type { Agent } from './agent.ts';

const MAX_QUOTES = 4;
/** Further quotes need at least this share of the best one's score. */
const MIN_SCORE_SHARE = 0.75;
const MAX_RELATED = 3;
/** In UTF-16 code units; longer sentences are cut. */
const MAX_QUOTE_LENGTH = 500;

/** Comment markers and string delimiters in code, which would look odd inside a quote. */
const codeMarkers = /^\s*(?:["'`]{2,}\s*|(?:\/[/*]*|#+|--)\s+)|\s*(?:["'`]{2,}|\*\/)\s*$/g;

export const quotesAgent: Agent = {
  name: quotesAgentName,
  answer: async ({ passages, counts }) => {
    const quotes = chooseQuotes(passages, counts);
    if (quotes.length > 0) {
      const answer = ['From your library:', ...quotes.map(format)].join('\n\n');
      return ok({ answer, sources: quotes.map(({ hit }) => hit), answered: true });
    }
    const related = onePerPage(passages).slice(0, MAX_RELATED);
    return ok({ answer: nothingAnswers, sources: related, answered: false });
  },
};

interface Quote {
  readonly hit: DescribedHit;
  readonly sentence: string;
  /** How well the sentence covers the question, for ranking quotes. */
  readonly score: number;
  /** How likely the sentence answers the question, for deciding whether to quote at all. */
  readonly evidence: number;
}

/** Weights of the words around a sentence, relative to its own. */
const CONTEXT = { near: 0.8, passage: 0.6, perRank: 0.01 };
/** Fitted to the questions of tests/bench/questions, alone and among 4,500 other passages. */
const MIN_EVIDENCE = 2.6;
/** Limits the evidence of rare words, so that it can't make up for missing ones. */
const MAX_RARITY = 4;
/** Added for a sentence with every word of the question, even if it has just one, as in "What is mulesing?" */
const WHOLE = 1;
/** Fewer passages don't show how rare a word is. */
const MIN_TOTAL = 1_000;

/** Returns no quotes if none has enough evidence. */
function chooseQuotes(hits: readonly DescribedHit[], counts: QueryTerms): Quote[] {
  const weights = weigh(counts);
  const quotes = hits
    .flatMap((hit, rank) => quotesIn(hit, { rank, weights, counts }))
    .toSorted((a, b) => b.score - a.score);
  const [best] = quotes;
  if (best === undefined || best.evidence < MIN_EVIDENCE) return [];
  const seen = new Set<string>();
  return quotes
    .filter(({ score, sentence }) => {
      const isGood = score >= best.score * MIN_SCORE_SHARE && !seen.has(sentence);
      seen.add(sentence);
      return isGood;
    })
    .slice(0, MAX_QUOTES);
}

/** The weight of a term that no passage contains, compared with one in a single passage. */
const ABSENT = { word: 1.5, ideographs: 0.4 };
const PAIR_SHARE = 0.5;
const KATAKANA = /^\p{scx=Kana}+$/u;
const IDEOGRAPHS = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Weighs the terms of the question: the fewer passages contain a term, the more it counts. */
function weigh({ passages, total }: QueryTerms): ReadonlyMap<string, number> {
  const effectiveTotal = Math.max(total, MIN_TOTAL);
  return new Map(
    [...passages].map(([term, count]) => {
      const weight = Math.log(1 + (effectiveTotal + 0.5) / (Math.max(count, 1) + 0.5));
      // A pair of ideographs that spans two words is in no text.
      const absent = IDEOGRAPHS.test(term) ? ABSENT.ideographs : ABSENT.word;
      return [term, count === 0 ? weight * absent : weight];
    }),
  );
}

interface Weighing {
  readonly rank: number;
  readonly weights: ReadonlyMap<string, number>;
  readonly counts: QueryTerms;
}

function quotesIn(hit: DescribedHit, { rank, weights, counts }: Weighing): Quote[] {
  const { related, total } = counts;
  const all = sum(weights.values());
  const termsOf = (text: string) =>
    new Set(
      tokenize(text).flatMap(({ term }) => {
        const asked = weights.has(term) ? term : related.get(term)?.of;
        return asked === undefined ? [] : [asked];
      }),
    );
  const sentences = sentencesOf(hit.content);
  const terms = sentences.map(termsOf);
  const title = termsOf(hit.title ?? '');
  const passage = terms.reduce((union, more) => union.union(more), title);
  // A word in katakana is several overlapping pairs.
  const rarityOf = (term: string) =>
    (weights.get(term) ?? 0) * (KATAKANA.test(term) ? PAIR_SHARE : 1);
  const share = (part: ReadonlySet<string>) =>
    sum([...part].map((term) => weights.get(term) ?? 0)) / all;
  const rarity = Math.min(
    MAX_RARITY,
    sum([...passage].map(rarityOf)) / Math.log(1 + Math.max(total, MIN_TOTAL)),
  );
  return sentences.flatMap((sentence, index) => {
    const own = terms[index] ?? new Set();
    if (own.size === 0) return [];
    const around = [title, terms[index - 1], terms[index + 1]].reduce<ReadonlySet<string>>(
      (union, more) => union.union(more ?? new Set()),
      own,
    );
    const [ownShare, nearShare] = [share(own), share(around.difference(own))];
    return {
      hit,
      sentence,
      score:
        ownShare +
        CONTEXT.near * nearShare +
        CONTEXT.passage * share(passage.difference(around)) -
        CONTEXT.perRank * rank,
      evidence: ownShare + nearShare + rarity + (ownShare > 0.99 ? WHOLE : 0),
    };
  });
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
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

function onePerPage(hits: readonly DescribedHit[]): DescribedHit[] {
  const pages = Map.groupBy(hits, ({ document_id, memory_id }) => document_id ?? memory_id);
  return [...pages.values()].flatMap(([first]) => first ?? []);
}

function format({ hit, sentence }: Quote): string {
  const quoted = shortened(sentence, MAX_QUOTE_LENGTH);
  const title = hit.title === null ? '' : `${hit.title}, `;
  return `“${quoted}”\n— ${title}in the Memory “${hit.container_name}”`;
}
