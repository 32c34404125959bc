import './highlight-row.css';
import { Copy, Eraser, type LucideIcon, MapPinOff, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, memo, useEffect, useId, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import type { HighlightView } from '../../lib/highlights/model.ts';
import { useCommand } from '../app/use-command.ts';
import { Button, type ButtonProps, IconButton, QuietButton } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { useReturnedFocus } from '../ui/use-returned-focus.ts';
import { t, sentences } from '../../lib/i18n/i18n.ts';
import { type HighlightColor, highlightColors, outcomeOf } from '../../lib/outbox/model.ts';
import { firstWords } from '../../lib/text/cut-text.ts';
import { passageUrl } from '../../lib/text/text-fragment.ts';
import { webHost } from '../../lib/url/web-address.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { saveStates } from '../app/save-text.ts';

export type HighlightAct = 'reveal' | 'copy' | 'hide' | 'show' | 'delete' | 'delete-earlier';

type HighlightRowProps = {
  highlight: HighlightView;
  pageKey: string;
  /** Whether the page is in the active tab, where the highlight can be shown or hidden. */
  isHere: boolean;
  now: number;
  onAct: (act: HighlightAct, highlight: HighlightView) => Promise<void>;
  onColor: (id: string, color: HighlightColor) => Promise<void>;
  onComment: (id: string, comment: string) => Promise<Result<unknown, AppError>>;
};

const nameLength = 60;
/** About four lines in the narrowest panel. */
const shortLength = 180;

export const HighlightRow = memo(function HighlightRow(props: HighlightRowProps) {
  const { highlight, onAct } = props;
  const { quote, comment, isMarked, placement, color } = highlight;
  const [isWhole, setIsWhole] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const rowRef = useReturnedFocus<HTMLLIElement>(isEditing);
  const wasMarkedRef = useRef(isMarked);
  useEffect(() => {
    if (wasMarkedRef.current === isMarked) return;
    wasMarkedRef.current = isMarked;
    // The pressed button has disappeared; focus the button that undoes the action.
    if (document.activeElement !== document.body) return;
    rowRef.current
      ?.querySelector<HTMLElement>(`[data-act="${isMarked ? 'hide' : 'show'}"]`)
      ?.focus();
  }, [isMarked, rowRef]);

  const name = firstWords(quote, nameLength);
  const isLong = quote.length > shortLength || quote.split('\n').length > 4;
  const isOrphaned = isMarked && placement === 'orphaned';
  const state = stateOf(highlight);
  return (
    <li
      ref={rowRef}
      className="highlight-row"
      data-highlight={highlight.id}
      data-save={highlight.id}
      data-color={color}
      data-placement={isMarked ? placement : 'off'}
    >
      <blockquote className="highlight-quote" dir="auto" data-whole={isWhole || undefined}>
        <Quote {...props} isOrphaned={isOrphaned} />
      </blockquote>
      {isLong ? (
        <button
          type="button"
          className="highlight-more"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('common_showLess') : t('common_showMore')}
        </button>
      ) : null}
      {isEditing ? (
        <EditHighlight {...props} onLeave={() => setIsEditing(false)} />
      ) : comment === null ? null : (
        <p className="highlight-comment" dir="auto">
          <span className="visually-hidden">{t('highlights_comment')}: </span>
          {comment}
        </p>
      )}
      {isOrphaned ? (
        <p className="highlight-placement">
          <MapPinOff size={14} />
          {t('highlights_orphaned')}
        </p>
      ) : null}
      {state === null ? null : (
        <p className="highlight-state" data-trouble={state.isProblem || undefined}>
          {state.text}
        </p>
      )}
      {highlight.earlierId === null || state !== null ? null : (
        <OffLine
          words={t('highlights_earlier')}
          action={t('saves_actions_delete')}
          data-act="delete-earlier"
          onClick={() => void onAct('delete-earlier', highlight)}
        />
      )}
      {isEditing ? null : <Foot {...props} name={name} onEdit={() => setIsEditing(true)} />}
      {isMarked ? null : (
        <OffLine
          words={t('highlights_hidden')}
          action={t('common_undo')}
          data-act="show"
          aria-label={t('highlights_show', { quote: name })}
          onClick={() => void onAct('show', highlight)}
        />
      )}
    </li>
  );
});

type OffLineProps = ButtonProps & { words: string; action: string };

