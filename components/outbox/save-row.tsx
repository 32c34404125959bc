import './save-row.css';
import {
  CircleAlert,
  CircleDashed,
  CirclePause,
  Clock,
  Highlighter,
  History,
  Link2,
  NotebookPen,
} from 'lucide-react';
import { memo } from 'react';
import { type AppError, captureErrorCodes } from '../../lib/contract/errors.ts';
import { isFinished, type OutboxView } from '../../lib/outbox/model.ts';
import { dayAndTime } from '../../lib/i18n/time.ts';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { RowDelete, RowTitle } from '../app/list-row.tsx';
import { CopyReference } from '../app/copy-reference.tsx';
import { Button, Spinner } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Quote } from '../ui/quote.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { webHost } from '../../lib/url/web-address.ts';
import { needsRetry, titleOf } from './save-state.ts';
import { sectionOf } from './save-status.ts';
import {
  actionLabels,
  type SaveAction,
  type SaveMoment,
  saveView,
  type SaveView,
  stateText,
} from './save-view.ts';
import { type Version } from './saves-list.ts';

type SaveRowProps = {
  item: OutboxView;
  version: Version | null;
  now: number;
  failure: AppError | null;
  isWorking: boolean;
  tried: number;
  connection: SaveMoment['connection'];
  highlights: number;
  onHighlights: (pageKey: string) => void;
  isShownAbove: boolean;
  onAct: (action: RowAction, item: OutboxView) => void;
};

export const SaveRow = memo(function SaveRow(props: SaveRowProps) {
  const { item, version, now, failure, isWorking, connection, onAct } = props;
  const view = rowView(item, { now, failure, connection });
  // The labels of two versions of a page must differ.
  const name =
    version === null
      ? view.title
      : t('saves_versionOf', { title: view.title, when: dayAndTime(item.createdAt) });
  const isDone = view.tone === 'good';
  const details = detailsOf(view, props);
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
          {/* Comes last, because it should wrap first. */}
          {view.host === null ? null : <span className="save-row-host">{view.host}</span>}
        </p>
        {version === null ? null : (
          <p className="save-row-detail save-row-version" data-version={version}>
            <History size={13} />
            {t(`saves_version_${version}`, { when: dayAndTime(item.createdAt) })}
          </p>
        )}
        <HighlightsLink {...props} name={name} />
        {details.map((detail) => (
          <p key={detail} className={detail === view.state ? 'save-row-state' : 'save-row-detail'}>
            {detail}
          </p>
        ))}
        {view.quote === null ? null : <Quote words={view.quote} />}
        {view.traceId === null ? null : (
          <p className="save-row-trace">
            <CopyReference traceId={view.traceId} label={t('saves_copyReference')} />
          </p>
        )}
        {buttons.length === 0 ? null : (
          <div className="save-row-actions">
            {buttons.map((action, index) => (
              <Button
                key={action}
                size="small"
                look={quietActions.has(action) ? 'quiet' : 'secondary'}
                busy={isWorking && index === 0}
                data-act={action}
                aria-label={t('saves_of', { action: labels[action], title: name })}
                onClick={() => onAct(action, item)}
              >
                {labels[action]}
              </Button>
            ))}
          </div>
        )}
      </div>
      {isDone ? <RowDelete name={name} onPress={() => onAct('delete', item)} /> : null}
    </li>
  );
});

function detailsOf(view: ReturnType<typeof rowView>, props: SaveRowProps): readonly string[] {
  const { item, failure, connection, isWorking, tried, isShownAbove } = props;
  const isElsewhere =
    connection?.connectionId != null && item.connectionId !== connection.connectionId;
  const lines = [
    isElsewhere && t('saves_elsewhere'),
    view.tone !== 'good' && view.state,
    view.isUnfinished && t('saves_unfinished'),
    view.errorStatus !== null && t('preview_reportsError', { status: String(view.errorStatus) }),
    (!isShownAbove || failure !== null) && view.detail,
    tried > 0 && !isWorking && needsRetry(item) && plural(tried, 'outbox_save_tried'),
  ];
  return lines.filter((line) => typeof line === 'string');
}

