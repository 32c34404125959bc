/** Announces its text to screen readers each time it changes, without showing it. */
export function LiveRegion({ words }: { words: string }) {
  return (
    <output className="visually-hidden" aria-live="polite" aria-atomic="true">
      {words}
    </output>
  );
}
