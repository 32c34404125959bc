import { browser } from 'wxt/browser';
import type { CaptureError } from '../contract/errors.ts';
import { type AsyncResult, ok } from '../contract/result.ts';
import { runInPage } from './tabs.ts';

const scriptFile = '/highlighter.js';
/** Inserted by the browser, because Firefox content scripts can't add style sheets to the page. */
const styleFile = '/highlighter.css';
/** Registrations survive updates. If a file is renamed, change the id, so that the old registration is removed. */
const scriptId = 'highlighter';

/**
 * Registers the highlighter for these patterns and removes every other registration. Returns the patterns for which it
 * wasn't registered before.
 */
export async function registerHighlightScripts(
  patterns: readonly string[],
): Promise<readonly string[]> {
  const scripts = await browser.scripting.getRegisteredContentScripts();
  const matches = patterns.toSorted();
  const isWanted = ({ id }: { id: string }) => id === scriptId && matches.length > 0;
  const stale = scripts.filter((script) => !isWanted(script)).map(({ id }) => id);
  if (stale.length > 0) await browser.scripting.unregisterContentScripts({ ids: stale });
  if (matches.length === 0) return [];
  const registered = scripts.find(({ id }) => id === scriptId);
  if (registered?.matches?.toSorted().join() === matches.join()) return [];
  const script = {
    id: scriptId,
    matches,
    js: [scriptFile],
    css: [styleFile],
    allFrames: true,
    // The script must listen for keys before the page does. It then waits until the document is parsed.
    runAt: 'document_start' as const,
  };
  if (registered !== undefined) await browser.scripting.updateContentScripts([script]);
  else {
    await browser.scripting.registerContentScripts([{ ...script, persistAcrossSessions: true }]);
  }
  return matches.filter((pattern) => registered?.matches?.includes(pattern) !== true);
}

/** Runs the highlighter in every readable frame. Fails like `runInPage`. */
export async function injectHighlightScript(tabId: number): AsyncResult<null, CaptureError> {
  const ran = await runInPage(scriptFile, { tabId, frames: 'all' });
  if (!ran.ok) return ran;
  // Safe to repeat: the browser ignores a sheet that is already inserted. Rejects if the tab has navigated meanwhile.
  const target = { tabId, allFrames: true };
  await browser.scripting.insertCSS({ target, files: [styleFile] }).catch(() => undefined);
  return ok(null);
}

/** Returns the matching tabs. Browsers reveal only tabs of allowed sites. */
export async function tabsAtSite(pattern: string): Promise<number[]> {
  const tabs = await browser.tabs.query({ url: pattern });
  return tabs.flatMap((tab) => tab.id ?? []);
}