function Kind({ item }: { item: OutboxView }) {
  const { kind } = item;
  if (kind === 'page') return null;
  const isWritten = kind === 'note' && item.isWritten === true;
  const Icon = isWritten ? NotebookPen : kind === 'note' ? Highlighter : Link2;
  return (
    <span className="save-row-note">
      <Icon size={13} />
      {isWritten ? t('saves_note') : kind === 'note' ? t('saves_highlight') : t('saves_link')}
    </span>
  );
}

export const toneIcons = {
  busy: CircleDashed,
  good: null,
  wait: Clock,
  paused: CirclePause,
  bad: CircleAlert,
} as const;

function RowIcon({ item, tone }: { item: OutboxView; tone: SaveView['tone'] }) {
  const { status } = item.state;
  if (status === 'requested' || status === 'sending') {
    return (
      <span className="save-row-icon">
        <Spinner />
      </span>
    );
  }
  const Icon = toneIcons[tone];
  return Icon === null ? null : <Icon className="save-row-icon" size={18} />;
}

type HighlightsLinkProps = Pick<SaveRowProps, 'item' | 'highlights' | 'onHighlights'> & {
  name: string;
};

function HighlightsLink({ item, highlights, name, onHighlights }: HighlightsLinkProps) {
  if (highlights === 0) return null;
  const words = plural(highlights, 'saves_highlights');
  return (
    <button
      type="button"
      className="save-row-highlights"
      data-act="highlights"
      aria-label={t('saves_of', { action: words, title: name })}
      onClick={() => onHighlights(item.pageKey)}
    >
      <Highlighter size={13} />
      {words}
    </button>
  );
}

export type RowAction = SaveAction | 'save-again' | 'update-now' | 'edit' | 'hide' | 'delete';

const labels: Record<RowAction, string> = {
  ...actionLabels,
  'save-again': t('saves_actions_saveAgain'),
  'update-now': t('saves_actions_updateNow'),
  edit: t('saves_actions_edit'),
  hide: t('saves_actions_hide'),
  delete: t('saves_actions_delete'),
};

const quietActions: ReadonlySet<RowAction> = new Set(['discard', 'hide', 'delete']);

/** `href` is null if the browser can't open it as a page. */
export function rowView(item: OutboxView, moment: Omit<SaveMoment, 'fresh'>) {
  const { tone, detail, quote, traceId, actions } = saveView(item, { ...moment, fresh: false });
  const { failure, connection } = moment;
  const { status } = item.state;
  const host = webHost(item.source.url);
  const isQuiet =
    failure === null && (tone === 'busy' || status === 'learned' || status === 'accepted');
  const isUnfinished = item.kind === 'page' && item.isUnfinished === true;
  return {
    tone,
    detail: isQuiet ? null : detail,
    quote,
    traceId,
    title: titleOf(item),
    host,
    href: host === null ? null : item.source.url,
    state: stateText(item),
    isUnfinished: isUnfinished && (isFinished(item.state) || status === 'learning'),
    errorStatus: item.kind === 'page' ? (item.errorStatus ?? null) : null,
    actions: rowActions(item, { actions, connection }),
  };
}

function rowActions(
  item: OutboxView,
  { actions, connection }: Pick<SaveView, 'actions'> & Pick<SaveMoment, 'connection'>,
): readonly RowAction[] {
  const { status } = item.state;
  const isOwn = connection?.kind === 'device' && connection.connectionId === item.connectionId;
  const isUnindexed = status === 'failed' || status === 'canceled';
  const isStored = isFinished(item.state);
  return [
    ...(isOwn && isUnindexed ? (['update-now'] as const) : []),
    ...actions.filter((action) => action !== 'discard'),
    ...(isEditable(item) ? (['edit'] as const) : []),
    ...(actions.includes('discard') ? (['discard'] as const) : []),
    ...(isStored ? (['delete'] as const) : []),
    ...(isStored && sectionOf(item) === 'attention' ? (['hide'] as const) : []),
  ];
}

function isEditable({ kind, customId, state }: OutboxView): boolean {
  if (kind === 'link') return false;
  if (state.status === 'waiting') return true;
  if (state.status !== 'refused' && state.status !== 'paused') return false;
  const { code } = state.error;
  return !captureErrorCodes.some((one) => one === code) && (kind === 'note' || customId !== null);
}
