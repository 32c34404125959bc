/** Pages of which it is known from the address alone that no extension may read them. */
import type { CaptureError } from '../contract/errors.ts';
import { addressInReaderView } from './reader-view.ts';

/** Where browsers get their extensions from; they let no extension in there. */
const closedHosts = new Set([
  'chromewebstore.google.com',
  'addons.mozilla.org',
  'microsoftedge.microsoft.com',
]);

/** Gives the obstacle, or null where the page may be tried. */
export function pageObstacle(url: string): CaptureError | null {
  if (!URL.canParse(url)) return restricted;
  if (addressInReaderView(url) !== null) return readerView;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:' && protocol !== 'file:') return restricted;
  return closedHosts.has(hostname) ? restricted : null;
}

const restricted: CaptureError = {
  code: 'page.restricted',
  message: 'The browser lets no extension read this page.',
  retryable: false,
};

const readerView: CaptureError = {
  code: 'page.reader-view',
  message: 'The browser lets no extension read its reader view.',
  retryable: false,
};
