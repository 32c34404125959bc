import './save-progress.css';
import { BookmarkCheck, CircleAlert, CirclePause, Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { sentences, plural, t } from '../../lib/i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { ProgressSteps } from '../ui/progress-steps.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import type { LaterSave, PopupView, SaveItem } from './popup-model.ts';
import {
  laterView,
  type SaveAction,
  saveAnnouncement,
  type SaveTone,
  saveView,
  type SaveView,
} from '../outbox/save-view.ts';
import { Quote } from '../ui/quote.tsx';
import { saveWords } from '../outbox/text.ts';

export type SaveProgressProps = {
  item: SaveItem;
  save: Extract<PopupView, { kind: 'save' }>['save'];
  /** A try after it that came to nothing. */
  later: LaterSave | null;
  /** The other Memories that hold the page. */
  others: readonly SaveItem[];
  now: number;
  onAct: (action: SaveAction, saveId: string) => void;
  /** Null where the connection in use can take nothing. */
  onElsewhere: (() => void) | null;
  /** Saves the page as it is now beside what is there; null where it cannot be. */
  onSaveVersion: (() => void) | null;
  /** How often it was tried again here and has come to nothing. */
  tried: number;
  /** Called with what a screen reader is told of it. */
  onSay: (words: string) => void;
};

/** One save on its way or at its end: what it has come to, when and where, and what can be done. */
export function SaveProgress(props: SaveProgressProps) {
  const { item, others, now, onAct, onElsewhere, onSaveVersion, tried, onSay } = props;
  const save = saveView(props.save.of, props.save.moment);
  const later = props.later === null ? null : laterView(props.later.of, props.later.moment);
  const saidFirst = saveAnnouncement(save, tried);
  const said =
    later === null
      ? saidFirst
      : sentences(saidFirst, saveAnnouncement(later, props.later?.tried ?? 0));
  useEffect(() => {
    onSay(said);
    return () => onSay('');
  }, [onSay, said]);
  const ref = useFocusOnChange(`${item.id} ${save.headline} ${save.steps === null}`);
  const { id } = item;
  const settled = save.tone === 'good' && save.steps === null;
  return (
    <section className="popup-work save-progress" data-tone={save.tone} ref={ref} tabIndex={-1}>
      <h3 className="save-progress-headline">
        <ToneIcon tone={save.tone} />
        <span>{save.headline}</span>
      </h3>
      {settled ? null : <SaveDetail save={save} />}
      {tried === 0 ? null : <p className="popup-work-text">{plural(tried, 'outbox_save_tried')}</p>}
      {save.steps === null ? null : (
        <ProgressSteps label={t('outbox_save_steps')} steps={save.steps} />
      )}
      {settled ? (
        <div className="save-progress-where">
          <MemoryChip name={item.memory} />
          {item.savedAt === null ? null : <TimeAgo then={item.savedAt} now={now} />}
        </div>
      ) : null}
      {settled && later === null ? <SaveDetail save={save} /> : null}
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

/** Where else the page can be saved: in another Memory, or beside what is there. */
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
          {t('popup_saveAsVersion')}
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

/** The button that was pressed goes as `stage` changes; the focus goes to what took its place, not back to the beginning. */
function useFocusOnChange(stage: string) {
  const ref = useRef<HTMLElement>(null);
  const changeRef = useRef({ stage: '', at: 0 });
  // After every drawing: what the person pressed may go away a moment later than the stage has changed.
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

/** For so long after a change the focus that was lost is taken. */
const focusMs = 1_000;

export type LaterTryProps = {
  save: { id: string };
  view: SaveView;
  /** How often it was tried again here and has come to nothing. */
  tried: number;
  onAct: (action: SaveAction, saveId: string) => void;
};

/** A try to save the page once more that came to nothing, below the save that stands. */
export function LaterTry({ save, view, tried, onAct }: LaterTryProps) {
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

export function SaveDetail({ save }: { save: SaveView }) {
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

export type SaveActionsProps = {
  actions: readonly SaveAction[];
  onAct: (action: SaveAction) => void;
};

export function SaveActions({ actions, onAct }: SaveActionsProps) {
  return actions.map((action) => (
    <Button
      key={action}
      size="small"
      look={action === 'discard' ? 'quiet' : 'secondary'}
      onClick={() => onAct(action)}
    >
      {saveWords.actions[action]}
    </Button>
  ));
}
