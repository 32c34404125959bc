/** Announces its text to screen readers when it changes. */
export function LiveRegion({ words }: { words: string }) {
  return (
    <output className="visually-hidden" aria-live="polite" aria-atomic="true">
      {words}
    </output>
  );
}