/** A line of text with one action, such as Undo. */
export function OffLine({ words, action, ...button }: OffLineProps) {
  return (
    <p className="highlight-off">
      <span>{words}</span>
      <QuietButton {...button}>{action}</QuietButton>
    </p>
  );
}

function Foot(props: HighlightRowProps & { name: string; onEdit: () => void }) {
  const { highlight, pageKey, isHere, now, name, onAct, onEdit } = props;
  const { memory, createdAt, isMarked } = highlight;
  const host = webHost(highlight.url);
  const quoted = t('saves_quoted', { words: name });
  const buttons: [HighlightAct | 'edit', LucideIcon, string][] = [
    ['edit', Pencil, t('highlights_edit', { quote: name })],
    ['copy', Copy, t('highlights_copy', { quote: name })],
    ['hide', Eraser, t('highlights_hide', { quote: name })],
    ['delete', Trash2, t('saves_of', { action: t('saves_actions_delete'), title: quoted })],
  ];
  return (
    <div className="highlight-foot">
      <p className="highlight-meta">
        {memory === null ? null : <MemoryChip name={memory} />}
        <TimeAgo then={createdAt} now={now} className="highlight-when" />
        {host === null || host === webHost(pageKey) ? null : (
          <span className="highlight-frame">{t('highlights_frame', { host })}</span>
        )}
      </p>
      {buttons
        .filter(([what]) => what !== 'hide' || (isHere && isMarked))
        .map(([what, Icon, label]) => (
          <IconButton
            Icon={Icon}
            key={what}
            label={label}
            data-act={what}
            onClick={() => (what === 'edit' ? onEdit() : void onAct(what, highlight))}
          />
        ))}
    </div>
  );
}

/** Scrolls to the highlight if its page is in the active tab; otherwise opens the page at the text. */
function Quote(props: HighlightRowProps & { isOrphaned: boolean }) {
  const { highlight, isHere, isOrphaned, onAct } = props;
  const { quote, isMarked, url } = highlight;
  if (!isHere) {
    if (webHost(url) === null) return quote;
    return (
      <a
        className="highlight-go"
        href={passageUrl({ url, passage: quote, marks: [] })}
        target="_blank"
        rel="noreferrer"
        dir="auto"
        data-act="open"
      >
        {quote}
      </a>
    );
  }
  if (!isMarked || isOrphaned) return quote;
  return (
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
  );
}

type EditHighlightProps = Pick<HighlightRowProps, 'highlight' | 'onColor' | 'onComment'> & {
  onLeave: () => void;
};

/** Edits a highlight. A new color applies at once, a new comment only once it's saved. */
function EditHighlight({ highlight, onColor, onComment, onLeave }: EditHighlightProps) {
  const { id, color } = highlight;
  const [comment, setComment] = useState(highlight.comment ?? '');
  const { state, run } = useCommand(() => onComment(id, comment));
  const isWorking = state.status === 'running';
  const fieldId = useId();

  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    const saved = await run(undefined);
    if (saved?.ok === true) onLeave();
  };
  return (
    <form className="highlight-edit" onSubmit={(event) => void save(event)}>
      <label className="text-field-label" htmlFor={fieldId}>
        {t('highlights_comment')}
      </label>
      <textarea
        id={fieldId}
        className="text-field-input highlight-edit-field"
        dir="auto"
        rows={3}
        value={comment}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- shown because the person asked to edit the comment
        autoFocus
        onChange={(event) => setComment(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') onLeave();
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
          else return;
          event.preventDefault();
        }}
      />
      <fieldset className="highlight-colors">
        <legend className="visually-hidden">{t('highlights_colors')}</legend>
        {highlightColors.map((one) => (
          <label key={one} className="highlight-color" data-color={one}>
            <input
              type="radio"
              name={`${fieldId}-color`}
              aria-label={t(`highlights_colors_${one}`)}
              title={t(`highlights_colors_${one}`)}
              checked={one === color}
              onChange={() => void onColor(id, one)}
            />
          </label>
        ))}
      </fieldset>
      {state.status === 'failed' ? <ErrorAlert error={state.error} /> : null}
      <div className="highlight-edit-actions">
        <Button look="primary" size="small" submits busy={isWorking}>
          {isWorking ? t('common_saving') : t('common_save')}
        </Button>
        <QuietButton onClick={onLeave}>{t('common_cancel')}</QuietButton>
      </div>
    </form>
  );
}

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
