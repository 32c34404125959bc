import './highlights-screen.css';
import { Highlighter } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { HighlightView, PageHighlights, SiteStanding } from '../../lib/highlights/model.ts';
import { useCopying } from '../app/use-copying.ts';
import type { HighlightsHook } from './use-highlights.ts';
import { useKeptFocus } from '../app/use-focus.ts';
import { useNow } from '../app/use-now.ts';
import { useShortcuts } from '../app/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { citationOf, type HighlightAct, HighlightRow } from './highlight-row.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { useSiteSwitch, siteName } from './use-site-switch.ts';
import { Switch } from '../ui/switch.tsx';
import type { LiveStatus } from '../../lib/outbox/model.ts';
import { saveStates } from '../outbox/text.ts';

/** The part of the library for the highlights of the page in front. */
export function HighlightsScreen({ highlights }: { highlights: HighlightsHook }) {
  const { state, error, reveal, setMarked } = highlights;
  const rootRef = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const { copy } = useCopying();
  const [said, setSaid] = useState('');

  const act = useCallback(
    async (what: HighlightAct, highlight: HighlightView) => {
      setSaid('');
      if (what === 'copy') {
        await copy(citationOf(highlight));
        setSaid(t('highlights_copied'));
      } else if (what === 'reveal') {
        const isThere = await reveal(highlight.id);
        if (isThere !== null) setSaid(isThere ? t('highlights_found') : t('highlights_orphaned'));
      } else if (await setMarked(highlight.id, what === 'mark')) {
        setSaid(what === 'mark' ? t('highlights_marked') : t('highlights_unmarked'));
      }
    },
    [copy, reveal, setMarked],
  );
  const onAct = useCallback(
    (what: HighlightAct, highlight: HighlightView) => void act(what, highlight),
    [act],
  );

  return (
    <div className="highlights-screen" ref={rootRef} tabIndex={-1} {...keptFocus}>
      <div className="highlights-main" aria-busy={state.status === 'loading'}>
        {state.status === 'loading' ? <Loading /> : null}
        {state.status === 'failed' ? (
          <Trouble error={state.error} onRetry={highlights.reload} />
        ) : null}
        {state.status === 'ready' ? (
          <Shown shown={state.shown} highlights={highlights} onAct={onAct} onSaid={setSaid} />
        ) : null}
        {error === null || isRestricted(error.code) ? null : <Trouble error={error} />}
      </div>
      <LiveRegion words={said} />
    </div>
  );
}

type ShownProps = {
  shown: PageHighlights;
  highlights: HighlightsHook;
  onAct: (act: HighlightAct, highlight: HighlightView) => void;
  onSaid: (words: string) => void;
};

