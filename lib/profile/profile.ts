/** The person's profile and rules, as the service tells them. */
import type { AppError } from '../contract/errors.ts';
import type { ProfileView, RulesView, ShownProfileItem } from './model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { ProfileItem } from '../memory-client/client.ts';
import { createSessionCache, type SessionCacheStore, type ReaderPorts } from './session-cache.ts';
import { noConnection } from '../connections/model.ts';

export type ProfilePorts = ReaderPorts & {
  profiles: SessionCacheStore<ProfileView>;
  rules: SessionCacheStore<RulesView>;
  now: () => number;
};

/** More than a person reads; a service that sends more would bring the panel to a halt. */
const mostFacts = 500;
const mostRules = 500;

/** Makes the use cases; a background makes them once, so that those who ask at once share a request. */
export function createProfile({ profiles, rules, now, ...reading }: ProfilePorts) {
  const keptProfile = createSessionCache<ProfileView>({
    ...reading,
    store: profiles,
    ask: async (client) => {
      const answer = await client.profile();
      if (!answer.ok) return answer;
      const { static: standing, dynamic: current } = answer.value;
      return ok({ standing: facts(standing), current: facts(current), readAt: now() });
    },
  });
  const keptRules = createSessionCache<RulesView>({
    ...reading,
    store: rules,
    ask: async (client) => {
      const answer = await client.rules();
      return answer.ok
        ? ok({ rules: answer.value.slice(0, mostRules).map(({ text }) => text), readAt: now() })
        : answer;
    },
  });

  /** Gives the passages about `q`, which are kept nowhere. */
  async function about(q: string): Promise<Result<{ passages: ShownProfileItem[] }, AppError>> {
    const by = await reading.reader();
    if (by === null) return err(noConnection);
    const answer = await by.client.profile({ q });
    return answer.ok ? ok({ passages: facts(answer.value.results) }) : answer;
  }

  /** To be called when something of a connection changed. */
  async function tidy(connectionId: string): Promise<void> {
    await Promise.all([keptProfile.tidy(connectionId), keptRules.tidy(connectionId)]);
  }

  /** To be called when what is in a connection's Memories, or its rules, changed from here. */
  async function forget(connectionId: string): Promise<void> {
    await Promise.all([keptProfile.forget(connectionId), keptRules.forget(connectionId)]);
  }

  return { readProfile: keptProfile.read, readRules: keptRules.read, about, tidy, forget };
}

function facts(items: readonly ProfileItem[]): ShownProfileItem[] {
  return items.slice(0, mostFacts).map(shown);
}

function shown({ text, containerName, savedAt }: ProfileItem): ShownProfileItem {
  return { text, memory: containerName ?? null, savedAt: savedAt ?? null };
}
