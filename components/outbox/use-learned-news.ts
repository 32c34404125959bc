import { useCallback, useEffect, useState } from 'react';
import { joined, noNews, withoutPage } from '../../lib/outbox/learned-news.ts';
import { useBridge } from '../app/bridge.ts';

/**
 * The pages that have become findable and that the person was not told of before, until they are put aside; one whose
 * save is there no longer is no news either.
 */
export function useLearnedNews() {
  const { ask, onEvent } = useBridge();
  const [news, setNews] = useState(noNews);

  useEffect(() => {
    const take = async () => {
      const taken = await ask('learned.take', {});
      if (taken.ok) setNews((before) => joined(before, taken.value));
    };
    const stop = onEvent((event) => {
      if (event.event === 'learned.news') void take();
      if (event.event === 'outbox.removed') setNews((before) => withoutPage(before, event.id));
    });
    void take();
    return stop;
  }, [ask, onEvent]);

  const forget = useCallback(() => setNews(noNews), []);
  return { news, forget };
}
