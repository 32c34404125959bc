import type { PageCapture } from '../schema.ts';

/** Longer pages with "not found" in the title are about something else. */
const maxNoticeWords = 150;

/**
 * Returns the HTTP status of an error page; null for other pages. Many sites send errors with status 200, so the title
 * of a short page counts too. `status` is 0 if unknown.
 */
export function errorStatusOf({
  status,
  title,
  wordCount,
}: Pick<PageCapture, 'title' | 'wordCount'> & { status: number }): number | null {
  if (status >= 400) return status;
  if (wordCount >= maxNoticeWords) return null;
  const errorPart = title
    .split(/\s[-–—|:·•]+\s|[!.]+(?:\s|$)|:\s/)
    .find((part) => notFoundTitle.test(part.trim()));
  return errorPart === undefined ? null : Number(/\d{3}/.exec(errorPart)?.[0] ?? 404);
}

/** Matches the part of a title without the site name. Server errors are recognized by their status. */
const notFoundTitle =
  /^(?:(?:(?:error|fehler|erreur|erro) )?(?:404|410)(?: error| (?:page )?not found)?|.{0,9}page (?:(?:was |is )?not found|introuvable|non trouvée|does(?:n['’]t| not) exist)|not found|seite (?:wurde )?nicht gefunden|página no encontrada|página não encontrada|.*ページが見つかりません.*|页面(?:不存在|未找到|没有找到)|الصفحة غير موجودة)$/i;

export function responseStatusOf({ performance, location }: Window): number {
  const [entry] = performance.getEntriesByType('navigation');
  const timing: { responseStatus?: number; name?: string } = entry ?? {};
  // A single-page app might have navigated since the page was loaded.
  return withoutFragment(timing.name ?? '') === withoutFragment(location.href)
    ? (timing.responseStatus ?? 0)
    : 0;
}

function withoutFragment(address: string): string {
  return address.replace(/#.*/s, '');
}
