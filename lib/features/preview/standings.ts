/** How a page stands to what each Memory holds of it, from the saves of it. */
import type { PageStanding } from '../../contracts/preview.ts';
import { compareFingerprints } from '../../core/page-version/fingerprint.ts';
import type { KeptItem } from '../../core/outbox/view.ts';

/** Gives one standing a Memory, in the order of the saves, which come newest first. */
export function standingsOf(saves: readonly KeptItem[], fingerprint: string): PageStanding[] {
  const byMemory = new Map<string, KeptItem[]>();
  for (const save of saves) {
    if (save.kind === 'note' || save.state.status === 'refused') continue;
    byMemory.set(save.container.id, [...(byMemory.get(save.container.id) ?? []), save]);
  }
  return [...byMemory].map(([memoryId, its]) => ({ memoryId, ...standingIn(its, fingerprint) }));
}

/** Of several versions one that says the same is enough; else the newest whose words are known is what has changed. */
function standingIn(
  saves: readonly KeptItem[],
  fingerprint: string,
): Omit<PageStanding, 'memoryId'> {
  const compared = saves.flatMap((save) => {
    if (!isHeldAsRead(save) || save.fingerprint === undefined) return [];
    const words = compareFingerprints(save.fingerprint, fingerprint);
    return words === 'unknown' ? [] : [{ savedAt: save.createdAt, words }];
  });
  const best = compared.find(({ words }) => words === 'same') ?? compared[0];
  return best ?? { savedAt: saves.at(-1)?.createdAt ?? 0, words: 'unknown' };
}

/** Where the page was there already, its Memory kept the text it had; a version is named by its text. */
function isHeldAsRead({ state, isVersion }: KeptItem): boolean {
  return isVersion === true || !('existed' in state && state.existed);
}
