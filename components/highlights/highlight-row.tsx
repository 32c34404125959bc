import './highlight-row.css';
import { Copy, Eraser, MapPinOff } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { HighlightView } from '../../lib/contracts/highlights.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { highlightsWords as words } from '../words/highlights.ts';
import { highlightRowView } from './highlight-row-view.ts';

export type HighlightAct = 'reveal' | 'copy' | 'unmark' | 'mark';

export type HighlightRowProps = {
  highlight: HighlightView;
  pageKey: string;
  now: number;
  onAct: (act: HighlightAct, highlight: HighlightView) => void;
};

/** One highlight: the words, the person's own beside them, what became of the note, and where its mark is. */
export const HighlightRow = memo(function HighlightRow(props: HighlightRowProps) {
  const { highlight, pageKey, now, onAct } = props;
  const { quote, comment, memory, createdAt, isMarked, placement } = highlight;
  const [isWhole, setIsWhole] = useState(false);
  const rowRef = useRef<HTMLLIElement>(null);
  const wasMarkedRef = useRef(isMarked);
  useEffect(() => {
    if (wasMarkedRef.current === isMarked) return;
    wasMarkedRef.current = isMarked;
    // The button that was pressed has gone; the one that takes it back stands ready instead.
    const isFocusLost = document.activeElement === document.body;
    const back = rowRef.current?.querySelector<HTMLElement>(
      `[data-act="${isMarked ? 'unmark' : 'mark'}"]`,
    );
    if (isFocusLost) back?.focus();
  }, [isMarked]);
  const view = highlightRowView(highlight, pageKey);
  const isThere = isMarked && placement !== 'orphaned';
  return (
    <li
      ref={rowRef}
      className="highlight-row"
      data-highlight={highlight.id}
      data-placement={isMarked ? placement : 'off'}
    >
      <blockquote className="highlight-quote" dir="auto" data-whole={isWhole || undefined}>
        {isThere ? (
          <button
            type="button"
            className="highlight-go"
            dir="auto"
            data-act="reveal"
            title={words.goTo}
            onClick={() => onAct('reveal', highlight)}
          >
            {quote}
          </button>
        ) : (
          quote
        )}
      </blockquote>
      {view.isLong ? (
        <button
          type="button"
          className="highlight-more"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? words.less : words.more}
        </button>
      ) : null}
      {comment === null ? null : (
        <p className="highlight-comment" dir="auto">
          <span className="visually-hidden">{words.comment}: </span>
          {comment}
        </p>
      )}
      {view.placement === null ? null : (
        <p className="highlight-placement">
          {placement === 'orphaned' ? <MapPinOff size={14} aria-hidden="true" /> : null}
          {view.placement}
        </p>
      )}
      {view.state === null ? null : (
        <p className="highlight-state" data-trouble={view.state.isTrouble || undefined}>
          {view.state.words}
        </p>
      )}
      <div className="highlight-foot">
        <p className="highlight-meta">
          {memory === null ? null : <MemoryChip name={memory} />}
          <TimeAgo then={createdAt} now={now} className="highlight-when" />
          {view.frameHost === null ? null : (
            <span className="highlight-frame">{words.frame(view.frameHost)}</span>
          )}
        </p>
        <IconButton
          label={words.copy(view.name)}
          data-act="copy"
          onClick={() => onAct('copy', highlight)}
        >
          <Copy size={16} aria-hidden="true" />
        </IconButton>
        {isMarked ? (
          <IconButton
            key="act"
            label={words.unmark(view.name)}
            data-act="unmark"
            onClick={() => onAct('unmark', highlight)}
          >
            <Eraser size={16} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {isMarked ? null : (
        <p className="highlight-off">
          <span>{words.unmarked}</span>
          <Button
            size="small"
            look="quiet"
            data-act="mark"
            aria-label={words.mark(view.name)}
            onClick={() => onAct('mark', highlight)}
          >
            {words.undo}
          </Button>
        </p>
      )}
    </li>
  );
});
