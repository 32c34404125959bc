/** What a save that is being changed may become. Pure. */
import { serviceLimits } from '../../lib/contract/limits.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { sizeWords } from '../../lib/i18n/size.ts';

/** Gives how many bytes a text is when it is sent. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Why the text cannot be sent; `waits` where that is said only once it was tried. Null where it can. */
export function contentTrouble(
  content: string,
  bytes: number,
): { words: string; waits: boolean } | null {
  if (content.trim() === '') return { words: t('saves_edit_blank'), waits: true };
  const over = bytes - serviceLimits.contentBytes;
  return over > 0
    ? { words: t('saves_edit_tooLarge', { over: sizeWords(over) }), waits: false }
    : null;
}

/** Why the title cannot be sent, or null where it can. */
export function titleTrouble(title: string | null): string | null {
  const limit = serviceLimits.titleLength;
  return title !== null && title.length > limit ? t('saves_edit_longTitle', { limit }) : null;
}

/**
 * The Memories a save may go to, and the one it starts with: its own, or where that is gone the one that saves go to.
 * None to choose from where it belongs to another connection than the one in use.
 */
export function memoriesFor(
  { connectionId, container }: OutboxView,
  connection: ConnectionStatus | null,
): { memories: readonly MemoryChoice[]; chosen: MemoryChoice } {
  if (connection === null || connection.connectionId !== connectionId) {
    return { memories: [], chosen: container };
  }
  const { memories, chosenMemoryId } = connection;
  const byId = (wanted: string | null) => memories.find(({ id }) => id === wanted);
  return {
    memories,
    chosen: byId(container.id) ?? byId(chosenMemoryId) ?? memories[0] ?? container,
  };
}
