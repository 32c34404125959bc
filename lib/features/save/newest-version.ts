/** Whether a Memory holds the very same text of a page as its newest version. Pure. */
import type { KeptStatus } from '../../contracts/outbox.ts';
import type { KeptItem } from '../../core/outbox/view.ts';
import type { PageWords } from '../../core/page-version/page-words.ts';
import type { Destination } from './destination.ts';

/** Looks at the saves of the page, which come newest first. */
export function isInNewest(
  saves: readonly KeptItem[],
  { connectionId, container, customId, digest }: Destination & PageWords,
): boolean {
  const newest = saves.find(
    (save) =>
      save.kind === 'page' &&
      save.connectionId === connectionId &&
      save.container.id === container.id &&
      isHeldAsRead(save) &&
      !unheld.has(save.state.status),
  );
  // A version of before the digests were noted down is named by its text all the same.
  return newest !== undefined && (newest.digest === digest || newest.customId === customId);
}

/** Where the page was there already, its Memory kept the text it had; a version is named by its text. */
function isHeldAsRead({ state, isVersion }: KeptItem): boolean {
  return isVersion === true || !('existed' in state && state.existed);
}

/** What was not taken or cannot be found may be saved once more. */
const unheld: ReadonlySet<KeptStatus> = new Set(['refused', 'failed', 'canceled']);
