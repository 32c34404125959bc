/** What the views show of batches, and of the tabs to choose from. Pure. */
import type { BatchView, Refusal, TabChoice } from '../../lib/batch/model.ts';
import { originsOfUrls, originsReadAt } from '../../lib/url/origins.ts';
import type { BatchStart } from './use-batches.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';

/** The filter field is shown from this many tabs on. */
export const filteredFrom = 13;

/** The tabs checked at first: readable and not saved yet. */
export function checkedAtFirst(tabs: readonly TabChoice[]): ReadonlySet<number> {
  return new Set(tabs.filter((tab) => canBeRead(tab) && !tab.isSaved).map(({ tabId }) => tabId));
}

/** Whether a tab can be chosen. A sleeping one is saved by its address. */
export function canBeChosen({ obstacle }: TabChoice): boolean {
  return obstacle === null;
}

function canBeRead(tab: TabChoice): boolean {
  return canBeChosen(tab) && !tab.isAsleep;
}

/** Returns the tabs whose title or address contains all the words. */
export function filteredTabs(tabs: readonly TabChoice[], words: string): readonly TabChoice[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return tabs;
  return tabs.filter(({ title, url }) => {
    const text = `${title} ${url}`.toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** The sites to request access to: those of the tabs, and of the addresses if this device fetches them. */
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

/** Saves the open pages, or only their addresses if they can't be read. */
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
  if (kind === 'tabs') return t('batch_sources_tabs_title');
  return name.trim() === '' ? t('common_bookmarks') : name;
}

type BatchCounts = { total: number; done: number };

/** Counts finished entries and all entries, without the canceled ones. */
export function countsOf({ progress }: Pick<BatchView, 'progress'>): BatchCounts {
  const { waiting, underWay, kept, refused } = progress;
  const done = kept + refused;
  return { total: done + waiting + underWay, done };
}

/** Summarises the outcomes, a line each. */
export function outcomeLines({ progress, folded }: BatchView): string[] {
  const { kept, existed, canceled } = progress;
  return [
    ...(kept - existed > 0 ? [t('batch_summary_saved', { count: kept - existed })] : []),
    ...(existed > 0 ? [t('batch_summary_existed', { count: existed })] : []),
    ...(canceled > 0 ? [t('batch_summary_canceled', { count: canceled })] : []),
    ...(folded > 0 ? [t('batch_summary_folded', { count: folded })] : []),
  ];
}

/** Whether trying again can help. */
export function canTryAgain({ isTab, error }: Refusal): boolean {
  const { code, retryable } = error;
  if (code === 'page.restricted') return isTab;
  if (code === 'page.gone') return retryable;
  return tryable.has(code) || code.startsWith('memory.') || code.startsWith('storage.');
}

const tryable: ReadonlySet<string> = new Set(['page.no-text', 'page.error', 'internal']);

/** Whether the address can be saved instead of a page that couldn't be read here. */
export function canLink({ isTab, url, error: { code } }: Refusal): boolean {
  if (!isTab || !/^https?:/i.test(url)) return false;
  return code.startsWith('page.') || code.startsWith('pdf.');
}

/** Groups refused entries by reason. */
export function refusalGroups({ reasons, refusals }: Pick<BatchView, 'reasons' | 'refusals'>): {
  code: string;
  count: number;
  listed: readonly Refusal[];
  /** What to do, if it's the same for all; null if each entry says it. */
  advice: string | null;
}[] {
  return reasons.map(({ code, count }) => {
    const listed = refusals.filter(({ error }) => error.code === code);
    const [advice, ...others] = new Set(listed.map(({ error }) => errorWords(error).next));
    const isShared = listed.length > 1 && others.length === 0;
    return { code, count, listed, advice: isShared ? (advice ?? null) : null };
  });
}

/** Says how many entries were refused for a reason; `listed` are some of them. */
export function refusalLine(count: number, listed: readonly Refusal[]): string {
  const error = listed[0]?.error ?? unknownError;
  return t('batch_refusedFor', { reason: errorWords(error).title, count });
}

const unknownError: AppError = { code: 'internal', message: '', retryable: false };
