import type { BatchView, Refusal, TabChoice } from '../../lib/batch/model.ts';
import { originsOfUrls, originsReadAt } from '../../lib/url/origins.ts';
import type { BatchStart } from './use-batches.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { appError } from '../../lib/contract/errors.ts';

export const filteredFrom = 13;

/** Returns the tabs that are checked initially: readable tabs that aren't saved yet. */
export function checkedAtFirst(tabs: readonly TabChoice[]): ReadonlySet<number> {
  return new Set(tabs.filter((tab) => canBeRead(tab) && !tab.isSaved).map(({ tabId }) => tabId));
}

/** Sleeping tabs can be chosen too; they are saved by their address. */
export function canBeChosen({ obstacle }: TabChoice): boolean {
  return obstacle === null;
}

function canBeRead(tab: TabChoice): boolean {
  return canBeChosen(tab) && !tab.isAsleep;
}

export function filteredTabs(tabs: readonly TabChoice[], words: string): readonly TabChoice[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return tabs;
  return tabs.filter(({ title, url }) => {
    const text = `${title} ${url}`.toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Returns the sites to request access to: those of the tabs, and of addresses that this device fetches. */
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

/** Counts the entries of a batch, except canceled ones. */
export function countsOf({ progress }: Pick<BatchView, 'progress'>) {
  const { waiting, underWay, saved, refused } = progress;
  const done = saved + refused;
  return { total: done + waiting + underWay, done };
}

export function outcomeLines({ progress, folded }: BatchView): string[] {
  const { saved, existed, canceled } = progress;
  const counts = [
    ['saved', saved - existed],
    ['existed', existed],
    ['canceled', canceled],
    ['folded', folded],
  ] as const;
  return counts.flatMap(([outcome, count]) =>
    count > 0 ? [t(`batch_summary_${outcome}`, { count })] : [],
  );
}

export function canTryAgain({ isTab, error }: Refusal): boolean {
  const { code, retryable } = error;
  if (code === 'page.restricted') return isTab;
  if (code === 'page.gone') return retryable;
  return tryable.has(code) || code.startsWith('memory.') || code.startsWith('storage.');
}

const tryable: ReadonlySet<string> = new Set(['page.no-text', 'page.error', 'internal']);

export function canLink({ isTab, url, error: { code } }: Refusal): boolean {
  if (!isTab || !/^https?:/i.test(url)) return false;
  return code.startsWith('page.') || code.startsWith('pdf.');
}

/** Groups refused entries by reason. `advice` is set only if several entries share it. */
export function refusalGroups({ reasons, refusals }: Pick<BatchView, 'reasons' | 'refusals'>) {
  return reasons.map(({ code, count }) => {
    const listed = refusals.filter(({ error }) => error.code === code);
    const [advice, ...others] = new Set(listed.map(({ error }) => errorWords(error).next));
    const isShared = listed.length > 1 && others.length === 0;
    return { code, count, listed, advice: isShared ? (advice ?? null) : null };
  });
}

export function refusalLine(count: number, listed: readonly Refusal[]): string {
  const error = listed[0]?.error ?? appError('internal', '');
  return plural(count, 'batch_refusedFor', { reason: errorWords(error).title });
}
