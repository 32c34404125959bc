/** Speaks its words to a screen reader each time they change, without showing them. */
export function LiveRegion({ words }: { words: string }) {
  return (
    <output className="visually-hidden" aria-live="polite" aria-atomic="true">
      {words}
    </output>
  );
}
