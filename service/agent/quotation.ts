/** Answers without a model: the sentences that say most of what was asked, word for word. */
import { ok } from '../../lib/contracts/result.ts';
import { cutText } from '../../lib/core/text/cut-text.ts';
import { plainText } from '../../lib/core/text/plain-text.ts';
import { searchTerms } from '../../lib/core/text/search-terms.ts';
import { sentenceEnds } from '../../lib/core/text/sentences.ts';
import { tokenize } from '../../lib/core/text/tokenize.ts';
import type { DescribedHit } from '../search/search-memories.ts';

const MAX_QUOTATIONS = 4;
/** A further sentence has to say at least this share of what the best one says. */
const ENOUGH = 0.5;
/** In UTF-16 code units; a longer sentence is quoted up to here. */
const MAX_LENGTH = 500;

/** What begins and ends a comment or a text in code; it says nothing, and would be quoted within quotation marks. */
const marksOfCode = /^\s*(?:["'`]{2,}\s*|(?:\/[/*]*|#+|--)\s+)|\s*(?:["'`]{2,}|\*\/)\s*$/g;

interface Quotation {
  readonly hit: DescribedHit;
  readonly sentence: string;
  /** The words of the question that are in it. */
  readonly held: ReadonlySet<string>;
  readonly weight: number;
}

interface Quoted {
  readonly message: string;
  readonly passages: readonly DescribedHit[];
}

/** The agent of a home without a model. */
export const quotationAgent = {
  name: 'quotation',
  answer: async ({ message, passages }: Quoted) => {
    const terms = new Set(searchTerms(message));
    const quotations = chooseQuotations(terms, passages);
    return ok({
      answer: [leadOf(terms, quotations), ...quotations.map(write)].join('\n\n'),
      sources: quotations.map(({ hit }) => hit),
    });
  },
};

/** Shared words are no answer: where most of what was asked is in none of the sentences, that is said first. */
function leadOf(terms: ReadonlySet<string>, quotations: readonly Quotation[]): string {
  const held = new Set(quotations.flatMap((quotation) => [...quotation.held]));
  return held.size * 2 < terms.size
    ? 'No sentence in your Memories says most of what was asked. What comes nearest, word for word:'
    : 'Quoted from your Memories, word for word:';
}

/** Takes the best sentence of each passage, best passages first where two say as much. */
function chooseQuotations(terms: ReadonlySet<string>, hits: readonly DescribedHit[]): Quotation[] {
  const candidates = hits.flatMap((hit) =>
    sentencesOf(hit.content).map((sentence) => ({ hit, sentence, held: heldBy(sentence, terms) })),
  );
  const weights = weigh(
    terms,
    candidates.map(({ held }) => held),
  );
  const best = new Map<DescribedHit, Quotation>();
  for (const { hit, sentence, held } of candidates) {
    const weight = [...held].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    if (weight > (best.get(hit)?.weight ?? 0)) best.set(hit, { hit, sentence, held, weight });
  }
  const ranked = [...best.values()].toSorted((a, b) => b.weight - a.weight);
  const least = (ranked[0]?.weight ?? 0) * ENOUGH;
  const said = new Set<string>();
  return ranked
    .filter(({ weight, sentence }) => weight >= least && !said.has(sentence) && said.add(sentence))
    .slice(0, MAX_QUOTATIONS);
}

function sentencesOf(content: string): string[] {
  return plainText(content)
    .split(/\n+/)
    .flatMap((line) => {
      const ends = sentenceEnds(line);
      return ends.map((end, index) => line.slice(ends[index - 1] ?? 0, end));
    })
    .map((sentence) => sentence.replaceAll(marksOfCode, '').trim())
    .filter((sentence) => sentence !== '');
}

function heldBy(sentence: string, terms: ReadonlySet<string>): Set<string> {
  return new Set(
    tokenize(sentence)
      .map(({ term }) => term)
      .filter((term) => terms.has(term)),
  );
}

/** A term that few sentences hold says more. */
function weigh(
  terms: ReadonlySet<string>,
  held: readonly ReadonlySet<string>[],
): Map<string, number> {
  return new Map(
    [...terms].map((term) => {
      const count = held.filter((sentence) => sentence.has(term)).length;
      return [term, Math.log(1 + (held.length + 1) / (count + 1))];
    }),
  );
}

function write({ hit, sentence }: Quotation): string {
  const shown = sentence.length > MAX_LENGTH ? `${cutText(sentence, MAX_LENGTH)}…` : sentence;
  const where = hit.title === null ? '' : `${hit.title}, `;
  return `“${shown}”\n— ${where}in the Memory “${hit.container_name}”`;
}
