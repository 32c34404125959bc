import './save-row.css';
import { CircleAlert, CircleDashed, CirclePause, Clock, Highlighter, History, Link2, NotebookPen, Check, Copy } from 'lucide-react';
import { memo } from 'react';
import { type AppError, captureErrorCodes } from '../../lib/contract/errors.ts';
import type { OutboxView, LiveStatus } from '../../lib/outbox/model.ts';
import { Button, Spinner, IconButton } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Quote } from '../ui/quote.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { savesWords } from './saves-text.ts';
import { dayAndTime } from '../../lib/i18n/time.ts';
import { RowDelete, RowTitle } from '../app/list-row.tsx';
import { isToBeTried } from './save-state.ts';
import { type Version, sectionOf } from './saves-model.ts';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { useCopying } from '../app/use-copying.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { nameInAddress } from '../../lib/url/web-address.ts';
import { webHost } from '../ui/web-host.ts';
import { linkWords } from './link-text.ts';
import { saveStates } from './text.ts';
import { type SaveAction, saveView, type SaveView, wordsIn } from './save-view.ts';

type SaveRowProps = {
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

type HighlightsWayProps = {
  count: number;
  /** What the page is called in the names of its buttons. */
  name: string;
  /** The page is in front, so that its highlights can be shown beside it; else the way opens it. */
  isInFront: boolean;
  href: string | null;
  onShow: () => void;
};

/** The way from a page to what was highlighted on it; nothing where there is none. */
function HighlightsWay({ count, name, isInFront, href, onShow }: HighlightsWayProps) {
  if (count === 0) return null;
  const words = plural(count, 'saves_highlights');
  const more = {
    className: 'save-row-way',
    'data-act': 'highlights',
    'aria-label': t('saves_of', { action: words, title: name }),
  };
  const shown = (
    <>
      <Highlighter size={13} aria-hidden="true" />
      {words}
    </>
  );
  if (isInFront) {
    return (
      <button type="button" {...more} onClick={onShow}>
        {shown}
      </button>
    );
  }
  if (href === null) return null;
  return (
    <a {...more} href={href} target="_blank" rel="noreferrer">
      {shown}
    </a>
  );
}

/** The reference to quote when a problem is reported, ready to be copied. */
function TraceLine({ traceId }: { traceId: string }) {
  const { state, copy } = useCopying();
  const isCopied = state === 'copied';
  return (
    <p className="save-row-trace">
      <span>{t('popup_reference', { traceId })}</span>
      <IconButton
        label={isCopied ? t('saves_copied') : t('saves_copyReference')}
        data-act="copy"
        onClick={() => void copy(traceId)}
      >
        {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      </IconButton>
    </p>
  );
}

export type RowAction = SaveAction | 'save-again' | 'update-now' | 'edit' | 'hide' | 'delete';

type RowView = Pick<SaveView, 'tone' | 'detail' | 'quote' | 'traceId'> & {
  title: string;
  host: string | null;
  /** Null where the browser would not open it as a page. */
  href: string | null;
  state: string;
  /** It was read before the page had finished loading, and may be had whole. */
  isUnfinished: boolean;
  /** What the page reported instead of what it had to say, by its HTTP status; null where it reported no error. */
  errorStatus: number | null;
  actions: readonly RowAction[];
};

/** The connection in use; null where it is not known. */
export type RowConnection = Pick<ConnectionStatus, 'kind' | 'connectionId'> | null;

/** Gives what a row shows of a save. */
export function rowView(
  item: OutboxView,
  {
    now,
    failure,
    connection,
  }: { now: number; failure: AppError | null; connection: RowConnection },
): RowView {
  const { tone, detail, quote, traceId, actions } = saveView(item, {
    now,
    fresh: false,
    failure,
    connection,
  });
  const isOwn = connection?.kind === 'device' && connection.connectionId === item.connectionId;
  const { status } = item.state;
  const host = webHost(item.source.url);
  const isQuiet = failure === null && quietStates.has(status);
  return {
    tone,
    detail: isQuiet ? null : detail,
    quote,
    traceId,
    title: titleOf(item),
    host,
    href: host === null ? null : item.source.url,
    state: wordsIn(linkWords.states, item) ?? saveStates[status],
    isUnfinished: isUnfinished(item) && (isKept[status] || status === 'learning'),
    errorStatus: item.kind === 'page' ? (item.errorStatus ?? null) : null,
    actions: [
      ...(isOwn && isUnlearnable(item) ? (['update-now'] as const) : []),
      ...actions.filter((action) => action !== 'discard'),
      ...(isEditable(item) ? (['edit'] as const) : []),
      ...(actions.includes('discard') ? (['discard'] as const) : []),
      ...(isKept[status] ? (['delete'] as const) : []),
      ...(isKept[status] && sectionOf[status] === 'trouble' ? (['hide'] as const) : []),
    ],
  };
}

/** Gives the title of a save as it is called in sentences; highlights of one page are told apart by their own words. */
export function titleOf(item: OutboxView): string {
  return isHighlight(item) ? t('saves_quoted', { words: bareTitleOf(item) }) : bareTitleOf(item);
}

/** The same for sentences that quote every title. */
export function bareTitleOf(item: OutboxView): string {
  if (isHighlight(item)) return item.opening ?? '';
  const title = item.source.title.trim().slice(0, shownTitleLength);
  return title === '' ? (nameInAddress(item.source.url) ?? t('saves_untitled')) : title;
}

function isHighlight(item: OutboxView): item is Extract<OutboxView, { kind: 'note' }> {
  return item.kind === 'note' && (item.opening ?? '') !== '' && item.isWritten !== true;
}

function isUnfinished(item: OutboxView): boolean {
  return item.kind === 'page' && item.isUnfinished === true;
}

/** Says whether the connection has it, so that discarding takes it off the list and no more. */
export function isKeptAnyway({ state }: OutboxView): boolean {
  return isKept[state.status];
}

const shownTitleLength = 300;

/** Their state says all there is to say; the popup's sentences are about the popup. */
const quietStates: ReadonlySet<LiveStatus> = new Set([
  'requested',
  'captured',
  'sending',
  'learning',
  'learned',
  'accepted',
]);

const isKept: Record<LiveStatus, boolean> = {
  requested: false,
  captured: false,
  sending: false,
  waiting: false,
  learning: false,
  accepted: true,
  learned: true,
  failed: true,
  canceled: true,
  unlearned: true,
  refused: false,
  paused: false,
};

/** Its text was read, and the connection does not have it. */
function isEditable({ kind, customId, state }: OutboxView): boolean {
  if (kind === 'link') return false;
  if (state.status === 'waiting') return true;
  if (state.status !== 'refused' && state.status !== 'paused') return false;
  const { code } = state.error;
  return !captureErrorCodes.some((one) => one === code) && (kind === 'note' || customId !== null);
}

/** The connection has it and could not learn it. */
function isUnlearnable({ state: { status } }: OutboxView): boolean {
  return status === 'failed' || status === 'canceled';
}
