/** Loaded into every page, so it must stay small: import nothing from `messages.ts`. */
import { answerSchema, askRepeatedly, resultOf, unanswered } from './answer.ts';
import {
  type PageAsk,
  type PageCommand,
  pageCommandSchema,
  pageMessages,
} from '../highlights/page-messages.ts';
import { schemasOf } from '../contract/message.ts';
import { err } from '../contract/result.ts';
import { type MessageListener, pageRuntime } from '../browser/page-runtime.ts';
import { sleep } from '../async/sleep.ts';

/** Doesn't retry if the extension was removed or the site isn't allowed. */
export function createPageAsk(): PageAsk {
  return async (name, input) => {
    await untilShown();
    const question = { keepsake: 'page-ask', requestId: newPageId(), name, input };
    const answer = await askRepeatedly(async () => {
      // The extension was removed or the site isn't allowed, so a retry would fail too.
      if (!isConnected()) return err(unanswered);
      return answerSchema.safeParse(await sent(question)).data ?? null;
    }, sleep);
    if (answer?.ok === false) {
      const { code, retryable } = answer.error;
      if (code === 'message.refused' && !retryable) isRefused = true;
    }
    return resultOf(name, answer, schemasOf(pageMessages, name).output);
  };
}

/** `listener` returns undefined to let another frame respond. */
export function onPageCommand(
  listener: (command: PageCommand) => Promise<unknown> | undefined,
): () => void {
  const heard: MessageListener = (message, sender, answer) => {
    // Messages from the background have no `tab`. Pages in tabs, even the extension's own, can't send commands.
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

/** Returns false if the extension was removed or highlighting is off; the script then cleans up and stops. */
export function isConnected(): boolean {
  return !isRefused && isThere();
}

/** Set when highlighting is off for this site; a script that is injected later may be allowed again. */
let isRefused = false;

function isThere(): boolean {
  try {
    return typeof pageRuntime()?.id === 'string';
  } catch {
    return false; // Some browsers throw once the extension has been removed.
  }
}

/** Waits until a prerendered page is shown to the person. */
function untilShown(): Promise<void> {
  if (!('prerendering' in document) || document.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}

/** Also works on plain HTTP, where `crypto.randomUUID` is missing. */
export function newPageId(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)));
}

async function sent(question: unknown): Promise<unknown> {
  try {
    return await pageRuntime()?.sendMessage(question);
  } catch {
    return undefined; // The background stopped or is being replaced.
  }
}

/** Creates a version 4 UUID from 16 random bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
