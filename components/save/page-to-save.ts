/** The page that is saved from the popup, and what may be asked of the browser for it. Pure. */
import { originPattern } from '../../lib/url/origins.ts';
import type { PageState } from './use-page.ts';
import type { PreviewState } from './use-preview.ts';
import type { Tab } from './popup-model.ts';
import { canSave } from './memory-for-save.ts';

/** Gives the page that can be read before it is saved; null where none can, or it could not be saved. */
export function readableTab(page: PageState): Tab | null {
  if (page.status !== 'ready') return null;
  const { connection, tab, obstacle } = page.page;
  return canSave(connection) && obstacle === null ? tab : null;
}

export type ShownPage = {
  /** Null while nothing was read: saving then reads the page in the background. */
  previewId: string | null;
  title: string;
  url: string;
};

/** Gives the page that is saved when the person says so: as it was read, or as the tab says while nothing was. */
export function shownPage(preview: PreviewState, tab: Tab | null): ShownPage {
  if (preview.status === 'ready' && preview.preview.page.ok) {
    const { id: previewId, page } = preview.preview;
    return { previewId, title: page.title, url: page.url };
  }
  return { previewId: null, title: tab?.title ?? '', url: tab?.url ?? '' };
}

/** Gives the origin of an address of the web; null for any other. */
function webOrigin(url: string): string | null {
  const address = URL.parse(url);
  return address !== null && /^https?:$/.test(address.protocol) ? address.origin : null;
}

/** Gives what the browser may be asked to allow, so that the page at an address can be read; null where nothing can. */
export function patternToAllow(url: string): string | null {
  return webOrigin(url) === null && !url.startsWith('file:') ? null : originPattern(url);
}
