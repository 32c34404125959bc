/** A bridge that answers from a scene instead of the background. */
import type { Bridge } from '../../components/hooks/bridge.ts';
import { type AppError, appErrorSchema } from '../../lib/contracts/errors.ts';
import { type MessageName, type MessageOutput, schemasOf } from '../../lib/contracts/messages.ts';
import { err, ok } from '../../lib/contracts/result.ts';
import type { Ask } from '../../lib/messaging/client.ts';
import { errors, galleryNow, shortcuts } from './fixtures.ts';

/** `never` leaves the question open; an error has a `code`. */
export type Answers = { [N in MessageName]?: MessageOutput<N> | AppError | 'never' };

export type FakeBridgeOptions = {
  answers: Answers;
  /** Once something was asked, the clock stands this much later, in milliseconds. */
  laterBy?: number;
  shortcuts?: boolean;
};

/** Makes the bridge of one scene. */
export function createFakeBridge(options: FakeBridgeOptions): Bridge {
  let ids = 0;
  const begun = performance.now();
  return {
    ask: createFakeAsk(options.answers),
    onEvent: () => () => undefined,
    activeTab: async () => ({ id: 7, windowId: 1 }),
    openSidePanel: async () => undefined,
    openWelcome: async () => undefined,
    shortcuts: async () => (options.shortcuts === false ? [] : shortcuts),
    closeWindow: () => undefined,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    now: () => galleryNow + (performance.now() - begun > 250 ? (options.laterBy ?? 0) : 0),
  };
}

function createFakeAsk(answers: Answers): Ask {
  return (name) =>
    new Promise((resolve) => {
      const answer: unknown = answers[name] ?? errors.unanswered;
      if (answer === 'never') return;
      const failure = appErrorSchema.safeParse(answer);
      if (failure.success) resolve(err(failure.data));
      else resolve(ok(schemasOf(name).output.parse(answer)));
    });
}
