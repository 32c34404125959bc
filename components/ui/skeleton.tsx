import './skeleton.css';

/** Holds the place of a line of text that is on its way. `width` is in percent of the room there is. */
export function SkeletonLine({ width = 100, tall = false }: { width?: number; tall?: boolean }) {
  return (
    <span
      className="skeleton-line"
      data-tall={tall || undefined}
      style={{ inlineSize: `${width}%` }}
      aria-hidden="true"
    />
  );
}
