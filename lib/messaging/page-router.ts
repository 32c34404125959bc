/**
 * Answers the scripts of ours inside web pages, and nobody else: a short list of names, apart from those of the
 * extension's own pages. Such a script shares a process with its page. No page can speak for it, but a process that
 * was taken over could, so what is believed comes from the browser, and how much and how often is bounded.
 */
import * as z from 'zod/mini';
import type { Answer } from './answer.ts';
import type { AppError } from '../contract/errors.ts';
import {
  type PageMessageInput,
  type PageMessageName,
  type PageMessageOutput,
  pageSchemasOf,
} from '../highlights/page-messages.ts';
import { err, type Result } from '../contract/result.ts';
import { pageQuestionSchema } from './envelope.ts';

/** Where a question comes from, in the browser's own words. */
export type PageSender = {
  tabId: number;
  /** 0 is the page itself. */
  frameId: number;
  /** The address in the tab, also for a frame within it. */
  pageUrl: string;
  pageTitle: string;
  /** The address of the frame that asks. */
  frameUrl: string;
};

/** One handler for each message of a page. */
export type PageHandlers = {
  [N in PageMessageName]: (
    input: PageMessageInput<N>,
    from: PageSender,
  ) => Promise<Result<PageMessageOutput<N>, AppError>>;
};

/** What the browser says of who sent a message. */
type Sender = {
  id?: string | undefined;
  url?: string | undefined;
  frameId?: number | undefined;
  documentLifecycle?: string | undefined;
  tab?: unknown;
};

type PageRouterOptions = {
  extensionId: string;
  /** Whether the person lets a script of ours run there, by allowing the site or by a click in this tab. */
  isAllowed: (from: PageSender) => Promise<boolean>;
  stayAwake: <T>(work: Promise<T>) => Promise<T>;
  report: (
    event: { name: string; requestId: string; code: string; ms: number },
    cause?: unknown,
  ) => void;
  now: () => number;
};

/** Questions a minute of one tab, with all its frames; and how many of them may keep something. */
const maxQuestionsPerMinute = 600;
const maxKeepsPerMinute = 60;

/**
 * Makes the listener. It gives undefined for what is no question of a page, so that other listeners may answer it, and
 * otherwise always an answer: a handler that throws is reported and answered with `internal`.
 */
export function createPageRouter(handlers: PageHandlers, options: PageRouterOptions) {
  const questions = createRateLimit(maxQuestionsPerMinute, options.now);
  const keeps = createRateLimit(maxKeepsPerMinute, options.now);

  async function answer(name: PageMessageName, input: unknown, sender: Sender): Promise<Answer> {
    // A page that is only being prepared, or was put aside, stands in a tab that shows another.
    if ((sender.documentLifecycle ?? 'active') !== 'active') return notShown;
    const from = pageOf(sender, options.extensionId);
    if (from === null || !(await options.isAllowed(from))) return refused;
    if (!questions.admits(from.tabId)) return tooMany;
    if (name === 'highlights.save' && !keeps.admits(from.tabId)) return tooMany;
    return handle(handlers, name, { input, from });
  }

  return (message: unknown, sender: Sender): Promise<Answer> | undefined => {
    const question = pageQuestionSchema.safeParse(message);
    if (!question.success) return undefined;
    const { name, requestId, input } = question.data;
    const startedAt = options.now();
    return options.stayAwake(answer(name, input, sender)).then(
      (result) => {
        const code = result.ok ? 'ok' : result.error.code;
        options.report({ name, requestId, code, ms: options.now() - startedAt });
        return result;
      },
      (cause: unknown) => {
        const ms = options.now() - startedAt;
        options.report({ name, requestId, code: 'internal', ms }, cause);
        return internal;
      },
    );
  };
}

/** The address and the title are told only of a tab that may be seen. */
const tabSchema = z.object({
  id: z.int().check(z.minimum(0)),
  url: z.optional(z.string()),
  title: z.optional(z.string()),
});

/** Gives where the question comes from, or null for one that is not from a script of ours in a page that is shown. */
function pageOf(sender: Sender, extensionId: string): PageSender | null {
  const { id, url, frameId } = sender;
  if (id !== extensionId || frameId === undefined || !isWebAddress(url)) return null;
  const told = tabSchema.safeParse(sender.tab);
  if (!told.success) return null;
  const tab = told.data;
  // Without access to the tab's own address a frame is a page of its own, as far as anybody may know.
  const pageUrl = isWebAddress(tab.url) ? tab.url : url;
  // The tab has gone to another page since.
  if (frameId === 0 && new URL(pageUrl).origin !== new URL(url).origin) return null;
  return {
    tabId: tab.id,
    frameId,
    pageUrl,
    pageTitle: tab.title ?? '',
    frameUrl: frameId === 0 ? pageUrl : url,
  };
}

function isWebAddress(url: string | undefined): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'http:' || protocol === 'https:';
}

// The parameter ties the handler's input to the schema's output.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function handle<N extends PageMessageName>(
  handlers: PageHandlers,
  name: N,
  { input, from }: { input: unknown; from: PageSender },
): Promise<Answer> {
  const parsed = pageSchemasOf(name).input.safeParse(input);
  if (!parsed.success) return invalid;
  return handlers[name](parsed.data, from);
}

const refused = failure('message.refused', 'Only a script of Keepsake may ask this.');
const notShown = later('Only a page that is shown may ask this.');
const tooMany = later('This page asks too often. Try again in a minute.');
const invalid = failure('message.invalid', 'The question was not of its form.');
const internal = failure('internal', 'Something went wrong inside Keepsake.');

/** The same script may ask again: it is not turned away for good. */
function later(message: string): Answer {
  return err({ code: 'message.refused', message, retryable: true });
}

function failure(
  code: 'message.refused' | 'message.invalid' | 'internal',
  message: string,
): Answer {
  return err({ code, message, retryable: false });
}

/** Askers that are remembered; beyond them the one that asked longest ago is forgotten. */
const mostAskers = 1_000;

const minuteMs = 60_000;

/** Makes what admits `most` times a minute for each asker, counted anew from the first one after a minute. */
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
    if (counts.size > mostAskers && oldest !== undefined) counts.delete(oldest);
    return count.times < most;
  }

  return { admits };
}
