/** One highlight as its row shows it. Pure. */
import { sentences } from '../../lib/language/text.ts';
import type { HighlightView } from '../../lib/contracts/highlights.ts';
import { outcomeOf } from '../../lib/core/outbox/outcome.ts';
import { shortened } from '../../lib/core/text/cut-text.ts';
import { webHost } from '../ui/web-host.ts';
import { errorWords } from '../words/errors.ts';
import { highlightsWords } from '../words/highlights.ts';

export type HighlightRowView = {
  /** The beginning of the quote, for the names of what can be done with it. */
  name: string;
  /** Whether the quote is longer than a row shows at first. */
  isLong: boolean;
  /** Null where the note is simply kept. */
  state: { words: string; isTrouble: boolean } | null;
  placement: string | null;
  /** Null where the words stand in the page itself. */
  frameHost: string | null;
};

const nameLength = 60;
/** About what four lines of the narrowest panel hold. */
const shortLength = 180;

/** Gives the view of a highlight on the page of this address. */
export function highlightRowView(highlight: HighlightView, pageKey: string): HighlightRowView {
  const { quote, placement, isMarked, url } = highlight;
  const host = webHost(url);
  return {
    name: shortened(quote.replace(/\s+/g, ' ').trim(), nameLength),
    isLong: quote.length > shortLength || quote.split('\n').length > 4,
    state: stateOf(highlight),
    placement:
      isMarked && placement === 'orphaned'
        ? highlightsWords.orphaned
        : isMarked && placement === 'unknown'
          ? highlightsWords.unknown
          : null,
    frameHost: host === null || host === webHost(pageKey) ? null : host,
  };
}

function stateOf({ state }: HighlightView): HighlightRowView['state'] {
  if (state === null) return null;
  const outcome = outcomeOf(state);
  if (outcome === 'kept' || outcome === 'findable') return null;
  const words = highlightsWords.state(state.status);
  if (!('error' in state)) return { words, isTrouble: outcome === 'trouble' };
  return {
    words: sentences(words, errorWords(state.error).title),
    isTrouble: outcome === 'trouble',
  };
}

/** What is copied of a highlight: the words, and where they are from. */
export function citationOf({ quote, title, url }: HighlightView): string {
  return `“${quote}”\n— ${title === '' ? url : `${title}, ${url}`}`;
}
