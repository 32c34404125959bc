/** A bridge that takes responses from a scene instead of the background, and records its calls. */
import type { Bridge } from '../../components/app/bridge.ts';
import { type AppError, appErrorSchema } from '../../lib/contract/errors.ts';
import {
  type AppEvent,
  type MessageInput,
  type MessageName,
  type MessageOutput,
  messages,
} from '../../lib/messaging/messages.ts';
import { schemasOf } from '../../lib/contract/message.ts';
import { err, ok } from '../../lib/contract/result.ts';
import type { Ask } from '../../lib/messaging/client.ts';
import { errors, exportedFile, galleryNow, shortcuts, transferFile } from './fixtures.ts';

/** The response to a message: its output, an error, or `never` for no response at all. */
export type Answer<N extends MessageName> = MessageOutput<N> | AppError | 'never';
/** The response to each message. `documentsOf` computes the response to a request for documents. */
export type Answers = { [N in MessageName]?: Answer<N> } & {
  documentsOf?: (wish: MessageInput<'documents.list'>) => Answer<'documents.list'>;
};

export type FakeBridgeOptions = {
  answers: Answers;
  /** The responses to a message each time after the first. */
  nextAnswers?: Answers;
  /** The responses to `never` messages once the person cancels a transfer. */
  canceledAnswers?: Answers;
  /** Messages whose responses are held back from the start. */
  held?: readonly MessageName[];
  /** How far the clock jumps ahead shortly after a request, in milliseconds. */
  laterBy?: number;
  /** The delay of every response, in milliseconds. */
  delayMs?: number;
  shortcuts?: boolean;
  /** Whether the person declines browser prompts: all of them, or with `later` only those for access to sites. */
  declines?: boolean | 'later';
  /** Origins that the browser already allows Keepsake to read. */
  allowed?: readonly string[];
};

export type FakeBridge = Bridge & {
  /** Every call, in order: the name of a message or of a bridge function, with its input. */
  asked: readonly { name: string; input?: unknown }[];
  /** Sends the surface an event from the background, and holds back later lists of what changed. */
  tell: (event: AppEvent) => void;
  /** Holds back the responses to later messages of this name. */
  hold: (name: MessageName) => void;
  /** Sends the held responses and stops holding new ones. */
  release: (name: MessageName) => void;
};

export function createFakeBridge(options: FakeBridgeOptions): FakeBridge {
  const asked: { name: string; input?: unknown }[] = [];
  const listeners = new Set<(event: AppEvent) => void>();
  const canceling = new EventTarget();
  const answer = createFakeAsk(options, canceling);
  const holds = new Map<MessageName, PromiseWithResolvers<void>>();
  const hold = (name: MessageName) => {
    if (!holds.has(name)) holds.set(name, Promise.withResolvers());
  };
  options.held?.forEach(hold);
  let ids = 0;
  let searchedAt = Number.POSITIVE_INFINITY;
  return {
    abilities: { consent: true, shortcuts: true, bookmarks: true },
    asked,
    tell: (event) => {
      // Surfaces poll, and the scene's list would undo the change.
      if (event.event === 'batches.changed') hold('batches.list');
      if (event.event === 'outbox.changed' || event.event === 'outbox.removed') hold('outbox.list');
      for (const listener of listeners) listener(event);
    },
    ask: (name, input) => {
      asked.push({ name, input });
      if (slowNames.has(name)) searchedAt = Math.min(searchedAt, performance.now());
      const answered = answer(name, input);
      return holds.get(name)?.promise.then(() => answered) ?? answered;
    },
    hold,
    release: (name) => {
      holds.get(name)?.resolve();
      holds.delete(name);
    },
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    activeTab: async () => ({ id: 7, windowId: 1 }),
    onFrontPageChange: () => () => undefined,
    openSidePanel: async (windowId) => {
      asked.push({ name: 'openSidePanel', input: windowId });
    },
    ownWindowId: async () => 1,
    offerQuery: async (windowId, q) => {
      asked.push({ name: 'offerQuery', input: { windowId, q } });
    },
    requestOrigins: async (origins) => {
      asked.push({ name: 'requestOrigins', input: origins });
      return options.declines === undefined || options.declines === false;
    },
    requestServices: async (origins) => {
      asked.push({ name: 'requestServices', input: origins });
      return options.declines === undefined || options.declines === false;
    },
    borrowOrigins: async (origins) => {
      asked.push({ name: 'requestOrigins', input: origins });
      if (options.declines !== undefined && options.declines !== false) return null;
      return origins.filter((origin) => options.allowed?.includes(origin) !== true);
    },
    requestAccess: async (access) => {
      asked.push({ name: 'requestAccess', input: access });
      return options.declines !== true;
    },
    releaseAccess: async (access) => {
      asked.push({ name: 'releaseAccess', input: access });
    },
    openWelcome: async () => {
      asked.push({ name: 'openWelcome' });
    },
    openSettings: async (part) => {
      asked.push({ name: 'openSettings', input: part });
    },
    files: {
      put: async (content) => {
        asked.push({ name: 'files.put', input: await content.text() });
        return transferFile;
      },
      get: async () => new Blob([exportedFile]),
      remove: async (name) => {
        asked.push({ name: 'files.remove', input: name });
      },
      hold: async () => () => undefined,
      watch: (name, onBytes) => {
        asked.push({ name: 'files.watch', input: name });
        onBytes(1);
        return {
          cancel: () => {
            asked.push({ name: 'files.watch', input: 'cancel' });
            canceling.dispatchEvent(new Event('cancel'));
          },
          end: () => undefined,
        };
      },
      clear: async () => undefined,
      download: (_content, name) => {
        asked.push({ name: 'files.download', input: name });
      },
    },
    openShortcutSettings: async () => {
      asked.push({ name: 'openShortcutSettings' });
    },
    shortcuts: async () => (options.shortcuts === false ? [] : shortcuts),
    closeWindow: () => {
      asked.push({ name: 'closeWindow' });
    },
    version: '1.4.0',
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    now: () => galleryNow + (performance.now() - searchedAt > 100 ? (options.laterBy ?? 0) : 0),
  };
}

const slowNames: ReadonlySet<MessageName> = new Set([
  'search.run',
  'ask.ask',
  'profile.read',
  'documents.list',
]);

function createFakeAsk(
  { answers, nextAnswers = {}, canceledAnswers = {}, delayMs = 0 }: FakeBridgeOptions,
  canceling: EventTarget,
): Ask {
  const before = new Set<MessageName>();
  return (name, input) =>
    new Promise((resolve) => {
      const source = before.has(name) && name in nextAnswers ? nextAnswers : answers;
      before.add(name);
      const wish = messages['documents.list'].input.safeParse(input);
      const isListing = name === 'documents.list' && wish.success;
      const listed = isListing ? answers.documentsOf?.(wish.data) : undefined;
      const answer: unknown = listed ?? (name in source ? source[name] : errors.unanswered);
      const resultOf = (given: unknown) => {
        const failure = appErrorSchema.safeParse(given);
        return failure.success
          ? err(failure.data)
          : ok(schemasOf(messages, name).output.parse(given));
      };
      if (answer === 'never') {
        const onCancel = () => resolve(resultOf(canceledAnswers[name]));
        if (name in canceledAnswers) canceling.addEventListener('cancel', onCancel, { once: true });
      } else if (delayMs === 0) resolve(resultOf(answer));
      else setTimeout(() => resolve(resultOf(answer)), delayMs);
    });
}
