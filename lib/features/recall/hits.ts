/** Turns what a service found into what is shown: the Memory it came from, plain words, and the way to its source. */
import { serviceLimits } from '../../contracts/limits.ts';
import type { SearchHit } from '../../contracts/memory-api.ts';
import type { Highlight } from '../../contracts/outbox.ts';
import type { RecallHit } from '../../contracts/recall.ts';
import { plainText } from '../../core/text/plain-text.ts';
import { matchRanges } from '../../core/text/search-terms.ts';
import { webAddress } from '../../core/web-address.ts';

export type HitPorts = {
  findHighlight: (note: { memoryId: string | null; text: string }) => Promise<Highlight | null>;
};

/** Characters of a passage that are shown; a service that sends more would bring the panel to a halt. */
const longestPassage = 100_000;

/** Describes hits, most relevant first and no more than a search may give; the words of `q` are marked in each. */
export function describeHits(
  hits: readonly SearchHit[],
  q: string,
  ports: HitPorts,
): Promise<RecallHit[]> {
  const taken = hits.slice(0, serviceLimits.searchLimitMax);
  return Promise.all(taken.map((hit, rank) => describe(hit, { rank, q }, ports)));
}

async function describe(
  hit: SearchHit,
  { rank, q }: { rank: number; q: string },
  { findHighlight }: HitPorts,
): Promise<RecallHit> {
  const kind = (hit.document_id ?? null) === null ? 'note' : 'page';
  const note = { memoryId: hit.memory_id ?? null, text: hit.content };
  const highlight = kind === 'note' ? await findHighlight(note) : null;
  const content = hit.content.slice(0, longestPassage);
  const passage = highlight === null ? plainText(content) : wordsOf(content, highlight);
  return {
    key: `${rank}:${hit.document_id ?? hit.memory_id ?? ''}`,
    memory: hit.container_name,
    kind,
    ...sourceOf(hit),
    title: hit.title ?? highlight?.title ?? null,
    url: highlight?.url ?? webAddress(hit.url) ?? webAddress(hit.custom_id),
    passage,
    marks: matchRanges(passage, q),
    savedAt: hit.saved_at ?? null,
  };
}

/** Kept words stand as they did on the page, stars and underscores too; only the marks of a quotation above a comment go. */
function wordsOf(content: string, { comment }: Highlight): string {
  return (comment ?? '') === '' ? content : content.replace(/^> ?/gm, '');
}

/** A service that gives no ids may still give addresses. */
function sourceOf(hit: SearchHit): Pick<RecallHit, 'sourceId'> {
  const sourceId =
    hit.document_id ?? hit.memory_id ?? webAddress(hit.url) ?? webAddress(hit.custom_id);
  return sourceId === null ? {} : { sourceId };
}
