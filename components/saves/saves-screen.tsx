import './saves-screen.css';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { savesSummary } from '../hooks/saves-sections.ts';
import { useHome } from '../hooks/use-home.ts';
import { useKeptFocus } from '../hooks/use-kept-focus.ts';
import { useNow } from '../hooks/use-now.ts';
import type { SavesHook } from '../hooks/use-saves.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { savesWords } from '../words/saves.ts';
import { DeleteSave } from './delete-save.tsx';
import { EditSave } from './edit-save.tsx';
import { type RowAction, savesProgress, savesSections, triedAnnouncement } from './saves-view.ts';
import { SavesProgress } from './saves-progress.tsx';
import { SavesSection } from './saves-section.tsx';
import { SavesSkeleton } from './saves-skeleton.tsx';
import { StorageWarning } from './storage-warning.tsx';
import { versionsOf } from './versions.ts';

type Dialog = { of: 'edit' | 'delete'; item: OutboxView };

export type SavesScreenProps = {
  saves: SavesHook;
  /** The way to saving many at once. */
  many?: ReactNode;
};

/** The view of the side panel for what was saved: what needs the person, what is on its way, what is kept. */
export function SavesScreen({ saves, many }: SavesScreenProps) {
  const { state, retry, updateNow, discard, saveAddress, allowSite, saveAgain } = saves;
  const home = useHome();
  const status = home.state.status === 'ready' ? home.state.home : null;
  const isReadHere = status?.kind === 'device';
  const now = useNow(5_000);
  const rootRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [said, setSaid] = useState('');

  const act = useCallback(
    (action: RowAction, item: OutboxView) => {
      setSaid('');
      if (action === 'edit' || action === 'delete') setDialog({ of: action, item });
      else if (action === 'discard' || action === 'hide') void discard([item]);
      else if (action === 'update-now') void updateNow(item);
      else if (action === 'save-address') void saveAddress(item, isReadHere);
      else if (action === 'allow-site') void allowSite(item);
      else if (action === 'save-again') void saveAgain(item);
      else void retry([item]);
    },
    [retry, updateNow, discard, saveAddress, allowSite, saveAgain, isReadHere],
  );
  const sections = state.status === 'ready' ? savesSections(state) : [];
  const { needy } = savesSummary(state);

  return (
    <div className="saves-screen" ref={rootRef} {...keptFocus}>
      <header className="saves-head">
        <h1 className="saves-title" tabIndex={-1} ref={headingRef}>
          {savesWords.title}
        </h1>
        <SavesProgress progress={state.status === 'ready' ? savesProgress(state) : null} />
      </header>
      <main className="saves-main" aria-busy={state.status === 'loading'}>
        {many}
        {state.status === 'loading' ? <SavesSkeleton /> : null}
        {state.status === 'failed' ? <Trouble error={state.error} onRetry={saves.reload} /> : null}
        {state.status === 'ready' ? <StorageWarning room={state.storage} /> : null}
        <output className="saves-said">{said}</output>
        {state.status === 'ready' && sections.length === 0 ? <Empty /> : null}
        {sections.map((section) => (
          <SavesSection
            key={section.key}
            section={section}
            saves={saves}
            now={now}
            home={status}
            onAct={act}
          />
        ))}
      </main>
      {dialog?.of === 'edit' ? (
        <EditSave
          key={dialog.item.id}
          item={dialog.item}
          home={status}
          saves={saves}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog?.of === 'delete' ? (
        <DeleteSave
          key={dialog.item.id}
          item={dialog.item}
          isVersion={isOneOfMany(dialog.item, state)}
          saves={saves}
          onDone={(words) => {
            setDialog(null);
            setSaid(words);
            headingRef.current?.focus();
          }}
          onCancel={() => setDialog(null)}
        />
      ) : null}
      <LiveRegion words={state.status === 'ready' ? triedAnnouncement(state, saves.tries) : ''} />
      <LiveRegion words={needy === 0 ? '' : savesWords.announce.needs(needy)} />
    </div>
  );
}

function Empty() {
  return (
    <section className="saves-empty">
      <Mark size={56} />
      <h2 className="saves-empty-title">{savesWords.empty.title}</h2>
      <p>{savesWords.empty.text}</p>
    </section>
  );
}

function isOneOfMany({ id }: OutboxView, state: SavesHook['state']): boolean {
  return state.status === 'ready' && versionsOf(state.items).has(id);
}
