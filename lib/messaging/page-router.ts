/**
 * Routes messages from content scripts. A compromised renderer can send these messages too, so the sender is taken from
 * the browser, and message rate and size are limited.
 */
import * as z from 'zod/mini';
import type { Answer } from './answer.ts';
import { appError } from '../contract/errors.ts';
import { type PageMessageName, pageMessages } from '../highlights/page-messages.ts';
import { err } from '../contract/result.ts';
import type { MessageSender } from '../browser/message-listening.ts';
import { webAddress } from '../url/web-address.ts';
import { answerWith, type HandlersOf, reported, type RouterOptions } from './router.ts';

/** The sender as reported by the browser. */
export type PageSender = {
  tabId: number;
  /** 0 for the top frame. */
  frameId: number;
  /** URL of the tab, even for a frame in it. */
  pageUrl: string;
  frameUrl: string;
};

export type PageHandlers = HandlersOf<typeof pageMessages, [from: PageSender]>;

type Sender = MessageSender & { documentLifecycle?: string | undefined };

type PageRouterOptions = Omit<RouterOptions, 'extensionOrigin'> & {
  /** Returns whether the person allowed the site, or clicked in this tab. */
  isAllowed: (from: PageSender) => Promise<boolean>;
};

const questionSchema = z.object({
  keepsake: z.literal('page-ask'),
  requestId: z.string().check(z.maxLength(64)),
  name: z.custom<PageMessageName>(
    (name) => typeof name === 'string' && Object.hasOwn(pageMessages, name),
  ),
  input: z.unknown(),
});
type Question = z.infer<typeof questionSchema>;

/** Limits per minute and tab, including the tab's frames. */
const maxMessagesPerMinute = 600;
const maxSavesPerMinute = 60;

/** Returns undefined to leave a message to other listeners. If a handler throws, responds with the error `internal`. */
export function createPageRouter(handlers: PageHandlers, options: PageRouterOptions) {
  const questions = createRateLimit(maxMessagesPerMinute, options.now);
  const saves = createRateLimit(maxSavesPerMinute, options.now);

  async function answer(question: Question, sender: Sender): Promise<Answer> {
    // The tab of a prerendered or back-forward cached page shows a different page.
    if ((sender.documentLifecycle ?? 'active') !== 'active') return notShown;
    const from = pageOf(sender, options.extensionId);
    if (from === null || !(await options.isAllowed(from))) return refused;
    if (!questions.admits(from.tabId)) return tooMany;
    if (question.name === 'highlights.save' && !saves.admits(from.tabId)) return tooMany;
    return answerWith([pageMessages, handlers], question, from);
  }

  return (message: unknown, sender: Sender): Promise<Answer> | undefined => {
    const question = questionSchema.safeParse(message);
    if (!question.success) return undefined;
    return reported(question.data, () => answer(question.data, sender), {
      ...options,
      // Only errors of Keepsake's own pages are recorded as problems.
      report: ({ error: _error, ...event }, cause) => options.report(event, cause),
    });
  };
}

/** The browser reports the URL only with access to the tab. */
const tabSchema = z.object({ id: z.int().check(z.minimum(0)), url: z.optional(z.string()) });

/** Returns null unless the message is from Keepsake's content script in a visible page. */
function pageOf(sender: Sender, extensionId: string): PageSender | null {
  const { id, url, frameId } = sender;
  if (id !== extensionId || frameId === undefined || !isWebAddress(url)) return null;
  const told = tabSchema.safeParse(sender.tab);
  if (!told.success) return null;
  const tab = told.data;
  // Without access to the tab's URL, a frame counts as a page.
  const pageUrl = isWebAddress(tab.url) ? tab.url : url;
  // The tab has navigated in the meantime.
  if (frameId === 0 && new URL(pageUrl).origin !== new URL(url).origin) return null;
  return { tabId: tab.id, frameId, pageUrl, frameUrl: frameId === 0 ? pageUrl : url };
}

function isWebAddress(url: string | undefined): url is string {
  return webAddress(url) !== null;
}

const refused = err(appError('message.refused', 'Only a script of Keepsake can send this.'));
const notShown = err(appError('message.refused', 'Only a visible page can send this.', true));
const tooMany = err(
  appError('message.refused', 'Too many messages from this page. Try again in a minute.', true),
);

/** Maximum number of tabs to track. Above it, the least recently active tab is dropped. */
const maxSenders = 1_000;

const minuteMs = 60_000;

/** Limits messages per sender, in fixed windows of a minute. */
function createRateLimit(most: number, now: () => number) {
  const counts = new Map<number, { since: number; times: number }>();

  function admits(asker: number): boolean {
    const at = now();
    const known = counts.get(asker);
    const count =
      known === undefined || at - known.since >= minuteMs ? { since: at, times: 0 } : known;
    counts.delete(asker);
    counts.set(asker, { ...count, times: count.times + 1 });
    const [oldest] = counts.keys();
    if (counts.size > maxSenders && oldest !== undefined) counts.delete(oldest);
    return count.times < most;
  }

  return { admits };
}
