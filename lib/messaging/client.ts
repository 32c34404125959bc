/** Asks the background from a page of the extension. */
import { answerSchema } from '../contracts/answer.ts';
import type { AppError } from '../contracts/errors.ts';
import {
  type MessageInput,
  type MessageName,
  type MessageOutput,
  schemasOf,
} from '../contracts/messages.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import { repeatQuestion } from '../core/repeat-question.ts';

export type Ask = <N extends MessageName>(
  name: N,
  input: MessageInput<N>,
) => Promise<Result<MessageOutput<N>, AppError>>;

export type AskPorts = {
  /** Rejects, or gives undefined, where the background ended before it answered. */
  send: (message: unknown) => Promise<unknown>;
  sleep: (ms: number) => Promise<void>;
  newId: () => string;
};

/**
 * Makes `ask`. A question that no background answers, even when repeated, gives `message.unanswered`.
 *
 * The background that ended may have done what was asked. So every message is safe to repeat: what it makes has its id
 * from whoever asks, and what it takes away counts as taken away where it is gone. What a repeat cannot make as if it
 * had been one costs the person little: `panel.take` and `learned.take` give nothing twice,
 * `connections.move-waiting` names what it moved itself, `own.export` writes another file, and `ask.ask` takes a second
 * turn of the account where the first ended with its background.
 */
export function createAsk({ send, sleep, newId }: AskPorts): Ask {
  return async (name, input) => {
    const requestId = newId();
    const answer = await repeatQuestion(async () => {
      const raw = await send({ keepsake: 'ask', requestId, name, input }).catch(() => undefined);
      const parsed = answerSchema.safeParse(raw);
      return parsed.success ? parsed.data : null;
    }, sleep);
    if (answer !== null) {
      if (!answer.ok) return err(answer.error);
      const value = schemasOf(name).output.safeParse(answer.value);
      if (value.success) return ok(value.data);
      return err(internal(`The answer to ${name} was not of its form.`));
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
