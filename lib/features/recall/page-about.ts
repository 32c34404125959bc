/** The page in front, as far as a search for what belongs to it needs to know it. */
import type { AppError } from '../../contracts/errors.ts';
import type { Preview, StoredPreview } from '../../contracts/preview.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { customIdOf } from '../../core/custom-id/custom-id.ts';
import { plainText } from '../../core/text/plain-text.ts';

export type KnownPage = {
  title: string;
  /** Plain text; empty where it could not be read. */
  text: string;
  /** What it is called by: the identity of its address, and its own. */
  ids: readonly string[];
};

export type PageAboutPorts = {
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  previews: {
    take: (tabId: number) => Promise<Result<Preview, AppError>>;
    get: (id: string) => Promise<StoredPreview | null>;
  };
};

/** Marks can take more room than the words they mark; beyond this nothing is read of what a page is about. */
const readLength = 80_000;

/**
 * Reads the page of a tab as it is read before a save. A page that cannot be read is known by its title alone; one of
 * which the browser tells nothing fails as the reading of it did.
 */
export async function readPageAbout(
  tabId: number,
  { getTab, previews }: PageAboutPorts,
): Promise<Result<KnownPage, AppError>> {
  const taken = await previews.take(tabId);
  if (!taken.ok) return taken;
  const { id, page } = taken.value;
  if (page.ok) {
    const stored = await previews.get(id);
    const whole = stored?.page.ok === true ? stored.page.capture.content : null;
    const text = whole === null ? page.opening : plainText(whole.slice(0, readLength));
    return ok({ title: page.title, text, ids: [idOf(page.url), page.customId] });
  }
  const tab = await getTab(tabId);
  if (tab === null || tab.url === '' || tab.title.trim() === '') return err(page.error);
  return ok({ title: tab.title, text: '', ids: [idOf(tab.url)] });
}

/** Says whether something that was found is the page itself, a version of it, or a note from it. */
export function isOfPage(
  found: { url?: string | null | undefined; custom_id?: unknown },
  { ids }: KnownPage,
): boolean {
  const names = [found.url, found.custom_id].filter((name) => typeof name === 'string');
  return names.some((name) => ids.includes(idOf(name)));
}

function idOf(url: string): string {
  return customIdOf({ url, canonicalLink: null });
}
