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
import { errorWords } from '../../lib/i18n/errors.ts';
import { saveStates } from '../app/save-text.ts';

export type HighlightAct = 'reveal' | 'copy' | 'hide' | 'show';

type HighlightRowProps = {
  highlight: HighlightView;
  pageKey: string;
  now: number;
  onAct: (act: HighlightAct, highlight: HighlightView) => Promise<void>;
};

const nameLength = 60;
/** About four lines in the narrowest panel. */
const shortLength = 180;

export const HighlightRow = memo(function HighlightRow(props: HighlightRowProps) {
  const { highlight, pageKey, now, onAct } = props;
  const { quote, comment, memory, createdAt, isMarked, placement } = highlight;
  const [isWhole, setIsWhole] = useState(false);
  const rowRef = useRef<HTMLLIElement>(null);
  const wasMarkedRef = useRef(isMarked);
  useEffect(() => {
    if (wasMarkedRef.current === isMarked) return;
    wasMarkedRef.current = isMarked;
    // The pressed button has disappeared; focus the one that undoes it.
    if (document.activeElement !== document.body) return;
    rowRef.current
      ?.querySelector<HTMLElement>(`[data-act="${isMarked ? 'hide' : 'show'}"]`)
      ?.focus();
  }, [isMarked]);

  const name = shortened(quote.replace(/\s+/g, ' ').trim(), nameLength);
  const isLong = quote.length > shortLength || quote.split('\n').length > 4;
  const isOrphaned = isMarked && placement === 'orphaned';
  const host = webHost(highlight.url);
  const state = stateOf(highlight);
  return (
    <li
      ref={rowRef}
      className="highlight-row"
      data-highlight={highlight.id}
      data-placement={isMarked ? placement : 'off'}
    >
      <blockquote className="highlight-quote" dir="auto" data-whole={isWhole || undefined}>
        {isMarked && !isOrphaned ? (
          <button
            type="button"
            className="highlight-go"
            dir="auto"
            data-act="reveal"
            title={t('highlights_draw_action')}
            onClick={() => void onAct('reveal', highlight)}
          >
            {quote}
          </button>
        ) : (
          quote
        )}
      </blockquote>
      {isLong ? (
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
      {isOrphaned ? (
        <p className="highlight-placement">
          <MapPinOff size={14} aria-hidden="true" />
          {t('highlights_orphaned')}
        </p>
      ) : null}
      {state === null ? null : (
        <p className="highlight-state" data-trouble={state.isProblem || undefined}>
          {state.text}
        </p>
      )}
      <div className="highlight-foot">
        <p className="highlight-meta">
          {memory === null ? null : <MemoryChip name={memory} />}
          <TimeAgo then={createdAt} now={now} className="highlight-when" />
          {host === null || host === webHost(pageKey) ? null : (
            <span className="highlight-frame">{t('highlights_frame', { host })}</span>
          )}
        </p>
        <IconButton
          label={t('highlights_copy', { quote: name })}
          data-act="copy"
          onClick={() => void onAct('copy', highlight)}
        >
          <Copy size={16} aria-hidden="true" />
        </IconButton>
        {isMarked ? (
          <IconButton
            key="act"
            label={t('highlights_unmark', { quote: name })}
            data-act="hide"
            onClick={() => void onAct('hide', highlight)}
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
            data-act="show"
            aria-label={t('highlights_mark', { quote: name })}
            onClick={() => void onAct('show', highlight)}
          >
            {t('common_undo')}
          </Button>
        </p>
      )}
    </li>
  );
});

/** Returns null if the note was saved. */
function stateOf({ state }: HighlightView): { text: string; isProblem: boolean } | null {
  const outcome = state === null ? 'saved' : outcomeOf(state);
  if (state === null || outcome === 'saved' || outcome === 'searchable') return null;
  const text = state.status === 'requested' ? t('highlights_state') : saveStates[state.status];
  return {
    text: 'error' in state ? sentences(text, errorWords(state.error).title) : text,
    isProblem: outcome === 'problem',
  };
}

export function citationOf({ quote, title, url }: HighlightView): string {
  return `“${quote}”\n— ${title === '' ? url : `${title}, ${url}`}`;
}
