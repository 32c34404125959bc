/** What the background answers about the memory itself. It stays awake for calls that may take their time. */
import type { recallMessages } from '../../lib/contracts/recall-messages.ts';
import { ok } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import { stayAwake } from '../../lib/platform/wake.ts';
import type { Parts } from './parts.ts';

type RecallHandlers = Pick<Handlers, keyof typeof recallMessages>;

export function createRecallHandlers({ recall, asking, profile }: Parts): RecallHandlers {
  return {
    'recall.search': (query) => stayAwake(recall.search(query)),
    'recall.cancel': async ({ searchId }) => {
      recall.cancel(searchId);
      return ok({});
    },
    'recall.open': ({ hit }) => recall.open(hit),
    'ask.ask': (question) => stayAwake(asking.ask(question)),
    'ask.cancel': async ({ askId }) => {
      asking.cancel(askId);
      return ok({});
    },
    'profile.read': (wish) => stayAwake(profile.readProfile(wish)),
    'profile.about': ({ q }) => stayAwake(profile.about(q)),
    'rules.read': (wish) => stayAwake(profile.readRules(wish)),
  };
}
