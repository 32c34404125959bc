import './quote.css';

/** Words of somebody else, shown as theirs: a few lines of them. */
export function Quote({ words }: { words: string }) {
  return (
    <q className="quote" dir="auto">
      {words}
    </q>
  );
}
