/** What the background answers about the memory itself. */
import type { recallMessages } from '../../lib/contracts/recall-messages.ts';
import { ok } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type RecallHandlers = Pick<Handlers, keyof typeof recallMessages>;

export function createRecallHandlers({ recall, asking, profile }: Parts): RecallHandlers {
  return {
    'recall.search': (query) => recall.search(query),
    'recall.cancel': async ({ searchId }) => {
      recall.cancel(searchId);
      return ok({});
    },
    'recall.open': ({ hit }) => recall.open(hit),
    'ask.ask': (question) => asking.ask(question),
    'ask.cancel': async ({ askId }) => {
      asking.cancel(askId);
      return ok({});
    },
    'profile.read': (wish) => profile.readProfile(wish),
    'profile.about': ({ q }) => profile.about(q),
    'rules.read': (wish) => profile.readRules(wish),
  };
}
