import './save-progress.css';
import {
  BookmarkCheck,
  CircleAlert,
  CirclePause,
  Clock,
  CornerDownLeft,
  History,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { sentences, plural, t } from '../../lib/i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { ProgressSteps } from '../ui/progress-steps.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import type { LaterSave, PopupView, SaveItem, Changed } from './popup-view.ts';
import {
  actionLabels,
  laterView,
  type SaveAction,
  saveAnnouncement,
  type SaveTone,
  saveView,
  type SaveView,
} from '../outbox/save-view.ts';
import { Quote } from '../ui/quote.tsx';
import { longDate } from '../../lib/i18n/time.ts';
import { useFocusUnlessTaken } from './save-form.tsx';

export type SaveProgressProps = {
  item: SaveItem;
  save: Extract<PopupView, { kind: 'save' }>['save'];
  later: LaterSave | null;
  others: readonly SaveItem[];
  now: number;
  onAct: (action: SaveAction, saveId: string) => void;
  onElsewhere: (() => void) | null;
  onSaveVersion: (() => void) | null;
  tried: number;
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
  const ref = useFocusOnChange(`${item.id} ${save.headline} ${save.steps === null}`);
  const { id } = item;
  const isSettled = save.tone === 'good' && save.steps === null;
  return (
    <section className="popup-work save-progress" data-tone={save.tone} ref={ref} tabIndex={-1}>
      <h3 className="save-progress-headline">
        <ToneIcon tone={save.tone} />
        <span>{save.headline}</span>
      </h3>
      {isSettled ? null : <SaveDetail save={save} />}
      {tried === 0 ? null : <p className="popup-work-text">{plural(tried, 'outbox_save_tried')}</p>}
      {save.steps === null ? null : (
        <ProgressSteps label={t('outbox_save_steps')} steps={save.steps} />
      )}
      {isSettled ? (
        <div className="save-progress-where">
          <MemoryChip name={item.memory} />
          {item.savedAt === null ? null : <TimeAgo then={item.savedAt} now={now} />}
        </div>
      ) : null}
      {isSettled && later === null ? <SaveDetail save={save} /> : null}
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
      <div className="popup-row save-progress-actions">
        {id === null ? null : (
          <SaveActions actions={save.actions} onAct={(action) => onAct(action, id)} />
        )}
        <OtherPlaces save={save} onElsewhere={onElsewhere} onSaveVersion={onSaveVersion} />
      </div>
    </section>
  );
}

type OtherPlacesProps = Pick<SaveProgressProps, 'onElsewhere' | 'onSaveVersion'> & {
  save: SaveView;
};

function OtherPlaces({ save, onElsewhere, onSaveVersion }: OtherPlacesProps) {
  return (
    <>
      {save.tone === 'good' && onElsewhere !== null ? (
        <Button size="small" look="quiet" onClick={onElsewhere}>
          {t('popup_saveElsewhere')}
        </Button>
      ) : null}
      {onSaveVersion === null || save.steps !== null ? null : (
        <Button size="small" look="quiet" onClick={onSaveVersion}>
          {t('preview_changed_save')}
        </Button>
      )}
    </>
  );
}

const toneIcons = {
  busy: null,
  good: BookmarkCheck,
  wait: Clock,
  paused: CirclePause,
  bad: CircleAlert,
} as const;

function ToneIcon({ tone }: { tone: SaveTone }) {
  const Icon = toneIcons[tone];
  return Icon === null ? null : (
    <Icon className="save-progress-icon" size={20} aria-hidden="true" />
  );
}

/** Focuses the replacement of the pressed button when `stage` changes. */
function useFocusOnChange(stage: string) {
  const ref = useRef<HTMLElement>(null);
  const changeRef = useRef({ stage: '', at: 0 });
  // After every render: the button can disappear after the stage changes.
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

/** How long after a change a lost focus is restored, in milliseconds. */
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
        <CircleAlert className="save-later-icon" size={16} aria-hidden="true" />
        <span>{view.headline}</span>
      </h4>
      <SaveDetail save={view} />
      {tried === 0 ? null : <p className="popup-work-text">{plural(tried, 'outbox_save_tried')}</p>}
      <div className="popup-row save-progress-actions">
        <SaveActions actions={view.actions} onAct={(action) => onAct(action, save.id)} />
      </div>
    </div>
  );
}

function SaveDetail({ save }: { save: SaveView }) {
  return (
    <>
      {save.detail === null ? null : <p className="popup-work-text">{save.detail}</p>}
      {save.quote === null ? null : <Quote words={save.quote} />}
      {save.traceId === null ? null : (
        <p className="save-progress-trace">{t('common_reference', { traceId: save.traceId })}</p>
      )}
    </>
  );
}

type SaveActionsProps = { actions: readonly SaveAction[]; onAct: (action: SaveAction) => void };

function SaveActions({ actions, onAct }: SaveActionsProps) {
  return actions.map((action) => (
    <Button
      key={action}
      size="small"
      look={action === 'discard' ? 'quiet' : 'secondary'}
      onClick={() => onAct(action)}
    >
      {actionLabels[action]}
    </Button>
  ));
}

export type ChangedPageProps = Changed & {
  /** The selection comes first and has the focus. */
  isSecond: boolean;
  onSaveVersion: () => void;
  onElsewhere: () => void;
};

export function ChangedPage(props: ChangedPageProps) {
  const { memory, savedAt, isSecond, onSaveVersion, onElsewhere } = props;
  const ref = useFocusUnlessTaken(!isSecond);
  return (
    <section className="popup-work save-progress" data-tone="wait">
      <h3 className="save-progress-headline">
        <History className="save-progress-icon" size={20} aria-hidden="true" />
        <span>{t('preview_changed_title')}</span>
      </h3>
      <div className="save-progress-where">
        <span>{t('preview_savedOn', { day: longDate(savedAt) })}</span>
        <MemoryChip name={memory.name} />
      </div>
      <div className="popup-row">
        <Button
          ref={ref}
          look={isSecond ? 'secondary' : 'primary'}
          size="large"
          wide
          after={isSecond ? undefined : <CornerDownLeft size={16} aria-hidden="true" />}
          onClick={onSaveVersion}
        >
          {t('preview_changed_save')}
        </Button>
      </div>
      <div className="popup-row save-progress-actions">
        <Button size="small" look="quiet" onClick={onElsewhere}>
          {t('popup_saveElsewhere')}
        </Button>
      </div>
    </section>
  );
}
