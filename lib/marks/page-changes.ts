/** Notices when the page changes under its marks, and when it becomes another page without being loaded. */

export type PageChanges = {
  /** Its text may have changed, and has been still for a moment. Gives the milliseconds it took to look. */
  onChange: () => number;
  /** The address is another one. */
  onMove: () => void;
};

/** A change is looked at when no other has followed for so long, at the latest after the longer time. */
const quietMs = 400;
const longestMs = 3000;

/** Looking takes a twentieth of the time at most, however often the page changes. */
const restFactor = 20;

/** Watches until the returned function is called. Nothing is looked at while nobody sees the page. */
export function watchPage(
  window: Window & typeof globalThis,
  { onChange, onMove }: PageChanges,
): () => void {
  const { document } = window;
  let address = window.location.href;
  let timer: number | undefined;
  let since: number | null = null;
  let restUntil = 0;
  const ending = new AbortController();

  function notice(): void {
    const now = window.performance.now();
    since ??= now;
    const due = Math.min(now + quietMs, since + longestMs);
    window.clearTimeout(timer);
    timer = window.setTimeout(look, Math.max(due, restUntil) - now);
  }

  function look(): void {
    if (document.hidden) return;
    since = null;
    if (hasMoved()) return;
    restUntil = window.performance.now() + onChange() * restFactor;
  }

  function hasMoved(): boolean {
    if (window.location.href === address) return false;
    address = window.location.href;
    onMove();
    return true;
  }

  const observer = new window.MutationObserver(notice);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  const { signal } = ending;
  for (const type of ['popstate', 'hashchange', 'pageshow']) {
    window.addEventListener(type, hasMoved, { signal });
  }
  // Not in every browser yet; elsewhere the change of the page that follows is noticed.
  window.navigation?.addEventListener('navigatesuccess', hasMoved, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (since !== null) notice();
    },
    { signal },
  );

  return () => {
    observer.disconnect();
    window.clearTimeout(timer);
    ending.abort();
  };
}
