import './save-progress.css';
import {
  BookmarkCheck,
  CircleAlert,
  CirclePause,
  Clock,
  CornerDownLeft,
  History,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { sentences, plural, t } from '../../lib/i18n/i18n.ts';
import { Button, QuietButton, Spinner } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import type { Changed, SavedView } from './popup-view.ts';
import {
  actionLabels,
  laterView,
  type SaveAction,
  saveAnnouncement,
  saveView,
  type SaveView,
} from '../outbox/save-view.ts';
import { Quote } from '../ui/quote.tsx';
import { relativeTime } from '../../lib/i18n/time.ts';
import { useFocusUnlessTaken } from './save-form.tsx';

export type SaveProgressProps = Pick<SavedView, 'item' | 'save' | 'later' | 'others' | 'tried'> & {
  now: number;
  onAct: (action: SaveAction, saveId: string) => void;
  onElsewhere: (() => void) | null;
  onSaveVersion: (() => void) | null;
  onAnnounce: (words: string) => void;
};

export function SaveProgress(props: SaveProgressProps) {
  const { item, others, now, onAct, onElsewhere, onSaveVersion, tried, onAnnounce } = props;
  const save = saveView(props.save.of, props.save.moment);
  const later = props.later === null ? null : laterView(props.later.of, props.later.moment);
  const first = saveAnnouncement(save, tried);
  const announcement =
    later === null ? first : sentences(first, saveAnnouncement(later, props.later?.tried ?? 0));
  useEffect(() => {
    onAnnounce(announcement);
    return () => onAnnounce('');
  }, [onAnnounce, announcement]);
  const ref = useFocusOnChange(`${item.id} ${save.headline}`);
  const { id } = item;
  const Icon = toneIcons[save.isStored ? 'good' : save.tone];
  return (
    <section className="popup-work save-progress" data-tone={save.tone} ref={ref} tabIndex={-1}>
      <h3 className="save-progress-headline">
        <Icon className="save-progress-icon" size={20} />
        <span>{save.headline}</span>
        {save.namesMemory ? <MemoryChip name={item.memory} /> : null}
        {save.isFollowed || !save.isStored || item.savedAt === null ? null : (
          <TimeAgo then={item.savedAt} now={now} />
        )}
      </h3>
      <SaveDetail save={save} tried={tried} />
      {others.length === 0 ? null : (
        <div className="save-progress-where">
          <span>{t('outbox_save_alsoIn')}</span>
          {others.map((other) => (
            <MemoryChip key={other.id} name={other.memory} />
          ))}
        </div>
      )}
      {later === null || props.later === null ? null : (
        <LaterTry save={props.later.of} view={later} tried={props.later.tried} onAct={onAct} />
      )}
      <SaveActions id={id} actions={save.actions} onAct={onAct}>
        {save.isStored && onElsewhere !== null ? (
          <QuietButton onClick={onElsewhere}>{t('popup_saveElsewhere')}</QuietButton>
        ) : null}
        {onSaveVersion === null || save.isFollowed ? null : (
          <QuietButton onClick={onSaveVersion}>{t('preview_changed_save')}</QuietButton>
        )}
      </SaveActions>
    </section>
  );
}

const toneIcons = {
  busy: Spinner,
  good: BookmarkCheck,
  wait: Clock,
  paused: CirclePause,
  bad: CircleAlert,
} as const;

/** When `stage` changes, focuses the element that replaced the pressed button. */
function useFocusOnChange(stage: string) {
  const ref = useRef<HTMLElement>(null);
  const changeRef = useRef({ stage: '', at: 0 });
  // Runs after every render, because the button may disappear after the stage has changed.
  useEffect(() => {
    const change = changeRef.current;
    if (change.stage !== stage) changeRef.current = { stage, at: performance.now() };
    const isFresh = performance.now() - changeRef.current.at < focusMs;
    if (isFresh && document.activeElement === document.body) {
      ref.current?.focus({ preventScroll: true });
      changeRef.current.at = -focusMs;
    }
  });
  return ref;
}

/** Lost focus is restored only within this many milliseconds of a change. */
const focusMs = 1_000;

type LaterTryProps = {
  save: { id: string };
  view: SaveView;
  tried: number;
  onAct: (action: SaveAction, saveId: string) => void;
};

function LaterTry({ save, view, tried, onAct }: LaterTryProps) {
  return (
    <div className="save-later">
      <h4 className="save-later-headline">
        <CircleAlert className="save-later-icon" size={16} />
        <span>{view.headline}</span>
      </h4>
      <SaveDetail save={view} tried={tried} />
      <SaveActions id={save.id} actions={view.actions} onAct={onAct} />
    </div>
  );
}

function SaveDetail({ save, tried }: { save: SaveView; tried: number }) {
  return (
    <>
      {save.detail === null ? null : <p className="popup-work-text">{save.detail}</p>}
      {save.quote === null ? null : <Quote words={save.quote} />}
      {save.traceId === null ? null : (
        <p className="save-progress-trace">{t('common_reference', { traceId: save.traceId })}</p>
      )}
      {tried === 0 ? null : <p className="popup-work-text">{plural(tried, 'outbox_save_tried')}</p>}
    </>
  );
}

type SaveActionsProps = Pick<SaveProgressProps, 'onAct'> & {
  /** Null until the save is stored; until then, there are no actions. */
  id: string | null;
  actions: readonly SaveAction[];
  children?: ReactNode;
};

function SaveActions({ id, actions, onAct, children }: SaveActionsProps) {
  return (
    <div className="popup-row save-progress-actions">
      {id === null
        ? null
        : actions.map((action) => (
            <Button
              key={action}
              size="small"
              look={action === 'discard' ? 'quiet' : 'secondary'}
              onClick={() => onAct(action, id)}
            >
              {actionLabels[action]}
            </Button>
          ))}
      {children}
    </div>
  );
}

export type ChangedPageProps = Changed & {
  now: number;
  /** Whether the selection comes first and has focus. */
  isSecond: boolean;
  onSaveVersion: () => void;
  onElsewhere: () => void;
};

export function ChangedPage(props: ChangedPageProps) {
  const { memory, savedAt, now, isSecond, onSaveVersion, onElsewhere } = props;
  const ref = useFocusUnlessTaken(!isSecond);
  return (
    <section className="popup-work save-progress" data-tone="wait">
      <h3 className="save-progress-headline">
        <History className="save-progress-icon" size={20} />
        <span>{t('preview_changed_title')}</span>
      </h3>
      <div className="save-progress-where">
        <span>{t('preview_savedOn', { when: relativeTime(savedAt, now) })}</span>
        <MemoryChip name={memory.name} />
      </div>
      <div className="popup-row">
        <Button
          ref={ref}
          look={isSecond ? 'secondary' : 'primary'}
          size="large"
          wide
          after={isSecond ? undefined : <CornerDownLeft size={16} />}
          onClick={onSaveVersion}
        >
          {t('preview_changed_save')}
        </Button>
      </div>
      <div className="popup-row save-progress-actions">
        <QuietButton onClick={onElsewhere}>{t('popup_saveElsewhere')}</QuietButton>
      </div>
    </section>
  );
}
