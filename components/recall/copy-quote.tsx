import './copy-quote.css';
import { Check, Quote } from 'lucide-react';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { useCopying } from '../hooks/use-copying.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { searchWords } from '../words/search.ts';
import { quoteOf } from './passage-quote.ts';

const { copy: label, copied, failed } = searchWords.quote;

/** Takes a passage along as a quotation, with the title of its source and the link to it. */
export function CopyQuote({ hit }: { hit: RecallHit }) {
  const { state, copy } = useCopying();
  return (
    <span className="copy-quote" data-state={state}>
      <button
        type="button"
        className="copy-quote-button"
        aria-label={state === 'rest' ? label : undefined}
        title={label}
        onClick={() => void copy(quoteOf(hit))}
      >
        {state === 'copied' ? (
          <Check size={15} aria-hidden="true" />
        ) : (
          <Quote size={15} aria-hidden="true" />
        )}
        {state === 'rest' ? null : (
          <span className="copy-quote-words">{state === 'copied' ? copied : failed}</span>
        )}
      </button>
      <LiveRegion words={{ rest: '', copied, failed }[state]} />
    </span>
  );
}
