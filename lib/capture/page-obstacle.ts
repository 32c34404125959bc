import { appError, type CaptureError } from '../contract/errors.ts';
import { addressInReaderView } from './reader-view.ts';

/** Extension stores, where browsers block extensions. */
const closedHosts = new Set([
  'chromewebstore.google.com',
  'addons.mozilla.org',
  'microsoftedge.microsoft.com',
]);

/** Returns why extensions can't read the page; null if they probably can. */
export function pageObstacle(url: string): CaptureError | null {
  if (addressInReaderView(url) !== null) return readerView;
  const { protocol = '', hostname = '' } = URL.parse(url) ?? {};
  return !/^(?:https?|file):$/.test(protocol) || closedHosts.has(hostname) ? restricted : null;
}

const restricted = appError('page.restricted', "Browsers don't let extensions read this page.");

const readerView = appError(
  'page.reader-view',
  "Browsers don't let extensions read their reader view.",
);
