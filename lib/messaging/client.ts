import { answerSchema, askRepeatedly, resultOf } from './answer.ts';
import {
  isRepeatable,
  type MessageInput,
  type MessageName,
  type MessageOutput,
  messages,
} from './messages.ts';
import { schemasOf } from '../contract/message.ts';
import type { AsyncResult } from '../contract/result.ts';

export type Ask = <N extends MessageName>(
  name: N,
  input: MessageInput<N>,
) => AsyncResult<MessageOutput<N>>;

export type AskPorts = {
  /** Rejects or returns undefined if the background stopped before responding. */
  send: (message: unknown) => Promise<unknown>;
  sleep: (ms: number) => Promise<void>;
  newId: () => string;
};

/**
 * A message without a response fails with `message.unanswered`. Messages are repeated, so they must be safe to repeat:
 * created things have an id chosen by the sender, and removing something that's missing succeeds. A message that isn't
 * safe to repeat is marked in its definition and sent once.
 */
export function createAsk({ send, sleep, newId }: AskPorts): Ask {
  return async (name, input) => {
    const requestId = newId();
    const attempt = async () => {
      const raw = await send({ keepsake: 'ask', requestId, name, input }).catch(() => undefined);
      return answerSchema.safeParse(raw).data ?? null;
    };
    const answer = await (isRepeatable(name) ? askRepeatedly(attempt, sleep) : attempt());
    return resultOf(name, answer, schemasOf(messages, name).output);
  };
}
