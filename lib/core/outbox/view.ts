/** What of the outbox is shown. */
import type { KeptState, OutboxItem, OutboxView } from '../../contracts/outbox.ts';

/** An item that was not discarded. */
export type KeptItem = OutboxItem & { state: KeptState };

/** The state of an item; of a discarded one, the state it comes back to. */
export function keptStateOf({ state }: Pick<OutboxItem, 'state'>): KeptState {
  return state.status === 'discarded' ? state.before : state;
}

export function isKept(item: OutboxItem): item is KeptItem {
  return item.state.status !== 'discarded';
}

/** The item without its text: what the surfaces are shown. */
export function viewOf({ material: _material, said: _said, ...view }: KeptItem): OutboxView {
  return view;
}
