/** `width` is in percent. */
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
