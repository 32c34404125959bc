import { answerSchema, askRepeatedly } from './answer.ts';
import type { AppError } from '../contract/errors.ts';
import {
  isRepeatable,
  type MessageInput,
  type MessageName,
  type MessageOutput,
  schemasOf,
} from './messages.ts';
import { err, ok, type Result } from '../contract/result.ts';

export type Ask = <N extends MessageName>(
  name: N,
  input: MessageInput<N>,
) => Promise<Result<MessageOutput<N>, AppError>>;

export type AskPorts = {
  /** Rejects or returns undefined if the background ended before answering. */
  send: (message: unknown) => Promise<unknown>;
  sleep: (ms: number) => Promise<void>;
  newId: () => string;
};

/**
 * An unanswered message fails with `message.unanswered`. Messages are repeated, so they must be
 * safe to repeat: created things have an id chosen by the sender, and removing a missing one
 * succeeds. A message that can't be safe says so in its definition and is sent once.
 */
export function createAsk({ send, sleep, newId }: AskPorts): Ask {
  return async (name, input) => {
    const requestId = newId();
    const attempt = async () => {
      const raw = await send({ keepsake: 'ask', requestId, name, input }).catch(() => undefined);
      const parsed = answerSchema.safeParse(raw);
      return parsed.success ? parsed.data : null;
    };
    const answer = await (isRepeatable(name) ? askRepeatedly(attempt, sleep) : attempt());
    if (answer !== null) {
      if (!answer.ok) return err(answer.error);
      const value = schemasOf(name).output.safeParse(answer.value);
      if (value.success) return ok(value.data);
      return err(internal(`The answer to ${name} is invalid.`));
    }
    return err({
      code: 'message.unanswered',
      message: 'Keepsake’s background did not answer.',
      retryable: true,
    });
  };
}

function internal(message: string): AppError {
  return { code: 'internal', message, retryable: false };
}
