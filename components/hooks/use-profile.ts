import { useCallback, useReducer } from 'react';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { ProfileView } from '../../lib/contracts/recall.ts';
import { aboutAtFirst, type AboutPhase, aboutReducer } from './about-state.ts';
import { type Bridge, useBridge } from './bridge.ts';
import { mendsReading } from './reading-events.ts';
import type { Reading } from './reading-state.ts';
import { type ReadingHook, useReading } from './use-reading.ts';

export type AboutHook = {
  about: AboutPhase;
  askAbout: (q: string) => void;
  close: () => void;
};

/** What the memory knows of the person, as it was read last. */
export function useProfile(): ReadingHook<ProfileView> {
  return useReading(terms);
}

/** The profile's passages about something in particular. */
export function useProfileAbout(): AboutHook {
  const { ask, newId, now } = useBridge();
  const [about, dispatch] = useReducer(aboutReducer, aboutAtFirst);

  const start = useCallback(
    async (q: string) => {
      const askId = newId();
      dispatch({ type: 'asked', q, askId, now: now() });
      const answer = await ask('profile.about', { q });
      if (answer.ok) dispatch({ type: 'answered', askId, passages: answer.value.passages });
      else dispatch({ type: 'failed', askId, error: answer.error });
    },
    [ask, newId, now],
  );

  const askAbout = useCallback(
    (typed: string) => {
      const q = typed.trim();
      if (q === '') dispatch({ type: 'closed' });
      else void start(q);
    },
    [start],
  );
  const close = useCallback(() => dispatch({ type: 'closed' }), []);

  return { about, askAbout, close };
}

const terms = {
  ask: ({ ask }: Bridge, refresh: boolean) => ask('profile.read', { refresh }),
  askedAgainAfter: (event: AppEvent, reading: Reading<ProfileView>) =>
    event.event === 'profile.changed' || mendsReading(event, reading, 'profile')
      ? ('read' as const)
      : ('no' as const),
};
