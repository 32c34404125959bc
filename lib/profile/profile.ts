import type { ProfileView, RulesView, ShownProfileItem } from './model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import type { ProfileItem } from '../memory-client/client.ts';
import { createSessionCache, type SessionCacheStore, type ReaderPorts } from './session-cache.ts';
import { noConnection } from '../connections/model.ts';

export type ProfilePorts = ReaderPorts & {
  profiles: SessionCacheStore<ProfileView>;
  rules: SessionCacheStore<RulesView>;
  /** Finds the highlight that a note was saved from, by the note's id or its text. */
  findHighlight: (note: { memoryId: string | null; text: string }) => Promise<object | null>;
  now: () => number;
};

/** Maximum number of facts shown; more would freeze the panel. */
const mostFacts = 500;
const mostRules = 500;

export function createProfile({ profiles, rules, findHighlight, now, ...reading }: ProfilePorts) {
  const profileCache = createSessionCache<ProfileView>({
    ...reading,
    store: profiles,
    ask: async (client) => {
      const answer = await client.profile();
      if (!answer.ok) return answer;
      const { static: standing, dynamic: current } = answer.value;
      const deletable = standing
        .slice(0, mostFacts)
        .map((fact) => ({ ...shown(fact), id: fact.id }));
      return ok({ standing: deletable, current: facts(await written(current)), readAt: now() });
    },
  });
  const rulesCache = createSessionCache<RulesView>({
    ...reading,
    store: rules,
    ask: async (client) => {
      const answer = await client.rules();
      return answer.ok
        ? ok({ rules: answer.value.slice(0, mostRules).map(({ text }) => text), readAt: now() })
        : answer;
    },
  });

  /** Leaves out highlights, which are the words of a page. */
  async function written(notes: readonly ProfileItem[]): Promise<ProfileItem[]> {
    const found = await Promise.all(
      notes
        .slice(0, mostFacts)
        .map(({ id: memoryId = null, text }) => findHighlight({ memoryId, text })),
    );
    return notes.filter((_note, index) => found[index] === null);
  }

  /** Returns passages about a query. They aren't cached. */
  async function about(q: string): AsyncResult<{ passages: ShownProfileItem[] }> {
    const by = await reading.reader();
    if (by === null) return err(noConnection);
    const answer = await by.client.profile({ q });
    return answer.ok ? ok({ passages: facts(answer.value.results) }) : answer;
  }

  async function tidy(connectionId: string): Promise<void> {
    await Promise.all([profileCache.tidy(connectionId), rulesCache.tidy(connectionId)]);
  }

  async function forget(connectionId: string): Promise<void> {
    await Promise.all([profileCache.forget(connectionId), rulesCache.forget(connectionId)]);
  }

  return { readProfile: profileCache.read, readRules: rulesCache.read, about, tidy, forget };
}

function facts(items: readonly ProfileItem[]): ShownProfileItem[] {
  return items.slice(0, mostFacts).map(shown);
}

function shown({ text, containerName, savedAt }: ProfileItem): ShownProfileItem {
  return { text, memory: containerName ?? null, savedAt: savedAt ?? null };
}
