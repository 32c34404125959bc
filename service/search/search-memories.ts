import { findNamed } from '../../lib/text/memory-name.ts';
import {
  hasOnlyWords,
  parseQuery,
  wantedText,
  type QueryPart,
} from '../../lib/text/search-query.ts';
import { searchTerms } from '../../lib/text/search-terms.ts';
import { errorName, type Clock, type Logger } from '../ports.ts';
import type { ContainerRow } from '../storage/port/library.ts';
import type { FoundPassage, PassageMatcher, SearchScope } from '../storage/port/search.ts';
import type { AccountAreas, AccountStorage } from '../storage/port/storage.ts';
import { expandTerms, unexpanded, type ExpandedTerms } from './expand-terms.ts';
import { rank, type Candidate } from './rank.ts';
import { scoreDocuments } from './score-documents.ts';
import type { SearchQueue } from './search-queue.ts';

interface SearchSurroundings {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly searches: SearchQueue;
}

interface MemorySearch {
  readonly account: AccountStorage;
  /** Identifies the credential, whose searches take turns with those of others. */
  readonly caller: string;
  readonly containers: readonly ContainerRow[];
  readonly q: string;
  /** Set if `q` is plain text, such as a question, in which quotes and colons aren't operators. */
  readonly isPlain?: boolean;
  readonly limit: number;
}

/** Passages to fetch per requested hit: ranking and joining choose among them. */
const CANDIDATES = { perHit: 4, least: 60 };
/** Multiplies the passages to fetch if one document could fill the results, to find other documents. */
const WIDER = 4;
/** The documents of this many top passages are scored. */
const SCORED = 24;
/** Number of terms to look up. The rarest of them are scored (see `PassageMatcher`). */
const MAX_TERMS = 64;
/** Longer queries, in characters, get a separate lane, so that the caller's shorter ones don't wait for all of them. */
const LONG_QUERY = 200;

/** Searches all Memories at once. If that fails, searches each alone, so that a broken Memory doesn't hide the rest. */
export function searchMemories(surroundings: SearchSurroundings, search: MemorySearch) {
  const parts = search.isPlain === true ? [] : parseQuery(search.q, surroundings.clock.now());
  const text = search.isPlain === true ? search.q : wantedText(parts);
  const containers = namedContainers(search.containers, parts);
  const lane = { caller: search.caller, kind: text.length > LONG_QUERY ? 'long' : 'short' };
  const { logger, searches } = surroundings;
  // Without a snapshot, the learner could replace passages after they're found and before they're read.
  return searches.run(lane, () =>
    search.account.snapshot((areas) =>
      searchParsed({ areas, logger }, { ...search, searched: containers, parts, text }),
    ),
  );
}

/** Applies `in:`. An unknown name finds nothing. */
function namedContainers(
  containers: readonly ContainerRow[],
  parts: readonly QueryPart[],
): readonly ContainerRow[] {
  const named = parts.flatMap((part) => (part.kind === 'in' ? [part] : []));
  const [without, within] = [true, false].map((isExcluded) =>
    named.flatMap((part) => {
      const found = part.isExcluded === isExcluded ? findNamed(part.memory, containers) : undefined;
      return found === undefined ? [] : [found];
    }),
  );
  const isLimited = named.some(({ isExcluded }) => !isExcluded);
  return (isLimited ? (within ?? []) : containers).filter((one) => without?.includes(one) !== true);
}

interface ParsedSearch extends Pick<MemorySearch, 'containers' | 'limit'> {
  /** The Memories left after applying `in:`. */
  readonly searched: readonly ContainerRow[];
  readonly parts: readonly QueryPart[];
  /** The words to rank by. */
  readonly text: string;
}

async function searchParsed(
  { areas, logger }: { readonly areas: AccountAreas; readonly logger: Logger },
  { containers: inReach, searched: containers, parts, text, limit }: ParsedSearch,
) {
  const scopes = new Map<readonly ContainerRow[], Promise<SearchScope>>();
  const { terms, related, corrections, counts } = await expanded();
  const isOnlyWords = hasOnlyWords(parts);
  const failed = new Set<string>();

  /** Returns the scope for these Memories. It's reused, because it caches its counts. */
  function scopeOf(searched: readonly ContainerRow[]): Promise<SearchScope> {
    const opening = scopes.get(searched) ?? areas.search.open(searched.map(({ seq }) => seq));
    scopes.set(searched, opening);
    return opening;
  }

  /** If a Memory is broken, searches for the words without corrections or related terms. */
  async function expanded(): Promise<ExpandedTerms> {
    try {
      const quoted = wantedText(parts.filter(({ kind }) => kind === 'phrase'));
      return await expandTerms(await scopeOf(containers), { text, quoted, maxTerms: MAX_TERMS });
    } catch {
      return unexpanded(searchTerms(text).slice(0, MAX_TERMS));
    }
  }

  async function findCandidates(searched: readonly ContainerRow[]): Promise<Candidate[]> {
    const most = Math.max(limit * CANDIDATES.perHit, CANDIDATES.least);
    const scope = await scopeOf(searched);
    const matcher = isOnlyWords ? scope : await scope.narrowedTo(parts);
    const found = await bestPassages(searched, matcher, most);
    const isOfFew = found.length >= most && spread(found, limit).within.length < limit;
    return isOfFew ? bestPassages(searched, matcher, most * WIDER) : found;
  }

  async function bestPassages(
    searched: readonly ContainerRow[],
    matcher: PassageMatcher,
    most: number,
  ) {
    const matches = await matcher.match({ terms, related, limit: most });
    const scores = new Map(matches.map(({ id, score }) => [id, score]));
    const passages = await areas.passages.byIds([...scores.keys()]);
    // A second barrier: whatever the index returns, only the caller's Memories are shown.
    const ids = new Set(searched.map(({ id }) => id));
    return (
      passages
        .filter(({ container_id }) => ids.has(container_id))
        .map((passage) => ({ passage, score: scores.get(passage.id) ?? 0 }))
        // Of equally good ones the newest first, so that all engines examine the same passages.
        .toSorted((a, b) => b.score - a.score || b.passage.id - a.passage.id)
    );
  }

  /** Returns ranked passages. */
  async function rankedIn(searched: readonly ContainerRow[]): Promise<Candidate[]> {
    if (searched.length === 0 || (terms.length === 0 && isOnlyWords)) return [];
    try {
      const candidates = await findCandidates(searched);
      const scored = candidates.slice(0, SCORED).map(({ passage }) => passage.material);
      const scope = await scopeOf(searched);
      return rank(candidates, terms, await scoreDocuments(scope, [...new Set(scored)], counts));
    } catch (error) {
      if (searched.length > 1)
        return (await Promise.all(searched.map((one) => rankedIn([one]))))
          .flat()
          .toSorted((a, b) => b.score - a.score);
      for (const { id } of searched) failed.add(id);
      logger.error('search.failed', { error: errorName(error) });
      return [];
    }
  }

  const ranked = await rankedIn(containers);
  return {
    counts: { ...counts, related },
    answer: {
      results: hitsOf(ranked, limit).map(describeHit),
      // If `in:` names an unknown Memory, list all, so that the answer doesn't look like an empty account.
      containers: (containers.length === 0 ? inReach : containers).map(({ id, name }) =>
        failed.has(id)
          ? { id, name, error: { code: 'internal', message: 'This Memory could not be searched.' } }
          : { id, name },
      ),
      ...(corrections.length === 0 ? {} : { corrections }),
      ...(isOnlyWords ? {} : { operators: operatorsIn(parts) }),
    },
  };
}

