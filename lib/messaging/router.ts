/** Answers the questions of the extension's own pages: sender checked, input parsed, every name implemented. */
import type { Answer } from './answer.ts';
import type { AppError } from '../contract/errors.ts';
import { type MessageInput, type MessageName, type MessageOutput, schemasOf } from './messages.ts';
import { err, type Result } from '../contract/result.ts';
import { questionSchema } from './envelope.ts';

/** One handler for each message; leaving one out does not compile. */
export type Handlers = {
  [N in MessageName]: (input: MessageInput<N>) => Promise<Result<MessageOutput<N>, AppError>>;
};

/** The part of `runtime.MessageSender` that decides whether a message is believed. */
type Sender = {
  id?: string | undefined;
  url?: string | undefined;
  /** 0 is the page itself. */
  frameId?: number | undefined;
  tab?: unknown;
};

export type RouterOptions = {
  /** The extension's own id and origin; only its own top-level pages may ask. */
  extensionId: string;
  extensionOrigin: string;
  /** Keeps the background from being ended over the work: a service may take its time. */
  stayAwake: <T>(work: Promise<T>) => Promise<T>;
  report: (
    event: { name: string; requestId: string; code: string; ms: number; error?: AppError },
    cause?: unknown,
  ) => void;
  now: () => number;
};

/**
 * Makes the listener. It gives undefined for what is no question of ours, so that other listeners may answer it, and
 * otherwise always an answer: a handler that throws is reported and answered with `internal`.
 */
export function createRouter(handlers: Handlers, options: RouterOptions) {
  return (message: unknown, sender: Sender): Promise<Answer> | undefined => {
    const question = questionSchema.safeParse(message);
    if (!question.success) return undefined;
    const { name, requestId, input } = question.data;
    if (!isOwnPage(sender, options)) {
      options.report({ name, requestId, code: 'message.refused', ms: 0 });
      return Promise.resolve(failure('message.refused', 'Only a page of Keepsake may ask this.'));
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

function isOwnPage(sender: Sender, options: RouterOptions): boolean {
  return (
    sender.id === options.extensionId &&
    sender.url !== undefined &&
    sender.url.startsWith(`${options.extensionOrigin}/`) &&
    isTopLevel(sender)
  );
}

/** Only pages that are in no tab, as a popup is, may be without the number of their frame. */
function isTopLevel({ frameId, tab }: Sender): boolean {
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
    return failure('message.invalid', `The question ${name} was not of its form.`);
  }
  return handlers[name](parsed.data);
}

function failure(
  code: 'message.refused' | 'message.invalid' | 'internal',
  message: string,
): Answer {
  return err({ code, message, retryable: false });
}
