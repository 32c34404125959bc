/** Tells the scripts of ours inside a tab's page what to do. */
import { browser } from 'wxt/browser';
import type { PageCommand } from '../contracts/page-messages.ts';

/** Without a frame all of the tab's are told, and the first answer counts; undefined where no script is there. */
export async function commandPage(
  { tabId, frameId }: { tabId: number; frameId: number | null },
  command: PageCommand,
): Promise<unknown> {
  try {
    return await browser.tabs.sendMessage(tabId, command, frameId === null ? {} : { frameId });
  } catch {
    return undefined; // The tab is closed, or no script of ours runs in it: nobody to be told.
  }
}
