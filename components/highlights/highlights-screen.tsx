import './highlights-screen.css';
import { Highlighter } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { HighlightView, PageHighlights } from '../../lib/highlights/model.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { useCopying } from '../app/use-copying.ts';
import { useKeptFocus } from '../app/use-focus.ts';
import { useNow } from '../app/use-now.ts';
import { useShortcuts } from '../app/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { MessageBlock } from '../ui/message-block.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { Switch } from '../ui/switch.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { citationOf, type HighlightAct, HighlightRow } from './highlight-row.tsx';
import type { HighlightsHook } from './use-highlights.ts';
import { siteName, useSiteSwitch } from './use-site-switch.ts';

export function HighlightsScreen({ highlights }: { highlights: HighlightsHook }) {
  const { state, error, reload, reveal, setVisible } = highlights;
  const rootRef = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const { copy } = useCopying();
  const [announcement, setAnnouncement] = useState('');

  const act = useCallback(
    async (what: HighlightAct, highlight: HighlightView) => {
      setAnnouncement('');
      if (what === 'copy') {
        await copy(citationOf(highlight));
        setAnnouncement(t('common_copied'));
      } else if (what === 'reveal') {
        const isThere = await reveal(highlight.id);
        if (isThere !== null)
          setAnnouncement(isThere ? t('highlights_found') : t('highlights_orphaned'));
      } else if (await setVisible(highlight.id, what === 'show')) {
        setAnnouncement(what === 'show' ? t('highlights_marked') : t('highlights_unmarked'));
      }
    },
    [copy, reveal, setVisible],
  );
  return (
    <div className="highlights-screen" ref={rootRef} tabIndex={-1} {...keptFocus}>
      <div className="highlights-main" aria-busy={state.status === 'loading'}>
        {state.status === 'loading' ? <Loading /> : null}
        {state.status === 'failed' ? (
          <Trouble error={state.error} onRetry={() => void reload()} />
        ) : null}
        {state.status === 'ready' ? (
          <Shown
            shown={state.value.shown}
            highlights={highlights}
            onAct={act}
            onSaid={setAnnouncement}
          />
        ) : null}
        {error === null || isRestricted(error.code) ? null : <Trouble error={error} />}
      </div>
      <LiveRegion words={announcement} />
    </div>
  );
}

type ShownProps = {
  shown: PageHighlights;
  highlights: HighlightsHook;
  onAct: (act: HighlightAct, highlight: HighlightView) => Promise<void>;
  onSaid: (text: string) => void;
};

function Shown({ shown: { page, site, highlights: rows }, highlights, onAct, onSaid }: ShownProps) {
  const now = useNow(30_000);
  if (page === null) return <MessageBlock art={art} title={t('highlights_unseen')} />;
  if (site.pattern === null && rows.length === 0)
    return <MessageBlock art={art} title={t('highlights_restricted')} />;
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

const art = <Mark size={56} />;

/** Drawing needs the browser's permission. */
function DrawPart({
  rows,
  highlights: { error, draw },
}: Pick<ShownProps, 'highlights'> & { rows: HighlightView[] }) {
  const [isWorking, setIsWorking] = useState(false);
  if (!rows.some((row) => row.isMarked && row.placement === 'unknown')) return null;
  if (error !== null && isRestricted(error.code)) {
    return (
      <Notice
        tone="plain"
        title={t('highlights_draw_refused_title')}
        text={t('highlights_draw_refused_text')}
      />
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
        icon={<Highlighter size={16} aria-hidden="true" />}
        onClick={() => void show()}
      >
        {t('highlights_draw_action')}
      </Button>
    </div>
  );
}

/** `hasButton`: the site shows a button beside selected text. */
function Empty({ hasButton }: { hasButton: boolean }) {
  const { highlight: keys } = useShortcuts();
  return (
    <MessageBlock art={art} title={t('highlights_empty_title')}>
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

function Loading() {
  return (
    <div className="highlights-list">
      <span className="visually-hidden">{t('common_loading')}</span>
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

function SitePart({
  site: { pattern, isAllowed },
  onSaid,
}: Pick<PageHighlights, 'site'> & Pick<ShownProps, 'onSaid'>) {
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
      {error === null ? null : <Trouble error={error} />}
    </>
  );
}
