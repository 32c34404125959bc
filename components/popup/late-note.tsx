/** Writing a note, loaded only after what the popup was opened for. */
import { lazy, Suspense } from 'react';
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

export function LateNoteWay(props: NoteWayProps) {
  return (
    <Suspense>
      <NoteWay {...props} />
    </Suspense>
  );
}
