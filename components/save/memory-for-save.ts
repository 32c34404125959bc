/** Which Memory a save from the popup goes to. Pure. */
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';

/** Says whether anything can be saved to the connection. */
export function canSave({ kind, memories }: ConnectionStatus): boolean {
  return kind !== null && kind !== 'read-only' && memories.length > 0;
}

/** Gives the remembered choice; for a page that is saved already, rather a Memory that does not hold it. */
export function chosenMemory(
  { memories, chosenMemoryId }: ConnectionStatus,
  { saves, picked }: { saves: readonly OutboxView[]; picked: string | null },
): MemoryChoice | null {
  const byId = (wanted: string | null) => memories.find(({ id }) => id === wanted);
  const chosen = byId(chosenMemoryId) ?? memories[0] ?? null;
  const holders = new Set(saves.filter(isKept).map(({ container }) => container.id));
  if (chosen === null || !holders.has(chosen.id)) return byId(picked) ?? chosen;
  return byId(picked) ?? memories.find(({ id }) => !holders.has(id)) ?? chosen;
}

/** Says whether a save counts for its Memory. */
export function isKept({ state }: OutboxView): boolean {
  return state.status !== 'refused';
}
