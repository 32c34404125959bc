/** Shows on the toolbar how a save goes, for when no popup is open. */
import type { OutboxItem } from '../../lib/contracts/outbox.ts';
import { outcomeOf } from '../../lib/core/outbox/outcome.ts';
import { type Badge, showBadge } from '../../lib/platform/badge.ts';

const badges: Record<ReturnType<typeof outcomeOf>, Badge> = {
  'under-way': 'busy',
  kept: 'done',
  trouble: 'trouble',
};

export async function showOutcome({ source, state, container, kind }: OutboxItem): Promise<void> {
  if (source.tabId === null) return;
  await showBadge(source.tabId, badges[outcomeOf(state)], titleOf());

  function titleOf(): string {
    if ('error' in state) return `Keepsake: ${state.error.message}`;
    const what = kind === 'page' ? 'This page' : 'Your highlight';
    switch (outcomeOf(state)) {
      case 'under-way':
        return `Keepsake: saving to ${container.name}…`;
      case 'kept':
        return `Keepsake: ${what.toLowerCase()} is in ${container.name}`;
      case 'trouble':
        return `Keepsake: ${what} was saved, but ${container.name} has not learned it`;
    }
  }
}