function Shown({ shown: { page, site, highlights: rows }, highlights, onAct, onSaid }: ShownProps) {
  const now = useNow(30_000);
  if (page === null) return <Teaching {...highlightsWords.unseen} />;
  if (site.pattern === null && rows.length === 0)
    return <Teaching {...highlightsWords.restricted} />;
  return (
    <>
      <SitePart key={site.pattern} site={site} onSaid={onSaid} />
      <DrawPart rows={rows} highlights={highlights} />
      {rows.length === 0 ? (
        <Empty hasButton={site.isAllowed} />
      ) : (
        <ul className="highlights-list" aria-label={t('highlights_list')}>
          {rows.map((highlight) => (
            <HighlightRow
              key={highlight.id}
              highlight={highlight}
              pageKey={page.key}
              now={now}
              onAct={onAct}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Where a page has marks that nobody has drawn, or that could not be: the browser has to let Keepsake in first. */
function DrawPart({
  rows,
  highlights,
}: Pick<ShownProps, 'highlights'> & { rows: HighlightView[] }) {
  const { error, draw } = highlights;
  const [isWorking, setIsWorking] = useState(false);
  const isUndrawn = rows.some((row) => row.isMarked && row.placement === 'unknown');
  if (!isUndrawn) return null;
  if (error !== null && isRestricted(error.code)) {
    return <Notice tone="plain" {...highlightsWords.draw.refused} />;
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
        icon={<Highlighter size={16} aria-hidden="true" />}
        onClick={() => void show()}
      >
        {t('highlights_draw_action')}
      </Button>
    </div>
  );
}

function Teaching({ title, text }: { title: string; text: string }) {
  return (
    <section className="message-block">
      <Mark size={56} />
      <h2 className="message-block-title">{title}</h2>
      <p>{text}</p>
    </section>
  );
}

/** `hasButton` where the site shows one beside the words that are selected. */
function Empty({ hasButton }: { hasButton: boolean }) {
  const { highlight: keys } = useShortcuts();
  const { title, text, ways, select } = highlightsWords.empty;
  return (
    <section className="message-block">
      <Mark size={56} />
      <h2 className="message-block-title">{title}</h2>
      <p>{text}</p>
      <div className="highlights-ways">
        <p>{select}</p>
        <ul>
          {keys === undefined ? null : (
            <li>
              {ways.shortcut} <Keycaps keys={keys} />
            </li>
          )}
          <li>{ways.menu}</li>
          {hasButton ? <li>{ways.button}</li> : null}
        </ul>
      </div>
    </section>
  );
}

function Loading() {
  return (
    <div className="highlights-list">
      <span className="visually-hidden">{t('highlights_loading')}</span>
      {[88, 64, 76].map((width) => (
        <div key={width} className="highlights-skeleton">
          <SkeletonLine width={width} tall />
          <SkeletonLine width={width / 2} />
        </div>
      ))}
    </div>
  );
}

function isRestricted(code: string): boolean {
  return ['page.restricted', 'page.reader-view', 'page.pdf'].includes(code);
}

const highlightsWords = {
  loading: t('highlights_loading'),
  list: t('highlights_list'),
  goTo: t('highlights_goTo'),
  more: t('highlights_more'),
  less: t('highlights_less'),
  comment: t('highlights_comment'),
  frame: (host: string) => t('highlights_frame', { host }),
  copy: (quote: string) => t('highlights_copy', { quote }),
  copied: t('highlights_copied'),
  unmark: (quote: string) => t('highlights_unmark', { quote }),
  mark: (quote: string) => t('highlights_mark', { quote }),
  undo: t('highlights_undo'),
  unmarked: t('highlights_unmarked'),
  marked: t('highlights_marked'),
  found: t('highlights_found'),
  orphaned: t('highlights_orphaned'),
  unknown: t('highlights_unknown'),
  /** The status shown beside a highlight that needs attention or is not sent yet. */
  state: (status: LiveStatus) =>
    status === 'requested' ? t('highlights_state') : saveStates[status],
  draw: {
    text: t('highlights_draw_text'),
    action: t('highlights_draw_action'),
    refused: {
      title: t('highlights_draw_refused_title'),
      text: t('highlights_draw_refused_text'),
    },
  },
  empty: {
    title: t('highlights_empty_title'),
    text: t('highlights_empty_text'),
    ways: {
      shortcut: t('highlights_empty_ways_shortcut'),
      menu: t('highlights_empty_ways_menu'),
      button: t('highlights_empty_ways_button'),
    },
    select: t('highlights_empty_select'),
  },
  unseen: {
    title: t('highlights_unseen_title'),
    text: t('highlights_unseen_text'),
  },
  restricted: {
    title: t('highlights_restricted_title'),
    text: t('highlights_restricted_text'),
  },
  site: {
    label: (host: string) => t('highlights_site_label', { host }),
    why: t('highlights_site_why'),
    saidOn: (host: string) => t('highlights_site_saidOn', { host }),
    saidOff: (host: string) => t('highlights_site_saidOff', { host }),
    declined: t('highlights_site_declined'),
    line: { on: t('highlights_site_line_on'), off: t('highlights_site_line_off') },
    turnOn: t('highlights_site_turnOn'),
    turnOff: t('highlights_site_turnOff'),
  },
} as const;

const words = highlightsWords.site;

/** Turns the selection button and the marks on or off for the site of the page. */
function SitePart({
  site: { pattern, isAllowed },
  onSaid,
}: {
  site: SiteStanding;
  onSaid: (words: string) => void;
}) {
  const { isWorking, error, turnOn, turnOff } = useSiteSwitch();
  const [isDeclined, setIsDeclined] = useState(false);
  if (pattern === null) return null;
  const host = siteName(pattern);

  const turn = async () => {
    const isOn = await (isAllowed ? turnOff : turnOn)(pattern);
    setIsDeclined(!isAllowed && !isOn);
    onSaid(isOn ? words.saidOn(host) : words.saidOff(host));
  };
  return (
    <>
      <Switch
        label={words.label(host)}
        isOn={isAllowed}
        isBusy={isWorking}
        onTurn={() => void turn()}
      >
        {isDeclined && error === null ? words.declined : words.why}
      </Switch>
      {error === null ? null : <Trouble error={error} />}
    </>
  );
}
