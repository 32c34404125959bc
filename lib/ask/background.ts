import { sleep } from '../async/sleep.ts';
import { ok } from '../contract/result.ts';
import type { AppEvent } from '../messaging/messages.ts';
import type { Handlers } from '../messaging/router.ts';
import { type AskPorts, createQuestions } from './ask.ts';
import type { askMessages } from './messages.ts';

export type AskModuleOptions = Pick<AskPorts, 'client' | 'findHighlight'> & {
  announce: (event: AppEvent) => void;
};

type AskHandlers = Pick<Handlers, keyof typeof askMessages>;

export function createAskModule({ client, findHighlight, announce }: AskModuleOptions) {
  const asking = createQuestions({
    client,
    findHighlight,
    waiting: (callId, wait) => announce({ event: 'call.waiting', callId, wait }),
    sleep,
    now: Date.now,
  });

  const handlers: AskHandlers = {
    'ask.ask': (question) => asking.ask(question),
    'ask.cancel': async ({ askId }) => {
      asking.cancel(askId);
      return ok({});
    },
  };

  return { handlers };
}
