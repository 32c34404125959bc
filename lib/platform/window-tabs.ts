/** The tabs of a window, listed while the person lets the browser name them. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { err, ok, type Result } from '../contracts/result.ts';
import { hasApi } from './abilities.ts';

export type WindowTab = {
  tabId: number;
  url: string;
  title: string;
  isActive: boolean;
  /** Nothing of its page is loaded. */
  isAsleep: boolean;
};

const tabSchema = z.object({
  id: z.int(),
  url: z.string(),
  title: z.optional(z.string()),
  active: z.boolean(),
  discarded: z.optional(z.boolean()),
  status: z.optional(z.string()),
});

/** Must be called in the person's click itself, before anything is awaited: browsers ask for that. */
export function requestTabs(): Promise<boolean> {
  return browser.permissions.request({ permissions: ['tabs'] });
}

export async function releaseTabs(): Promise<void> {
  await browser.permissions.remove({ permissions: ['tabs'] });
}

/** Gives the tabs in the order they stand in; fails where the permission to see them is not there. */
export async function tabsOfWindow(
  windowId: number,
): Promise<Result<WindowTab[], 'not-permitted'>> {
  if (!(await browser.permissions.contains({ permissions: ['tabs'] }))) return err('not-permitted');
  const tabs = await browser.tabs.query(hasApi('windows') ? { windowId } : {});
  return ok(
    tabs.flatMap((raw) => {
      const tab = z.safeParse(tabSchema, raw);
      if (!tab.success) return [];
      const { id, url, title, active, discarded, status } = tab.data;
      return {
        tabId: id,
        url,
        title: title ?? '',
        isActive: active,
        isAsleep: discarded === true || status === 'unloaded',
      };
    }),
  );
}
