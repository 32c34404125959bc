import './highlights-screen.css';
import { Copy, Highlighter } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  HighlightedPages,
  HighlightView,
  PageHighlights,
} from '../../lib/highlights/model.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { isFinished } from '../../lib/outbox/model.ts';
import { firstWords } from '../../lib/text/cut-text.ts';
import { onRowKey, RowsSkeleton } from '../app/list-row.tsx';
import { SavedDeletion } from '../app/saved-deletion.tsx';
import { type Deleted, UndoLine } from '../app/undo-line.tsx';
import { useCopying } from '../app/use-copying.ts';
import { placeInRow, rowsAround, useKeptFocus } from '../app/use-focus.ts';
import { useMoreOnScroll } from '../app/use-more-on-scroll.ts';
import { useNow } from '../app/use-now.ts';
import { useShortcuts } from '../app/use-shortcuts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { MessageBlock } from '../ui/message-block.tsx';
import { Notice } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { webHost } from '../../lib/url/web-address.ts';
import { type HighlightAct, HighlightRow, OffLine } from './highlight-row.tsx';
import { highlightMarkdown, pageMarkdown } from './highlights-markdown.ts';
import { type HighlightsHook, useHighlights } from './use-highlights.ts';
import { siteName, useSiteSwitch } from './use-site-switch.ts';

type HighlightedPage = HighlightedPages['pages'][number];
type Deleting = { id: string; quote: string; around: readonly string[] };

type HighlightsScreenProps = {
  /** The page to scroll to. `times` makes repeated requests for the same page distinct. */
  wanted: { pageKey: string; times: number };
};

/** Lists all highlights by page: the active one first, then those with the newest highlights. */
export function HighlightsScreen({ wanted }: HighlightsScreenProps) {
  const highlights = useHighlights();
  const { state, error, reload, reveal, change } = highlights;
  const rootRef = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const { copy } = useCopying();
  const [announcement, setAnnouncement] = useState('');
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const [deleted, setDeleted] = useState<Deleted | null>(null);
  const [discarded, setDiscarded] = useState<Pick<HighlightView, 'id' | 'quote'> | null>(null);
  useWantedPage(rootRef, highlights, wanted);

  const copyText = useCallback(
    async (text: string) => {
      setAnnouncement('');
      await copy(text);
      setAnnouncement(t('common_copied'));
    },
    [copy],
  );
  const act = useCallback(
    async (what: HighlightAct, highlight: HighlightView) => {
      const { id, quote } = highlight;
      setAnnouncement('');
      setDeleted(null);
      if (what === 'copy') await copyText(highlightMarkdown(highlight));
      else if (what === 'reveal') {
        const isThere = await reveal(id);
        if (isThere !== null)
          setAnnouncement(isThere ? t('highlights_found') : t('highlights_orphaned'));
      } else if (what === 'delete-earlier') {
        if (highlight.earlierId !== null)
          setDeleting({ id: highlight.earlierId, quote, around: [id] });
      } else if (what === 'delete') {
        const around = rootRef.current === null ? [] : rowsAround(rootRef.current, id);
        if (isAtService(highlight)) setDeleting({ id, quote, around });
        else if (await change('outbox.discard', id)) setDiscarded({ id, quote });
      } else if (await change(`highlights.${what}`, id)) {
        setAnnouncement(what === 'show' ? t('highlights_shown') : t('highlights_hidden'));
      }
    },
    [copyText, reveal, change],
  );
  const shown = state.status === 'ready' ? state.value.shown : null;
  const rowProps = { highlights, onAct: act, onCopy: copyText };
  const { pagesError } = highlights;
  // Until the active page is known, it would be listed with the others.
  const pages = state.status === 'loading' ? null : highlights.pages;
  const others = pages?.pages.filter(({ key }) => key !== shown?.page?.key) ?? [];
  const isEmpty = pages !== null && others.length === 0 && shown?.highlights.length === 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the rows inside
    <div
      className="highlights-screen"
      ref={rootRef}
      tabIndex={-1}
      onKeyDown={(event) => onRowKey(event, null)}
      {...keptFocus}
    >
      <main className="highlights-main" aria-busy={pages === null}>
        <h1 className="visually-hidden">{t('panel_views_highlights')}</h1>
        {state.status === 'failed' ? (
          <ErrorAlert error={state.error} onRetry={() => void reload()} />
        ) : null}
        {error === null || isRestricted(error.code) ? null : <ErrorAlert error={error} />}
        <UndoLine deleted={deleted} onChange={setDeleted} />
        {discarded === null ? null : (
          <OffLine
            words={t('saves_undo_one', { title: t('saves_quoted', { words: nameOf(discarded) }) })}
            action={t('common_undo')}
            data-act="undo"
            onClick={() => {
              setDiscarded(null);
              void change('outbox.restore', discarded.id);
            }}
          />
        )}
        {shown === null ? null : <FrontPage shown={shown} onSaid={setAnnouncement} {...rowProps} />}
        {pages === null && pagesError === null ? loading : null}
        {pagesError === null ? null : (
          <ErrorAlert error={pagesError} onRetry={() => void reload()} />
        )}
        {isEmpty ? <Empty hasButton={shown.site.isAllowed} /> : null}
        {pages === null ? null : <OtherPages pages={others} {...rowProps} />}
      </main>
      {deleting === null ? null : (
        <SavedDeletion
          key={deleting.id}
          name={t('saves_quoted', { words: nameOf(deleting) })}
          steps={highlights.deletionOf(deleting.id)}
          onCancel={() => setDeleting(null)}
          onDone={(done) => {
            setDeleting(null);
            setDeleted(done);
            const { current: root } = rootRef;
            (root === null ? null : (placeInRow(root, deleting.around) ?? root))?.focus();
          }}
        />
      )}
      <LiveRegion words={announcement} />
    </div>
  );
}

