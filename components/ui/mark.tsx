/** Keepsake's logo: an open locket whose right half is a bookmark ribbon. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      <path className="mark-locket" d="M22.3 4.5v39a19.55 19.55 0 0 1 0-39z" />
      <path className="mark-ribbon" d="M25.7 4.5A19.5 19.5 0 0 1 43.5 24v19.5l-8.9-7.3-8.9 7.3z" />
    </svg>
  );
}