function operatorsIn(parts: readonly QueryPart[]): string[] {
  const operators = parts.map(({ kind, isExcluded }) => (isExcluded ? 'exclude' : kind));
  return [...new Set(operators)].filter((operator) => operator !== 'word');
}

/** How rare the terms of a query are, and which related terms count for them. */
export type QueryTerms = ExpandedTerms['counts'] & Pick<ExpandedTerms, 'related'>;
export type DescribedHit = ReturnType<typeof describeHit>;

function describeHit({ passage, text, score }: Hit) {
  const source =
    passage.kind === 'note'
      ? { memory_id: passage.material_id }
      : { document_id: passage.material_id };
  return {
    container: passage.container_id,
    container_name: passage.container_name,
    content: text,
    ...source,
    title: passage.title,
    url: passage.source_url,
    custom_id: passage.custom_id,
    score: Number(score.toPrecision(6)),
    saved_at: passage.saved_at,
  };
}

interface Hit {
  readonly passage: FoundPassage;
  readonly text: string;
  readonly score: number;
}

/** In UTF-16 code units. */
const MAX_HIT_LENGTH = 1700;
/** Passages ranked below this multiple of the limit are ignored. */
const NEAR_LIMIT = 2;
/** Multiplies the score of each further hit in the same document. */
const REPEAT_FACTOR = 0.8;

export function hitsOf(ranked: readonly Candidate[], limit: number): Hit[] {
  const considered = Math.max(limit * NEAR_LIMIT, 20);
  const { within, beyond } = spread(ranked, considered);
  const near = [...within, ...beyond].slice(0, considered);
  const free = new Map(near.map(({ passage }) => [placeOf(passage, 0), passage]));
  const hitsPerDocument = new Map<number, number>();
  const hits: Hit[] = [];
  for (const { passage, score } of near) {
    if (!free.delete(placeOf(passage, 0))) continue;
    const repeats = hitsPerDocument.get(passage.material) ?? 0;
    hitsPerDocument.set(passage.material, repeats + 1);
    hits.push({
      passage,
      text: join(takeAround(free, passage)),
      score: score * REPEAT_FACTOR ** repeats,
    });
  }
  return hits.toSorted((a, b) => b.score - a.score).slice(0, limit);
}

/** At most this share of the passages considered is from one document, as long as there are others. */
const MAX_SHARE = 0.25;

/** Separates the passages with which a document would exceed its share of `count`. */
function spread(ranked: readonly Candidate[], count: number) {
  const taken = new Map<number, number>();
  const within: Candidate[] = [];
  const beyond: Candidate[] = [];
  for (const candidate of ranked) {
    const { material } = candidate.passage;
    const passages = (taken.get(material) ?? 0) + 1;
    taken.set(material, passages);
    (passages <= count * MAX_SHARE ? within : beyond).push(candidate);
  }
  return { within, beyond };
}

/** Joins a passage with adjacent candidates, following ones first, up to the maximum length. */
function takeAround(free: Map<string, FoundPassage>, passage: FoundPassage): FoundPassage[] {
  const taken = [passage];
  let length = passage.text.length;
  for (const step of [1, -1]) {
    for (let offset = step; ; offset += step) {
      const neighbor = free.get(placeOf(passage, offset));
      if (neighbor === undefined || length + neighbor.text.length > MAX_HIT_LENGTH) break;
      free.delete(placeOf(neighbor, 0));
      length += neighbor.text.length;
      if (step === 1) taken.push(neighbor);
      else taken.unshift(neighbor);
    }
  }
  return taken;
}

function join(passages: readonly FoundPassage[]): string {
  return passages.map(({ lead, text }, index) => (index === 0 ? text : lead + text)).join('');
}

function placeOf({ material, position }: FoundPassage, offset: number): string {
  return `${material}:${position + offset}`;
}
