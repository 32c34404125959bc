/** Asks the background from a page of the extension. */
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
  /** Rejects or gives undefined if the background ended before it answered. */
  send: (message: unknown) => Promise<unknown>;
  sleep: (ms: number) => Promise<void>;
  newId: () => string;
};

/**
 * Makes `ask`. A message that no background answers fails with `message.unanswered`.
 *
 * A background that ended may have done what was asked, so messages are made safe to repeat: whatever one creates has
 * an id chosen by the sender, and removing what is gone succeeds. A message that can't be made safe says so in its
 * definition and is sent once.
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
