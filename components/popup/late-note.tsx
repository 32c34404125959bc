/** Writing a note, loaded only after what the popup was opened for. */
import { lazy, Suspense } from 'react';
import { AfterFirstPicture } from '../ui/after-first-picture.tsx';
import type { NoteScreenProps } from '../note/note-screen.tsx';
import type { NoteWayProps } from '../note/note-way.tsx';

const NoteScreen = lazy(async () => {
  const { NoteScreen: screen } = await import('../note/note-screen.tsx');
  return { default: screen };
});

const NoteWay = lazy(async () => {
  const { NoteWay: way } = await import('../note/note-way.tsx');
  return { default: way };
});

export function LateNoteScreen(props: NoteScreenProps) {
  return (
    <Suspense>
      <NoteScreen {...props} />
    </Suspense>
  );
}

export type LateNoteWayProps = NoteWayProps & { canWrite: boolean; isLoading: boolean };

/** Keeps its place while it is not known whether anything can be written. */
export function LateNoteWay({ canWrite, isLoading, ...way }: LateNoteWayProps) {
  if (!canWrite && !isLoading) return null;
  return (
    <div className="popup-note-way">
      {canWrite ? (
        <AfterFirstPicture>
          <NoteWay {...way} />
        </AfterFirstPicture>
      ) : null}
    </div>
  );
}
