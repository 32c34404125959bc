import { useCallback, useEffect, useState } from 'react';
import type { LearnedNews } from '../../lib/contracts/outbox.ts';
import { useBridge } from './bridge.ts';

const none: LearnedNews = { count: 0, latest: null };

/** The pages that have become findable and that the person was not told of before, until they are put aside. */
export function useLearnedNews() {
  const { ask, onEvent } = useBridge();
  const [news, setNews] = useState(none);

  useEffect(() => {
    const take = async () => {
      const taken = await ask('learned.take', {});
      if (!taken.ok || taken.value.count === 0) return;
      const { count, latest } = taken.value;
      setNews((before) => ({ count: before.count + count, latest: latest ?? before.latest }));
    };
    const stop = onEvent(({ event }) => {
      if (event === 'learned.news') void take();
    });
    void take();
    return stop;
  }, [ask, onEvent]);

  const forget = useCallback(() => setNews(none), []);
  return { news, forget };
}
