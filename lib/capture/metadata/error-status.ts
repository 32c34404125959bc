/** Tells a page that reports an error from one that says something. */

/** The least that a page with "not found" in its title says where it is about that, in words. */
const mostOfNotice = 150;

export type Reported = {
  /** The HTTP status that the page was answered with; 0 where nobody knows. */
  status: number;
  title: string;
  wordCount: number;
};

/**
 * Gives the HTTP status of the error: what the page was answered with or, as apps and some sites answer everything with
 * 200, what the title of a short page says. Null where it reports none.
 */
export function errorStatusOf({ status, title, wordCount }: Reported): number | null {
  if (status >= 400) return status;
  if (wordCount >= mostOfNotice) return null;
  const said = title
    .split(/\s[-–—|:·•]+\s|[!.]+(?:\s|$)|:\s/)
    .find((part) => notice.test(part.trim()));
  return said === undefined ? null : Number(/\d{3}/.exec(said)?.[0] ?? 404);
}

/** What such a page is called, alone or beside the name of its site; that a server failed, its status says. */
const notice =
  /^(?:(?:(?:error|fehler|erreur|erro) )?(?:404|410)(?: error| (?:page )?not found)?|.{0,9}page (?:(?:was |is )?not found|introuvable|non trouvée|does(?:n['’]t| not) exist)|not found|seite (?:wurde )?nicht gefunden|página no encontrada|página não encontrada|.*ページが見つかりません.*|页面(?:不存在|未找到|没有找到)|الصفحة غير موجودة)$/i;

/** Gives the status that the page at this address was answered with, as far as the browser tells; 0 where it does not. */
export function answeredStatus({ performance, location }: Window): number {
  const [entry] = performance.getEntriesByType('navigation');
  const told: { responseStatus?: number; name?: string } = entry ?? {};
  // An app may have gone on to another of its views since.
  return withoutFragment(told.name ?? '') === withoutFragment(location.href)
    ? (told.responseStatus ?? 0)
    : 0;
}

function withoutFragment(address: string): string {
  return address.replace(/#.*/s, '');
}
