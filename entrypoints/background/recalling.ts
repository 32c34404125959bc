/** Builds the parts that search, ask, and read the profile and the rules. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import { type CallWait, profileViewSchema, rulesViewSchema } from '../../lib/contracts/recall.ts';
import { createAsking } from '../../lib/features/recall/ask.ts';
import { createHistory } from '../../lib/features/recall/history.ts';
import { createProfile } from '../../lib/features/recall/profile.ts';
import { createRecall } from '../../lib/features/recall/recall.ts';
import type { HighlightStore } from '../../lib/platform/highlight-store.ts';
import type { OutboxStore } from '../../lib/platform/outbox-store.ts';
import { createSearchHistoryStore } from '../../lib/platform/search-history-store.ts';
import { createSessionReads } from '../../lib/platform/session-reads.ts';
import type { SettingsStore } from '../../lib/platform/settings-store.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import { openTab } from '../../lib/platform/tabs.ts';
import type { Connecting } from './connecting.ts';

export function createRecalling({
  settings,
  store,
  highlights,
  connecting,
  announce,
  report,
}: {
  settings: SettingsStore;
  store: OutboxStore;
  highlights: HighlightStore;
  connecting: Connecting;
  announce: (event: AppEvent) => void;
  report: (cause: unknown) => void;
}) {
  const { clients } = connecting;
  const calling = {
    client: async () => clients.byId((await settings.read()).activeId ?? ''),
    findHighlight: (note: { memoryId: string | null; text: string }) => highlights.find(note),
    waiting: (callId: string, wait: CallWait | null) =>
      announce({ event: 'call.waiting', callId, wait }),
    now: Date.now,
  };
  const asking = createAsking({ ...calling, sleep });
  const recall = createRecall({
    ...calling,
    countLearning: async () => store.countLearning((await settings.read()).activeId ?? ''),
    openTab,
  });
  const history = createHistory({
    store: createSearchHistoryStore(() => report(new Error('search-history.corrupt'))),
    changed: (now) => announce({ event: 'history.changed', history: now }),
    now: Date.now,
  });
  const profile = createProfile({
    reader: async () => {
      const connectionId = (await settings.read()).activeId ?? '';
      const credentialId = await connecting.credentialOf(connectionId);
      const client = await clients.byId(connectionId);
      return client === null ? null : { connectionId, credentialId, client };
    },
    credentialOf: connecting.credentialOf,
    profiles: createSessionReads('profile', profileViewSchema),
    rules: createSessionReads('rules', rulesViewSchema),
    report,
    now: Date.now,
  });

  /** To be called when something came into a home's Memories or went out of them from here, or they were renamed. */
  async function memoriesChanged(connectionId: string): Promise<void> {
    await profile.forget(connectionId);
    announce({ event: 'profile.changed' });
  }

  return { asking, recall: { ...recall, history }, profile, memoriesChanged };
}
