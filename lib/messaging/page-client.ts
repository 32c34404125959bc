/**
 * The way from a script of ours inside a web page to the background, and back. It ships in each such page, so it knows
 * the short list of `page-messages.ts` alone.
 */
import { answerSchema, askRepeatedly } from './answer.ts';
import type { AppError } from '../contract/errors.ts';
import {
  type PageCommand,
  pageCommandSchema,
  type PageMessageInput,
  type PageMessageName,
  type PageMessageOutput,
  pageSchemasOf,
} from '../highlights/page-messages.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { type MessageListener, pageRuntime } from '../browser/page-runtime.ts';
import { sleep } from '../async/sleep.ts';

export type PageAsk = <N extends PageMessageName>(
  name: N,
  input: PageMessageInput<N>,
) => Promise<Result<PageMessageOutput<N>, AppError>>;

/**
 * Makes what asks the background. A question that nobody answers, even when repeated, gives `message.unanswered`; so
 * does, at once, every question of a script whose extension was updated or removed, or that was turned away.
 */
export function createPageAsk(): PageAsk {
  return async (name, input) => {
    await untilShown();
    const question = { keepsake: 'page-ask', requestId: newPageId(), name, input };
    const answer = await askRepeatedly(async () => {
      // Another attempt would find nobody, either.
      if (!isConnected()) return unanswered;
      const parsed = answerSchema.safeParse(await sent(question));
      return parsed.success ? parsed.data : null;
    }, sleep);
    if (answer === null) return unanswered;
    if (!answer.ok) {
      const { code, retryable } = answer.error;
      if (code === 'message.refused' && !retryable) isTurnedAway = true;
      return err(answer.error);
    }
    const value = pageSchemasOf(name).output.safeParse(answer.value);
    return value.success ? ok(value.data) : malformed;
  };
}

/**
 * Calls `listener` for each command of the background until the returned function is called. What the promise gives is
 * the answer; undefined leaves the answer to the script of another frame.
 */
export function onPageCommand(
  listener: (command: PageCommand) => Promise<unknown> | undefined,
): () => void {
  const heard: MessageListener = (message, sender, answer) => {
    // The background is in no tab; whatever is, even a page of ours, commands nothing.
    if (sender.id !== pageRuntime()?.id || sender.tab !== undefined) return undefined;
    const command = pageCommandSchema.safeParse(message);
    const answering = command.success ? listener(command.data) : undefined;
    if (answering === undefined) return undefined;
    void answering.then(answer);
    return true;
  };
  pageRuntime()?.onMessage.addListener(heard);
  return () => {
    if (isThere()) pageRuntime()?.onMessage.removeListener(heard);
  };
}

/**
 * False once the extension was updated, switched off or removed, or the person lets no script of ours run here any
 * more: the script then takes away what it has drawn, and falls silent.
 */
export function isConnected(): boolean {
  return !isTurnedAway && isThere();
}

/** Told by the background: the person turned marks off for this site. Another script may be let in later. */
let isTurnedAway = false;

function isThere(): boolean {
  try {
    return typeof pageRuntime()?.id === 'string';
  } catch {
    return false; // Some browsers throw for whatever is asked of an extension that is gone.
  }
}

/** A page that the browser only prepares has nothing to ask before the person sees it. */
function untilShown(): Promise<void> {
  if (!('prerendering' in document) || document.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}

/** Gives an id for something made in a page, also in one of plain http, which has no `crypto.randomUUID`. */
export function newPageId(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** Undefined where nobody answered. */
async function sent(question: unknown): Promise<unknown> {
  try {
    return await pageRuntime()?.sendMessage(question);
  } catch {
    return undefined; // The background ended over it, or is being replaced: asked again, or not, by `isConnected`.
  }
}

const unanswered = err({
  code: 'message.unanswered',
  message: 'Keepsake’s background did not answer.',
  retryable: true,
} as const);

const malformed = err({
  code: 'internal',
  message: 'The answer was not of its form.',
  retryable: false,
} as const);

/** Gives the UUID (version 4) of 16 random bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
