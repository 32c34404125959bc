import '../ui/message-block.css';
import './highlights-screen.css';
import { Highlighter } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { HighlightView, PageHighlights } from '../../lib/contracts/highlights.ts';
import { useCopying } from '../hooks/use-copying.ts';
import type { HighlightsHook } from '../hooks/use-highlights.ts';
import { useKeptFocus } from '../hooks/use-kept-focus.ts';
import { useNow } from '../hooks/use-now.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { highlightsWords as words } from '../words/highlights.ts';
import { citationOf } from './highlight-row-view.ts';
import { type HighlightAct, HighlightRow } from './highlight-row.tsx';
import { SitePart } from './site-part.tsx';

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
        setSaid(words.copied);
      } else if (what === 'reveal') {
        const isThere = await reveal(highlight.id);
        if (isThere !== null) setSaid(isThere ? words.found : words.orphaned);
      } else if (await setMarked(highlight.id, what === 'mark')) {
        setSaid(what === 'mark' ? words.marked : words.unmarked);
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
  if (page === null) return <Teaching {...words.unseen} />;
  if (site.pattern === null && rows.length === 0) return <Teaching {...words.restricted} />;
  return (
    <>
      <SitePart key={site.pattern} site={site} onSaid={onSaid} />
      <DrawPart rows={rows} highlights={highlights} />
      {rows.length === 0 ? (
        <Empty hasButton={site.isAllowed} />
      ) : (
        <ul className="highlights-list" aria-label={words.list}>
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
    return <Notice tone="plain" {...words.draw.refused} />;
  }
  const show = async () => {
    setIsWorking(true);
    await draw();
    setIsWorking(false);
  };
  return (
    <div className="highlights-draw">
      <p>{words.draw.text}</p>
      <Button
        size="small"
        busy={isWorking}
        icon={<Highlighter size={16} aria-hidden="true" />}
        onClick={() => void show()}
      >
        {words.draw.action}
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
  const { title, text, ways, select } = words.empty;
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
      <span className="visually-hidden">{words.loading}</span>
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
