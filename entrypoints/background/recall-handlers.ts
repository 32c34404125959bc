/** What the background answers about the memory itself. */
import type { recallMessages } from '../../lib/contracts/recall-messages.ts';
import { ok } from '../../lib/contracts/result.ts';
import { readPageAbout } from '../../lib/features/recall/page-about.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import { getTab } from '../../lib/platform/tabs.ts';
import type { Parts } from './parts.ts';

type RecallHandlers = Pick<Handlers, keyof typeof recallMessages>;

export function createRecallHandlers({
  recall,
  asking,
  profile,
  capturing,
}: Parts): RecallHandlers {
  const { history } = recall;
  const reading = { getTab, previews: capturing.previews };
  return {
    'recall.search': (query) => recall.search(query),
    'recall.cancel': async ({ searchId }) => {
      recall.cancel(searchId);
      return ok({});
    },
    'recall.about': ({ tabId, ...query }) =>
      recall.about({ ...query, readPage: () => readPageAbout(tabId, reading) }),
    'recall.more': (query) => recall.more(query),
    'recall.open': ({ hit }) => recall.open(hit),
    'history.read': async () => ok(await history.read()),
    'history.change': async (change) => ok(await history.change(change)),
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
