/** Remembers for which sites the person chose the whole page. Other sites start with the article. */
import * as z from 'zod/mini';
import type { PagePart } from '../capture/schema.ts';
import { rowsOf, storedItem } from '../browser/storage.ts';
import { webHost } from '../url/web-address.ts';

/** Sites chosen or visited least recently are forgotten. */
export const maxSites = 500;

/** `isPrivate`: in a private window, where a choice is used but not remembered. */
export type SitePage = { url: string; isPrivate: boolean };

export type SitePartStore = ReturnType<typeof createSitePartStore>;

/** `report` is called if a row can't be parsed. */
export function createSitePartStore(report: () => void) {
  /** Hosts with `whole page`, the latest last. */
  const stored = storedItem<string[]>({
    key: 'whole-page-sites.v1',
    parse: rowsOf(z.string().check(z.minLength(1), z.maxLength(longestHost))),
    fallback: [],
    isEmpty: (hosts) => hosts.length === 0,
    report,
  });

  return {
    /** Returns what to save of a page. A site in use isn't forgotten. */
    async of({ url, isPrivate }: SitePage): Promise<PagePart> {
      const host = webHost(url);
      if (host === null) return 'article';
      const hosts = await (isPrivate ? stored.read() : stored.update((all) => withLast(all, host)));
      return hosts.includes(host) ? 'page' : 'article';
    },

    /** Remembers the choice for the page's site. Does nothing in a private window, or for a page without a site. */
    async choose({ url, isPrivate }: SitePage, part: PagePart): Promise<void> {
      const host = webHost(url);
      if (host === null || isPrivate) return;
      await stored.update((all) => {
        const others = all.filter((other) => other !== host);
        if (part === 'page') return [...others, host].slice(-maxSites);
        return others.length === all.length ? all : others;
      });
    },
  };
}

/** The longest DNS name, with a port. */
const longestHost = 260;

/** Moves a host to the end of the list. Returns the same list if the host isn't in it or is already last. */
function withLast(hosts: string[], host: string): string[] {
  if (!hosts.includes(host) || hosts.at(-1) === host) return hosts;
  return [...hosts.filter((other) => other !== host), host];
}
