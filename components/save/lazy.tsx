/** Components that are loaded on demand, so that the popup paints fast. */
import { AfterFirstPaint, lazy } from '../app/lazy.tsx';
import type { HighlightLineProps } from './highlight-line.tsx';
import type { NoteBarProps } from '../notes/note-bar.tsx';

const loadSaveProgress = () => import('./save-progress.tsx');
const loadSelectionForm = () => import('./selection-form.tsx');

export const LazyBlockedPage = lazy(async () => (await import('./blocked-page.tsx')).BlockedPage);
export const LazyChangedPage = lazy(async () => (await loadSaveProgress()).ChangedPage);
export const LazyDiscardedSaves = lazy(
  async () => (await import('./discarded-saves.tsx')).DiscardedSaves,
);
export const LazyNoteScreen = lazy(
  async () => (await import('../notes/note-screen.tsx')).NoteScreen,
);
export const LazySavedSelection = lazy(async () => (await loadSelectionForm()).SavedSelection);
export const LazySaveProgress = lazy(async () => (await loadSaveProgress()).SaveProgress);
export const LazySelectionForm = lazy(async () => (await loadSelectionForm()).SelectionForm);
export const LazyTextScreen = lazy(async () => (await import('./text-screen.tsx')).TextScreen);

export const LazyLearnedNotice = lazy(
  async () => (await import('../outbox/learned-notice.tsx')).LearnedNotice,
  AfterFirstPaint,
);
export const LazySiteLine = lazy(
  async () => (await import('../highlights/site-line.tsx')).SiteLine,
  AfterFirstPaint,
);
const HighlightLine = lazy(
  async () => (await import('./highlight-line.tsx')).HighlightLine,
  AfterFirstPaint,
);
const NoteBar = lazy(async () => {
  // The button must not appear before the screen it opens has loaded.
  await LazyNoteScreen.preload();
  return (await import('../notes/note-bar.tsx')).NoteBar;
}, AfterFirstPaint);

/** Preloads the progress view before there is progress to show. */
export function preloadSaveProgress(): void {
  void loadSaveProgress();
}

export function LazyHighlightLine(props: HighlightLineProps) {
  return props.saved === 0 && props.failed.length === 0 ? null : <HighlightLine {...props} />;
}

type LazyNoteBarProps = NoteBarProps & { canWrite: boolean; isLoading: boolean };

/** Shows the note bar. Reserves its space until write access is known. */
export function LazyNoteBar({ canWrite, isLoading, ...props }: LazyNoteBarProps) {
  if (!canWrite && !isLoading) return null;
  return <div className="popup-note-slot">{canWrite ? <NoteBar {...props} /> : null}</div>;
}
