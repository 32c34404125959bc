/** Where a save goes: a Memory of the home in use. */
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { Settings } from '../../contracts/settings.ts';
import { activeHome } from '../../core/connections/connections.ts';

export type Destination = Pick<OutboxItem, 'connectionId' | 'container'>;

/** Gives the destination; `memoryId` is null for the Memory chosen last. Fails where nothing can be saved there. */
export function destinationOf(
  settings: Settings,
  memoryId: string | null,
): Result<Destination, AppError> {
  const home = activeHome(settings);
  if (home === null) return err(noHome);
  const { connection, memories, chosenMemoryId } = home;
  if (connection.kind === 'read-only') return err(onlyReads);
  const container = memories.find(({ id }) => id === (memoryId ?? chosenMemoryId));
  if (container === undefined) return err(noMemory);
  return ok({ connectionId: connection.id, container });
}

const noHome: AppError = {
  code: 'home.none',
  message: 'Choose where your memory lives before you save.',
  retryable: false,
};

const onlyReads: AppError = {
  code: 'memory.not-offered',
  message: 'You consented to reading alone, so nothing can be saved to this memory.',
  retryable: false,
};

const noMemory: AppError = {
  code: 'home.no-memory',
  message: 'Create a Memory to save to first.',
  retryable: false,
};
