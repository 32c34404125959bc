import { browser } from 'wxt/browser';
import type { CaptureError } from '../contract/errors.ts';
import { ok, type Result } from '../contract/result.ts';
import { runInPage } from './tabs.ts';

const scriptFile = '/highlighter.js';
/** Firefox content scripts can't add style sheets to the page, so the browser inserts it. */
const styleFile = '/highlighter.css';
/** Registrations survive updates. Change the id if a file is renamed: older ids are removed. */
const scriptId = 'highlighter';

/** Removes every other registration. */
export async function registerHighlightScripts(patterns: readonly string[]): Promise<void> {
  const scripts = await browser.scripting.getRegisteredContentScripts();
  const matches = patterns.toSorted();
  const isWanted = ({ id }: { id: string }) => id === scriptId && matches.length > 0;
  const stale = scripts.filter((script) => !isWanted(script)).map(({ id }) => id);
  if (stale.length > 0) await browser.scripting.unregisterContentScripts({ ids: stale });
  if (matches.length === 0) return;
  const registered = scripts.find(({ id }) => id === scriptId);
  if (isSame(registered?.matches ?? [], matches)) return;
  const script = {
    id: scriptId,
    matches,
    js: [scriptFile],
    css: [styleFile],
    allFrames: true,
    // Must listen for keys before the page can; the script itself waits for the document.
    runAt: 'document_start' as const,
  };
  if (registered !== undefined) await browser.scripting.updateContentScripts([script]);
  else {
    await browser.scripting.registerContentScripts([{ ...script, persistAcrossSessions: true }]);
  }
}

/** In every readable frame. Fails like `runInPage`. */
export async function injectHighlightScript(tabId: number): Promise<Result<null, CaptureError>> {
  const ran = await runInPage(scriptFile, { tabId, frames: 'all' });
  if (!ran.ok) return ran;
  await insertStyle(tabId);
  return ok(null);
}

/** Safe to repeat: the browser ignores a sheet that is already inserted. */
async function insertStyle(tabId: number): Promise<void> {
  try {
    await browser.scripting.insertCSS({ target: { tabId, allFrames: true }, files: [styleFile] });
  } catch {
    // The tab has navigated since.
  }
}

/** Browsers only reveal tabs of allowed sites. */
export async function tabsAtSite(pattern: string): Promise<number[]> {
  const tabs = await browser.tabs.query({ url: pattern });
  return tabs.flatMap((tab) => tab.id ?? []);
}

function isSame(registered: readonly string[], matches: readonly string[]): boolean {
  const sorted = registered.toSorted();
  return sorted.length === matches.length && sorted.every((match, at) => match === matches[at]);
}
