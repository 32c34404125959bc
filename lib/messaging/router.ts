import type { Answer } from './answer.ts';
import type { AppError } from '../contract/errors.ts';
import { type MessageInput, type MessageName, type MessageOutput, schemasOf } from './messages.ts';
import { err, type Result } from '../contract/result.ts';
import type { MessageSender } from '../browser/message-listening.ts';
import { questionSchema } from './envelope.ts';

export type Handlers = {
  [N in MessageName]: (input: MessageInput<N>) => Promise<Result<MessageOutput<N>, AppError>>;
};

export type RouterOptions = {
  extensionId: string;
  extensionOrigin: string;
  /** Keeps the background alive: a service can be slow. */
  stayAwake: <T>(work: Promise<T>) => Promise<T>;
  report: (
    event: { name: string; requestId: string; code: string; ms: number; error?: AppError },
    cause?: unknown,
  ) => void;
  now: () => number;
};

/** Undefined leaves a message to other listeners; a handler that throws answers `internal`. */
export function createRouter(handlers: Handlers, options: RouterOptions) {
  return (message: unknown, sender: MessageSender): Promise<Answer> | undefined => {
    const question = questionSchema.safeParse(message);
    if (!question.success) return undefined;
    const { name, requestId, input } = question.data;
    if (!isOwnPage(sender, options)) {
      options.report({ name, requestId, code: 'message.refused', ms: 0 });
      return Promise.resolve(failure('message.refused', 'Only a page of Keepsake can send this.'));
    }
    const startedAt = options.now();
    return options.stayAwake(answer(handlers, name, input)).then(
      (result) => {
        const ms = options.now() - startedAt;
        if (result.ok) options.report({ name, requestId, code: 'ok', ms });
        else options.report({ name, requestId, code: result.error.code, ms, error: result.error });
        return result;
      },
      (cause: unknown) => {
        const ms = options.now() - startedAt;
        options.report({ name, requestId, code: 'internal', ms }, cause);
        return failure('internal', 'Something went wrong inside Keepsake.');
      },
    );
  };
}

function isOwnPage(sender: MessageSender, options: RouterOptions): boolean {
  return (
    sender.id === options.extensionId &&
    sender.url !== undefined &&
    sender.url.startsWith(`${options.extensionOrigin}/`) &&
    isTopLevel(sender)
  );
}

/** Only pages outside of tabs, such as the popup, have no frame id. */
function isTopLevel({ frameId, tab }: MessageSender): boolean {
  return frameId === 0 || (frameId === undefined && tab === undefined);
}

// The parameter ties the handler's input to the schema's output.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function answer<N extends MessageName>(
  handlers: Handlers,
  name: N,
  input: unknown,
): Promise<Answer> {
  const parsed = schemasOf(name).input.safeParse(input);
  if (!parsed.success) {
    return failure('message.invalid', `The input of ${name} is invalid.`);
  }
  return handlers[name](parsed.data);
}

function failure(
  code: 'message.refused' | 'message.invalid' | 'internal',
  message: string,
): Answer {
  return err({ code, message, retryable: false });
}
