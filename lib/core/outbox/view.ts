import type { OutboxItem, OutboxView } from '../../contracts/outbox.ts';

/** The item without its text: what the surfaces are shown. */
export function viewOf({ material: _material, ...view }: OutboxItem): OutboxView {
  return view;
}
