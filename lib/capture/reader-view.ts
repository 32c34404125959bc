/** Firefox's reader view, a page of the browser that shows the text of another. */

/** Gives the address of the page that a reader view shows; null where the address is of no reader view of the web. */
export function addressInReaderView(url: string): string | null {
  const view = URL.parse(url);
  if (view?.protocol !== 'about:' || view.pathname !== 'reader') return null;
  const shown = URL.parse(view.searchParams.get('url') ?? '');
  return shown !== null && /^https?:$/.test(shown.protocol) ? shown.href : null;
}
