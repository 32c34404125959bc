import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { RelayedDeletion } from '../ui/relayed-deletion.tsx';
import { settingsWords } from '../words/settings.ts';

const words = settingsWords.deletion;

export type DeleteMemoryProps = {
  name: string;
  /** Gives the question of the home, word for word. */
  ask: () => Promise<Result<string, AppError>>;
  onConfirm: () => Promise<Result<null, AppError>>;
  onDone: () => void;
  onCancel: () => void;
};

/** Relays the question of the home before a Memory is deleted. */
export function DeleteMemory({ name, ...rest }: DeleteMemoryProps) {
  return <RelayedDeletion title={words.title(name)} words={words} {...rest} />;
}
