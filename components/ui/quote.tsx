export function Quote({ words }: { words: string }) {
  return (
    <q className="quote" dir="auto">
      {words}
    </q>
  );
}
