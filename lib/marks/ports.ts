/** What the script inside a page needs from outside of it. */
import type { AppError } from '../contracts/errors.ts';
import type {
  PageCommand,
  PageMessageInput,
  PageMessageName,
  PageMessageOutput,
} from '../contracts/page-messages.ts';
import type { Result } from '../contracts/result.ts';

export type MarksPorts = {
  /** Asks the background; a question that nobody answers fails with `message.unanswered`. */
  ask: <N extends PageMessageName>(
    name: N,
    input: PageMessageInput<N>,
  ) => Promise<Result<PageMessageOutput<N>, AppError>>;
  /** What the listener gives is the answer; undefined leaves it to another frame. Gives a function that ends it. */
  onCommand: (listener: (command: PageCommand) => Promise<unknown> | undefined) => () => void;
  /** False once the extension was updated or removed. */
  isConnected: () => boolean;
  /** A UUID, also in a page of plain http. */
  newId: () => string;
};
