import { ArrowUpRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { searchWords } from '../words/search.ts';
import { CopyQuote } from './copy-quote.tsx';
import { hitView } from './hit-view.ts';
import { Passage } from './passage.tsx';

export type FurtherPassagesProps = {
  passages: readonly RecallHit[];
  onOpen: (hit: RecallHit) => void;
};

/** The other passages of a page or note; each opens at its own place. */
export function FurtherPassages({ passages, onOpen }: FurtherPassagesProps) {
  return (
    <ul className="further-passages">
      {passages.map((hit) => (
        <FurtherPassage key={hit.key} hit={hit} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function FurtherPassage({ hit, onOpen }: { hit: RecallHit; onOpen: (hit: RecallHit) => void }) {
  const { isNote, opens } = hitView(hit);
  const onPassageClick = ({ target }: MouseEvent) => {
    const isOther = target instanceof Element && target.closest('button') !== null;
    if (opens && !isOther && window.getSelection()?.isCollapsed !== false) onOpen(hit);
  };
  return (
    // Its keyboard way is the button below the words.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li className="further-passage" data-opens-itself onClick={onPassageClick}>
      <Passage passage={hit.passage} marks={hit.marks} quoted={isNote} />
      <div className="further-passage-foot">
        {opens ? (
          <button
            type="button"
            className="further-passage-open"
            data-hit
            onClick={() => onOpen(hit)}
          >
            {searchWords.group.open}
            <ArrowUpRight size={14} aria-hidden="true" />
          </button>
        ) : null}
        <CopyQuote hit={hit} />
      </div>
    </li>
  );
}
