import './save-row.css';
import { CircleAlert, CircleDashed, CirclePause, Clock, Highlighter, History, Link2, NotebookPen } from 'lucide-react';
import { memo } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { Button, Spinner } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Quote } from '../ui/quote.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { savesWords } from './saves-text.ts';
import { dayAndTime } from '../../lib/i18n/time.ts';
import { HighlightsWay } from './highlights-way.tsx';
import { RowDelete } from './row-delete.tsx';
import { RowTitle } from './row-title.tsx';
import { isToBeTried } from './save-standing.ts';
import { type RowAction, type RowConnection, rowView, type RowView } from './save-row-view.ts';
import { TraceLine } from './trace-line.tsx';
import type { Version } from './saves-model.ts';
import { t, plural } from '../../lib/i18n/i18n.ts';

export type SaveRowProps = {
  item: OutboxView;
  /** Which it is of several versions of its page; null where it is the only one. */
  version: Version | null;
  now: number;
  /** Why the last thing asked of it could not be asked. */
  failure: AppError | null;
  isWorking: boolean;
  /** How often it was tried again while the list is shown. */
  tried: number;
  connection: RowConnection;
  /** How many highlights its page has. */
  highlights: number;
  isInFront: boolean;
  /** Shows the highlights of the page in front. */
  onHighlights: () => void;
  /** Why it waits stands above the list, once for all that wait so. */
  isSaidAbove: boolean;
  onAct: (action: RowAction, item: OutboxView) => void;
};

/** One save: what it is, where it belongs, what became of it, and what can be done about that. */
export const SaveRow = memo(function SaveRow(props: SaveRowProps) {
  const { item, version, now, failure, isWorking, tried, connection, isSaidAbove, onAct } = props;
  const { highlights, isInFront, onHighlights } = props;
  const view = rowView(item, { now, failure, connection });
  const isUntried = tried === 0 || isWorking || !isToBeTried(item);
  const name = version === null ? view.title : versionName(view.title, item);
  const isDone = view.tone === 'good';
  const elsewhere = isElsewhere(item, connection) ? elsewhereWords(isDone) : null;
  const again = view.isUnfinished ? (['save-again'] as const) : [];
  const buttons = [...again, ...(isDone ? [] : view.actions)];
  return (
    <li className="save-row" data-save={item.id} data-tone={view.tone} tabIndex={-1}>
      <RowIcon item={item} tone={view.tone} />
      <div className="save-row-body">
        <h3 className="save-row-title">
          <RowTitle title={view.title} href={view.href} />
        </h3>
        <p className="save-row-meta">
          <MemoryChip name={item.container.name} />
          <Kind item={item} />
          <TimeAgo then={item.createdAt} now={now} className="save-row-when" />
          {/* Last, so that where all do not fit on one line it has the next to itself. */}
          {view.host === null ? null : <span className="save-row-host">{view.host}</span>}
        </p>
        <VersionLine version={version} savedAt={item.createdAt} />
        <HighlightsWay
          count={highlights}
          name={name}
          isInFront={isInFront}
          href={view.href}
          onShow={onHighlights}
        />
        {elsewhere === null ? null : <p className="save-row-detail">{elsewhere}</p>}
        {isDone ? null : <p className="save-row-state">{view.state}</p>}
        {view.isUnfinished ? <p className="save-row-detail">{t('saves_unfinished')}</p> : null}
        {view.errorStatus === null ? null : (
          <p className="save-row-detail">
            {t('saves_reportedError', { status: String(view.errorStatus) })}
          </p>
        )}
        {view.detail === null || (isSaidAbove && failure === null) ? null : (
          <p className="save-row-detail">{view.detail}</p>
        )}
        {isUntried ? null : <p className="save-row-detail">{plural(tried, 'outbox_save_tried')}</p>}
        {view.quote === null ? null : <Quote words={view.quote} />}
        {view.traceId === null ? null : <TraceLine traceId={view.traceId} />}
        <RowButtons {...{ buttons, name, isWorking }} onPress={(action) => onAct(action, item)} />
      </div>
      {isDone ? <RowDelete name={name} onPress={() => onAct('delete', item)} /> : null}
    </li>
  );
});

type RowButtonsProps = Pick<SaveRowProps, 'isWorking'> & {
  buttons: readonly RowAction[];
  name: string;
  onPress: (action: RowAction) => void;
};

function RowButtons({ buttons, name, isWorking, onPress }: RowButtonsProps) {
  if (buttons.length === 0) return null;
  return (
    <div className="save-row-actions">
      {buttons.map((action, index) => (
        <Button
          key={action}
          size="small"
          look={isMild(action) ? 'quiet' : 'secondary'}
          busy={isWorking && index === 0}
          data-act={action}
          aria-label={savesWords.of(savesWords.actions[action], name)}
          onClick={() => onPress(action)}
        >
          {savesWords.actions[action]}
        </Button>
      ))}
    </div>
  );
}

function isElsewhere({ connectionId }: OutboxView, connection: RowConnection): boolean {
  return connection?.connectionId != null && connectionId !== connection.connectionId;
}

function elsewhereWords(isThere: boolean): string {
  return isThere ? t('saves_elsewhereKept') : t('saves_elsewhere');
}

function Kind({ item }: { item: OutboxView }) {
  const { kind } = item;
  if (kind === 'page') return null;
  const isWritten = kind === 'note' && item.isWritten === true;
  const Icon = isWritten ? NotebookPen : kind === 'note' ? Highlighter : Link2;
  return (
    <span className="save-row-note">
      <Icon size={13} aria-hidden="true" />
      {isWritten ? t('saves_note') : kind === 'note' ? t('saves_highlight') : t('saves_link')}
    </span>
  );
}

type VersionLineProps = Pick<SaveRowProps, 'version'> & { savedAt: number };

function VersionLine({ version, savedAt }: VersionLineProps) {
  if (version === null) return null;
  return (
    <p className="save-row-detail save-row-version" data-version={version}>
      <History size={13} aria-hidden="true" />
      {savesWords.version[version](dayAndTime(savedAt))}
    </p>
  );
}

/** The buttons of two versions do not go by one name. */
function versionName(title: string, { createdAt }: OutboxView): string {
  return t('saves_versionOf', { title, when: dayAndTime(createdAt) });
}

function isMild(action: RowAction): boolean {
  return action === 'discard' || action === 'hide' || action === 'delete';
}

function RowIcon({ item, tone }: { item: OutboxView; tone: RowView['tone'] }) {
  const { status } = item.state;
  if (status === 'requested' || status === 'sending') {
    return (
      <span className="save-row-icon">
        <Spinner />
      </span>
    );
  }
  const Icon = {
    busy: CircleDashed,
    good: null,
    wait: Clock,
    paused: CirclePause,
    bad: CircleAlert,
  }[tone];
  return Icon === null ? null : <Icon className="save-row-icon" size={18} aria-hidden="true" />;
}
