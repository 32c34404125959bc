/** What of the outbox is shown. */
import type { KeptState, OutboxItem, OutboxView } from '../../contracts/outbox.ts';

/** An item that was not discarded. */
export type KeptItem = OutboxItem & { state: KeptState };

export function isKept(item: OutboxItem): item is KeptItem {
  return item.state.status !== 'discarded';
}

/** The item without its text: what the surfaces are shown. */
export function viewOf({ material: _material, ...view }: KeptItem): OutboxView {
  return view;
}
