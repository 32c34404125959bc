import { useEffect, useRef, useState } from 'react';
import { useBridge } from './bridge.ts';
import type { AboutPage } from './search-state.ts';

/**
 * The page in front, where the browser names it without more permission: after a click on the toolbar, or on a site that
 * was allowed. Null where it names none, undefined before it was asked. Nothing is asked of a service.
 */
export function useFrontPage(): AboutPage | null | undefined {
  const { ask, activeTab, onFrontPageChange } = useBridge();
  const [page, setPage] = useState<AboutPage | null>();
  const latestRef = useRef(0);

  useEffect(() => {
    const look = async () => {
      latestRef.current += 1;
      const mine = latestRef.current;
      const tab = await activeTab();
      const described = tab === null ? null : await ask('page.describe', { tabId: tab.id });
      // Another page came to the front meanwhile.
      if (mine !== latestRef.current) return;
      if (described?.ok !== true || described.value.obstacle !== null) return setPage(null);
      const { id, url, title } = described.value.tab;
      return setPage(/^https?:/.test(url) ? { tabId: id, title: title.trim() || url } : null);
    };
    const lookAgain = () => void look();
    const stop = onFrontPageChange(lookAgain);
    // A click on the toolbar lets the page be known, and tells nobody.
    addEventListener('focus', lookAgain);
    lookAgain();
    return () => {
      stop();
      removeEventListener('focus', lookAgain);
    };
  }, [ask, activeTab, onFrontPageChange]);

  return page;
}
