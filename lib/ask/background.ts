import { sleep } from '../async/sleep.ts';
import type { AppEvent } from '../messaging/messages.ts';
import { acknowledged, type Handlers } from '../messaging/router.ts';
import { type AskPorts, createQuestions } from './ask.ts';
import type { askMessages } from './messages.ts';

export type AskModuleOptions = Pick<AskPorts, 'client' | 'findHighlight'> & {
  announce: (event: AppEvent) => void;
};

export function createAskModule({ client, findHighlight, announce }: AskModuleOptions) {
  const asking = createQuestions({
    client,
    findHighlight,
    told: (askId, text) => announce({ event: 'ask.text', askId, text }),
    waiting: (callId, wait) => announce({ event: 'call.waiting', callId, wait }),
    sleep,
    now: Date.now,
  });

  const handlers: Pick<Handlers, keyof typeof askMessages> = {
    'ask.ask': asking.ask,
    'ask.cancel': acknowledged(({ askId }) => asking.cancel(askId)),
  };

  return { handlers };
}
