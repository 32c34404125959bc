/** Returns the URL of the page shown in Firefox's reader view; null for other URLs. */
export function addressInReaderView(url: string): string | null {
  const view = URL.parse(url);
  if (view?.protocol !== 'about:' || view.pathname !== 'reader') return null;
  const shown = URL.parse(view.searchParams.get('url') ?? '');
  return shown !== null && /^https?:$/.test(shown.protocol) ? shown.href : null;
}
