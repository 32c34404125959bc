/** Loaded in every page, so it imports `page-messages.ts` only. */
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

/** Fails with `message.unanswered`, without a retry if the script is orphaned or refused. */
export function createPageAsk(): PageAsk {
  return async (name, input) => {
    await untilShown();
    const question = { keepsake: 'page-ask', requestId: newPageId(), name, input };
    const answer = await askRepeatedly(async () => {
      // Another attempt wouldn't be answered either.
      if (!isConnected()) return unanswered;
      const parsed = answerSchema.safeParse(await sent(question));
      return parsed.success ? parsed.data : null;
    }, sleep);
    if (answer === null) return unanswered;
    if (!answer.ok) {
      const { code, retryable } = answer.error;
      if (code === 'message.refused' && !retryable) isRefused = true;
      return err(answer.error);
    }
    const value = pageSchemasOf(name).output.safeParse(answer.value);
    return value.success ? ok(value.data) : malformed;
  };
}

/** `listener` returns undefined to leave the answer to another frame. */
export function onPageCommand(
  listener: (command: PageCommand) => Promise<unknown> | undefined,
): () => void {
  const heard: MessageListener = (message, sender, answer) => {
    // The background is in no tab; pages in tabs, even ours, can't send commands.
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

/** False if the extension was removed or highlighting is off: the script cleans up and stops. */
export function isConnected(): boolean {
  return !isRefused && isThere();
}

/** Highlighting is off for this site; a new script can be allowed later. */
let isRefused = false;

function isThere(): boolean {
  try {
    return typeof pageRuntime()?.id === 'string';
  } catch {
    return false; // Some browsers throw once the extension is gone.
  }
}

/** A prerendered page waits until the person sees it. */
function untilShown(): Promise<void> {
  if (!('prerendering' in document) || document.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}

/** Works on plain http, which has no `crypto.randomUUID`. */
export function newPageId(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)));
}

async function sent(question: unknown): Promise<unknown> {
  try {
    return await pageRuntime()?.sendMessage(question);
  } catch {
    return undefined; // The background ended, or is being replaced.
  }
}

const unanswered = err({
  code: 'message.unanswered',
  message: 'Keepsake’s background did not answer.',
  retryable: true,
} as const);

const malformed = err({
  code: 'internal',
  message: 'The answer is invalid.',
  retryable: false,
} as const);

/** Version 4, of 16 random bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
