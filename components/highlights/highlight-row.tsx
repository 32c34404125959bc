import './highlight-row.css';
import { Copy, Eraser, MapPinOff } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { HighlightView } from '../../lib/highlights/model.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { t, sentences } from '../../lib/i18n/i18n.ts';
import { outcomeOf } from '../../lib/outbox/model.ts';
import { shortened } from '../../lib/text/cut-text.ts';
import { webHost } from '../ui/web-host.ts';
import { errorWords } from '../app/error-text.ts';
import { saveStates } from '../outbox/text.ts';

export type HighlightAct = 'reveal' | 'copy' | 'unmark' | 'mark';

type HighlightRowProps = {
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
            title={t('highlights_goTo')}
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
          {isWhole ? t('common_showLess') : t('highlights_more')}
        </button>
      ) : null}
      {comment === null ? null : (
        <p className="highlight-comment" dir="auto">
          <span className="visually-hidden">{t('highlights_comment')}: </span>
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
            <span className="highlight-frame">
              {t('highlights_frame', { host: view.frameHost })}
            </span>
          )}
        </p>
        <IconButton
          label={t('highlights_copy', { quote: view.name })}
          data-act="copy"
          onClick={() => onAct('copy', highlight)}
        >
          <Copy size={16} aria-hidden="true" />
        </IconButton>
        {isMarked ? (
          <IconButton
            key="act"
            label={t('highlights_unmark', { quote: view.name })}
            data-act="unmark"
            onClick={() => onAct('unmark', highlight)}
          >
            <Eraser size={16} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {isMarked ? null : (
        <p className="highlight-off">
          <span>{t('highlights_unmarked')}</span>
          <Button
            size="small"
            look="quiet"
            data-act="mark"
            aria-label={t('highlights_mark', { quote: view.name })}
            onClick={() => onAct('mark', highlight)}
          >
            {t('highlights_undo')}
          </Button>
        </p>
      )}
    </li>
  );
});

type HighlightRowView = {
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
function highlightRowView(highlight: HighlightView, pageKey: string): HighlightRowView {
  const { quote, placement, isMarked, url } = highlight;
  const host = webHost(url);
  return {
    name: shortened(quote.replace(/\s+/g, ' ').trim(), nameLength),
    isLong: quote.length > shortLength || quote.split('\n').length > 4,
    state: stateOf(highlight),
    placement:
      isMarked && placement === 'orphaned'
        ? t('highlights_orphaned')
        : isMarked && placement === 'unknown'
          ? t('highlights_unknown')
          : null,
    frameHost: host === null || host === webHost(pageKey) ? null : host,
  };
}

function stateOf({ state }: HighlightView): HighlightRowView['state'] {
  if (state === null) return null;
  const outcome = outcomeOf(state);
  if (outcome === 'saved' || outcome === 'searchable') return null;
  const words = state.status === 'requested' ? t('highlights_state') : saveStates[state.status];
  if (!('error' in state)) return { words, isTrouble: outcome === 'problem' };
  return {
    words: sentences(words, errorWords(state.error).title),
    isTrouble: outcome === 'problem',
  };
}

/** What is copied of a highlight: the words, and where they are from. */
export function citationOf({ quote, title, url }: HighlightView): string {
  return `“${quote}”\n— ${title === '' ? url : `${title}, ${url}`}`;
}
