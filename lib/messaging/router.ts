import * as z from 'zod/mini';
import type { Answer } from './answer.ts';
import { type AppError, appError } from '../contract/errors.ts';
import { type MessageTable, schemasOf } from '../contract/message.ts';
import { type MessageName, type Messages, messages } from './messages.ts';
import { type AsyncResult, err, ok, type Result } from '../contract/result.ts';
import type { MessageSender } from '../browser/message-listening.ts';

/** A handler for each message of a table. `From` is what the handlers learn about the sender. */
export type HandlersOf<T extends MessageTable, From extends unknown[] = []> = {
  [N in keyof T]: (
    input: z.infer<T[N]['input']>,
    ...from: From
  ) => AsyncResult<z.infer<T[N]['output']>>;
};
export type Handlers = HandlersOf<Messages>;

export type RouterOptions = {
  extensionId: string;
  extensionOrigin: string;
  /** Keeps the background alive, because a service might be slow. */
  stayAwake: <T>(work: Promise<T>) => Promise<T>;
  report: (
    event: { name: string; requestId: string; code: string; ms: number; error?: AppError },
    cause?: unknown,
  ) => void;
  now: () => number;
};

/** Creates a handler whose response is empty. */
export function acknowledged<Input>(work: (input: Input) => unknown) {
  return async (input: Input) => {
    await work(input);
    return ok({});
  };
}

/** Returns an empty response if the work succeeds; otherwise its error. */
export async function empty<E = never>(
  work: Result<unknown, E> | Promise<Result<unknown, E> | void>,
): AsyncResult<Record<string, never>, E> {
  const result = await work;
  return result === undefined || result.ok ? ok({}) : result;
}

const questionSchema = z.object({
  keepsake: z.literal('ask'),
  /** Only used in logs. */
  requestId: z.string(),
  name: z.custom<MessageName>((name) => typeof name === 'string' && Object.hasOwn(messages, name)),
  input: z.unknown(),
});

/** Returns undefined to leave a message to other listeners. If a handler throws, responds with the error `internal`. */
export function createRouter(handlers: Handlers, options: RouterOptions) {
  return (message: unknown, sender: MessageSender): Promise<Answer> | undefined => {
    const question = questionSchema.safeParse(message);
    if (!question.success) return undefined;
    const { name, requestId } = question.data;
    if (!isOwnPage(sender, options)) {
      options.report({ name, requestId, code: 'message.refused', ms: 0 });
      return Promise.resolve(refused);
    }
    return reported(question.data, () => answerWith([messages, handlers], question.data), options);
  };
}

const refused = err(appError('message.refused', 'Only a page of Keepsake can send this.'));

/** Reports how a message was answered, and how long it took. */
export async function reported(
  { name, requestId }: { name: string; requestId: string },
  answering: () => Promise<Answer>,
  { stayAwake, report, now }: Pick<RouterOptions, 'stayAwake' | 'report' | 'now'>,
): Promise<Answer> {
  const startedAt = now();
  const facts = () => ({ name, requestId, ms: now() - startedAt });
  try {
    const result = await stayAwake(answering());
    if (result.ok) report({ ...facts(), code: 'ok' });
    else report({ ...facts(), code: result.error.code, error: result.error });
    return result;
  } catch (cause) {
    report({ ...facts(), code: 'internal' }, cause);
    return err(appError('internal', 'Something went wrong inside Keepsake.'));
  }
}

function isOwnPage(sender: MessageSender, options: RouterOptions): boolean {
  return (
    sender.id === options.extensionId &&
    sender.url !== undefined &&
    sender.url.startsWith(`${options.extensionOrigin}/`) &&
    isTopLevel(sender)
  );
}

/** Returns whether the sender isn't a frame in a page. Pages without a tab, such as the popup, have no frame id. */
function isTopLevel({ frameId, tab }: MessageSender): boolean {
  return frameId === 0 || (frameId === undefined && tab === undefined);
}

export async function answerWith<
  T extends MessageTable,
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- without `N`, a handler could get another message's input
  N extends keyof T & string,
  From extends unknown[],
>(
  [table, handlers]: [table: T, handlers: HandlersOf<T, From>],
  { name, input }: { name: N; input: unknown },
  ...from: From
): Promise<Answer> {
  const parsed = schemasOf(table, name).input.safeParse(input);
  if (!parsed.success) return err(appError('message.invalid', `The input of ${name} is invalid.`));
  return handlers[name](parsed.data, ...from);
}
