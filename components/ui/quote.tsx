export function Quote({ words, className = 'quote' }: { words: string; className?: string }) {
  return (
    <q className={className} dir="auto">
      {words}
    </q>
  );
}
