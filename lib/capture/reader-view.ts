import { webAddress } from '../url/web-address.ts';

/** Returns the URL of the page shown in Firefox's reader view; null for other URLs. */
export function addressInReaderView(url: string): string | null {
  const view = URL.parse(url);
  if (view?.protocol !== 'about:' || view.pathname !== 'reader') return null;
  return webAddress(view.searchParams.get('url'));
}
