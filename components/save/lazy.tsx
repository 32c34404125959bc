/** What the popup loads only once it is needed, so that saving is there at once. */
import { lazy, Suspense } from 'react';
import { AfterFirstPaint } from '../app/lazy.tsx';
import type { ChangedPageProps } from './changed-page.tsx';
import type { DiscardedSavesProps } from './discarded-saves.tsx';
import type { HighlightLineProps } from '../highlights/highlight-line.tsx';
import type { HinderedWorkProps } from './hindered-work.tsx';
import type { KeptSelectionProps } from './kept-selection.tsx';
import type { SaveProgressProps } from './save-progress.tsx';
import type { SelectionFormProps } from './selection-form.tsx';
import type { TextScreenProps } from './text-screen.tsx';
import type { NoteScreenProps } from '../notes/note-screen.tsx';
import type { NoteBarProps } from '../notes/note-bar.tsx';

const ChangedPage = lazy(async () => {
  const { ChangedPage: part } = await import('./changed-page.tsx');
  return { default: part };
});

const DiscardedSaves = lazy(async () => {
  const { DiscardedSaves: rows } = await import('./discarded-saves.tsx');
  return { default: rows };
});

const HighlightLine = lazy(async () => {
  const { HighlightLine: line } = await import('../highlights/highlight-line.tsx');
  return { default: line };
});

const HinderedWork = lazy(async () => {
  const { HinderedWork: work } = await import('./hindered-work.tsx');
  return { default: work };
});

const KeptSelection = lazy(async () => {
  const { KeptSelection: line } = await import('./kept-selection.tsx');
  return { default: line };
});

const loadSaveProgress = () => import('./save-progress.tsx');
const SaveProgress = lazy(async () => {
  const { SaveProgress: progress } = await loadSaveProgress();
  return { default: progress };
});

/** Has the way of a save at hand before there is one to show. */
export function preloadSaveProgress(): void {
  void loadSaveProgress();
}

const LearnedNotice = lazy(async () => {
  const { LearnedNotice: notice } = await import('../outbox/learned-notice.tsx');
  return { default: notice };
});

const SelectionForm = lazy(async () => {
  const { SelectionForm: form } = await import('./selection-form.tsx');
  return { default: form };
});

const SiteLine = lazy(async () => {
  const { SiteLine: line } = await import('../highlights/site-line.tsx');
  return { default: line };
});

const TextScreen = lazy(async () => {
  const { TextScreen: screen } = await import('./text-screen.tsx');
  return { default: screen };
});

export function LateChangedPage(props: ChangedPageProps) {
  return (
    <Suspense>
      <ChangedPage {...props} />
    </Suspense>
  );
}

export function LateDiscardedSaves(props: DiscardedSavesProps) {
  return (
    <Suspense>
      <DiscardedSaves {...props} />
    </Suspense>
  );
}

/** Nothing is loaded for a page without highlights. */
export function LateHighlightLine(props: HighlightLineProps) {
  if (props.kept === 0 && props.troubled.length === 0) return null;
  return (
    <AfterFirstPaint>
      <HighlightLine {...props} />
    </AfterFirstPaint>
  );
}

export function LateHinderedWork(props: HinderedWorkProps) {
  return (
    <Suspense>
      <HinderedWork {...props} />
    </Suspense>
  );
}

export function LateKeptSelection(props: KeptSelectionProps) {
  return (
    <Suspense>
      <KeptSelection {...props} />
    </Suspense>
  );
}

export function LateSaveProgress(props: SaveProgressProps) {
  return (
    <Suspense>
      <SaveProgress {...props} />
    </Suspense>
  );
}

export function LateLearnedNotice(props: { isKnown: boolean }) {
  return (
    <AfterFirstPaint>
      <LearnedNotice {...props} />
    </AfterFirstPaint>
  );
}

export function LateSelectionForm(props: SelectionFormProps) {
  return (
    <Suspense>
      <SelectionForm {...props} />
    </Suspense>
  );
}

export function LateSiteLine(props: { tabId: number }) {
  return (
    <AfterFirstPaint>
      <SiteLine {...props} />
    </AfterFirstPaint>
  );
}

export function LateTextScreen(props: TextScreenProps) {
  return (
    <Suspense>
      <TextScreen {...props} />
    </Suspense>
  );
}

const NoteScreen = lazy(async () => {
  const { NoteScreen: screen } = await import('../notes/note-screen.tsx');
  return { default: screen };
});

const NoteBar = lazy(async () => {
  const { NoteBar: bar } = await import('../notes/note-bar.tsx');
  return { default: bar };
});

export function LateNoteScreen(props: NoteScreenProps) {
  return (
    <Suspense>
      <NoteScreen {...props} />
    </Suspense>
  );
}

type LateNoteWayProps = NoteBarProps & { canWrite: boolean; isLoading: boolean };

/** Keeps its place while it is not known whether anything can be written. */
export function LateNoteWay({ canWrite, isLoading, ...way }: LateNoteWayProps) {
  if (!canWrite && !isLoading) return null;
  return (
    <div className="popup-note-way">
      {canWrite ? (
        <AfterFirstPaint>
          <NoteBar {...way} />
        </AfterFirstPaint>
      ) : null}
    </div>
  );
}