/** Returns whether the service might have the note. If not, it can only be discarded. */
function isAtService({ state }: HighlightView): boolean {
  return state === null || isFinished(state) || state.status === 'sending';
}

function nameOf({ quote }: { quote: string }): string {
  return firstWords(quote, 80);
}

/** Scrolls to the requested page once it's listed. */
function useWantedPage(
  rootRef: { current: HTMLElement | null },
  { pages, listAll }: HighlightsHook,
  { pageKey, times }: HighlightsScreenProps['wanted'],
): void {
  const shownRef = useRef(0);
  useEffect(() => {
    if (times > shownRef.current) listAll();
  }, [times, listAll]);
  useEffect(() => {
    if (pages === null || times === shownRef.current) return;
    const heading = rootRef.current?.querySelector<HTMLElement>(
      `[data-page="${CSS.escape(pageKey)}"] h2`,
    );
    if (heading == null) return;
    shownRef.current = times;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  });
}

type RowProps = {
  highlights: HighlightsHook;
  onAct: (act: HighlightAct, highlight: HighlightView) => Promise<void>;
  onCopy: (text: string) => Promise<void>;
};

type FrontPageProps = RowProps & { shown: PageHighlights; onSaid: (text: string) => void };

function FrontPage({ shown, onSaid, ...rowProps }: FrontPageProps) {
  const { page, site, highlights: rows } = shown;
  if (page === null) return <p className="highlights-note">{t('highlights_unseen')}</p>;
  if (site.pattern === null && rows.length === 0)
    return <p className="highlights-note">{t('highlights_restricted')}</p>;
  return (
    <>
      <SitePart key={site.pattern} site={site} onSaid={onSaid} />
      <DrawPart rows={rows} highlights={rowProps.highlights} />
      {rows.length === 0 ? null : (
        <PageGroup
          page={{ ...page, url: rows[0]?.url ?? '', highlights: rows }}
          isHere
          {...rowProps}
        />
      )}
    </>
  );
}

function OtherPages({ pages, ...rowProps }: RowProps & { pages: readonly HighlightedPage[] }) {
  const { highlights } = rowProps;
  const { limit, endRef } = useMoreOnScroll({
    count: pages.length,
    isBusy: highlights.isAddingPages,
    more: highlights.pages?.hasMore === true ? highlights.more : null,
  });
  return (
    <>
      {pages.slice(0, limit).map((page) => (
        <PageGroup key={page.key} page={page} isHere={false} {...rowProps} />
      ))}
      {highlights.isAddingPages ? loading : null}
      <div ref={endRef} />
    </>
  );
}

type PageGroupProps = RowProps & { page: HighlightedPage; isHere: boolean };

