/** What is shown of batches and of what there is to choose from. Pure. */
import type { BatchView, Refusal, TabChoice } from '../../lib/contracts/batches.ts';
import { originsOfUrls, originsReadAt } from '../../lib/core/batch/origins.ts';
import type { BatchStart } from '../hooks/use-batches.ts';
import { batchWords } from '../words/batch.ts';
import { errorWords } from '../words/errors.ts';

/** From so many tabs on a box to filter them stands above. */
export const filteredFrom = 13;

/** Those that are checked at first: read where they are, and not saved yet. */
export function checkedAtFirst(tabs: readonly TabChoice[]): ReadonlySet<number> {
  return new Set(tabs.filter((tab) => canBeRead(tab) && !tab.isSaved).map(({ tabId }) => tabId));
}

/** Whether a tab may be chosen at all; of a sleeping one the address is saved. */
export function canBeChosen({ obstacle }: TabChoice): boolean {
  return obstacle === null;
}

function canBeRead(tab: TabChoice): boolean {
  return canBeChosen(tab) && !tab.isAsleep;
}

/** Those whose title or address has all the words. */
export function filteredTabs(tabs: readonly TabChoice[], words: string): readonly TabChoice[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return tabs;
  return tabs.filter(({ title, url }) => {
    const text = `${title} ${url}`.toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Sites the browser has to be asked for before these tabs, and, where this device does it, addresses, can be read. */
export function originsToAsk(
  chosen: readonly TabChoice[],
  { isReadHere }: { isReadHere: boolean },
): string[] {
  const unasked = chosen.filter((tab) => canBeRead(tab) && !tab.isAllowed);
  const addresses = isReadHere ? chosen.filter((tab) => !canBeRead(tab)) : [];
  const origins = [
    ...originsOfUrls(unasked.map(({ url }) => url)),
    ...originsReadAt(addresses.map(({ url }) => url)),
  ];
  return [...new Set(origins)];
}

/** Saves the pages as they are open, or, where nothing may be read, the addresses alone. */
export function startOfTabs(
  chosen: readonly TabChoice[],
  { as, borrowed }: { as: 'pages' | 'addresses'; borrowed: string[] },
): BatchStart {
  const tabs = chosen.map((tab) => ({
    tabId: as === 'pages' && canBeRead(tab) ? tab.tabId : null,
    url: tab.url,
    title: tab.title,
  }));
  return { kind: 'tabs', tabs, borrowed };
}

export function nameOf({ kind, name }: Pick<BatchView, 'kind' | 'name'>): string {
  return kind === 'tabs' || name.trim() === '' ? batchWords.card[kind] : name;
}

export type BatchFigures = { total: number; done: number };

/** How far it is, in entries that nothing more happens to; what was canceled is no part of it any more. */
export function figuresOf({ progress }: Pick<BatchView, 'progress'>): BatchFigures {
  const { waiting, underWay, kept, refused } = progress;
  const done = kept + refused;
  return { total: done + waiting + underWay, done };
}

/** What came of it, one line for each outcome. */
export function outcomeLines({ progress, folded }: BatchView): string[] {
  const { kept, existed, canceled } = progress;
  const { summary } = batchWords;
  return [
    ...(kept - existed > 0 ? [summary.saved(kept - existed)] : []),
    ...(existed > 0 ? [summary.existed(existed)] : []),
    ...(canceled > 0 ? [summary.canceled(canceled)] : []),
    ...(folded > 0 ? [summary.folded(folded)] : []),
  ];
}

/** Whether the same page may be taken on another try. */
export function canTryAgain({ isTab, error }: Refusal): boolean {
  const { code, retryable } = error;
  if (code === 'page.restricted') return isTab;
  if (code === 'page.gone') return retryable;
  return tryable.has(code) || code.startsWith('memory.') || code.startsWith('storage.');
}

const tryable: ReadonlySet<string> = new Set(['page.no-text', 'page.error', 'internal']);

/** Whether the service may read the address of a page that could not be read here. */
export function canLink({ isTab, url, error: { code } }: Refusal): boolean {
  if (!isTab || !/^https?:/i.test(url)) return false;
  return code.startsWith('page.') || code.startsWith('pdf.');
}

/** Refused ones under the reason they share, in the order of the reasons. */
export function refusalGroups({ reasons, refusals }: Pick<BatchView, 'reasons' | 'refusals'>): {
  code: string;
  count: number;
  listed: readonly Refusal[];
  /** What helps, where it is the same for several; null where each says it for itself. */
  advice: string | null;
}[] {
  return reasons.map(({ code, count }) => {
    const listed = refusals.filter(({ error }) => error.code === code);
    const [advice, ...others] = new Set(listed.map(({ error }) => errorWords(error).next));
    const isShared = listed.length > 1 && others.length === 0;
    return { code, count, listed, advice: isShared ? (advice ?? null) : null };
  });
}