function PageGroup({ page, isHere, highlights, onAct, onCopy }: PageGroupProps) {
  const now = useNow(30_000);
  const { key, url, highlights: rows } = page;
  const host = webHost(url);
  const title = page.title.trim() === '' ? (host ?? t('saves_untitled')) : page.title;
  return (
    <section className="highlights-page" data-page={key} aria-label={title}>
      <div className="highlights-page-head">
        <div className="highlights-page-words">
          <h2 className="highlights-page-title" dir="auto">
            {isHere || host === null ? (
              title
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {title}
              </a>
            )}
          </h2>
          <p className="highlights-page-meta">
            {isHere ? <span className="highlights-here">{t('highlights_here')}</span> : null}
            {host === null || host === title ? null : <span>{host}</span>}
            <span>{plural(rows.length, 'saves_highlights')}</span>
          </p>
        </div>
        <IconButton
          Icon={Copy}
          label={t('highlights_copyPage', { title })}
          data-act="copy-page"
          onClick={() => void onCopy(pageMarkdown({ title, url }, rows))}
        />
      </div>
      <ul className="highlights-list" aria-label={isHere ? t('highlights_list') : title}>
        {rows.map((highlight) => (
          <HighlightRow
            key={highlight.id}
            highlight={highlight}
            pageKey={key}
            isHere={isHere}
            now={now}
            onAct={onAct}
            onColor={highlights.setColor}
            onComment={highlights.setComment}
          />
        ))}
      </ul>
    </section>
  );
}

/** Shows a button that draws the highlights, which requires the browser's permission. */
function DrawPart({
  rows,
  highlights: { error, draw },
}: Pick<RowProps, 'highlights'> & { rows: HighlightView[] }) {
  const [isWorking, setIsWorking] = useState(false);
  if (!rows.some((row) => row.isMarked && row.placement === 'unknown')) return null;
  if (error !== null && isRestricted(error.code)) {
    return (
      <Notice title={t('highlights_draw_refused_title')} text={t('highlights_draw_refused_text')} />
    );
  }
  const show = async () => {
    setIsWorking(true);
    await draw();
    setIsWorking(false);
  };
  return (
    <div className="highlights-draw">
      <p>{t('highlights_draw_text')}</p>
      <Button
        size="small"
        busy={isWorking}
        icon={<Highlighter size={16} />}
        onClick={() => void show()}
      >
        {t('highlights_draw_action')}
      </Button>
    </div>
  );
}

/** `hasButton` is true if the site shows a button beside selected text. */
function Empty({ hasButton }: { hasButton: boolean }) {
  const { highlight: keys } = useShortcuts();
  return (
    <MessageBlock art={<Mark size={56} />} title={t('highlights_empty_title')}>
      <div className="highlights-ways">
        <p>{t('highlights_empty_select')}</p>
        <ul>
          {keys === undefined ? null : (
            <li>
              {t('highlights_empty_ways_shortcut')} <Keycaps keys={keys} />
            </li>
          )}
          <li>{t('highlights_empty_ways_menu')}</li>
          {hasButton ? <li>{t('highlights_empty_ways_button')}</li> : null}
        </ul>
      </div>
    </MessageBlock>
  );
}

const loading = <RowsSkeleton className="highlights-list" widths={[88, 64, 76]} />;

function isRestricted(code: string): boolean {
  return ['page.restricted', 'page.reader-view', 'page.pdf'].includes(code);
}

function SitePart({
  site: { pattern, isAllowed },
  onSaid,
}: Pick<PageHighlights, 'site'> & { onSaid: (text: string) => void }) {
  const { isWorking, error, turn } = useSiteSwitch();
  const [isDeclined, setIsDeclined] = useState(false);
  if (pattern === null) return null;

  const change = async () => {
    const isOn = await turn(pattern, !isAllowed);
    setIsDeclined(!isAllowed && !isOn);
    onSaid(isOn ? t('highlights_site_line_on') : t('highlights_site_line_off'));
  };
  return (
    <>
      <Switch
        label={t('highlights_site_label', { host: siteName(pattern) })}
        isOn={isAllowed}
        isBusy={isWorking}
        onTurn={() => void change()}
      >
        {isDeclined && error === null ? t('highlights_site_declined') : t('highlights_site_why')}
      </Switch>
      {error === null ? null : <ErrorAlert error={error} />}
    </>
  );
}
