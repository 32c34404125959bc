/** Runs the highlighter in pages: automatically at allowed sites, elsewhere when the person clicks. */
import { browser } from 'wxt/browser';
import type { CaptureError } from '../contract/errors.ts';
import { ok, type Result } from '../contract/result.ts';
import { runInPage } from './tabs.ts';

const scriptFile = '/highlighter.js';
/** Firefox doesn't let content scripts add style sheets to the page, so the browser inserts the colours. */
const styleFile = '/highlighter.css';
/** Registrations survive updates. Change the id whenever a file is renamed: older ids are removed at the next start. */
const scriptId = 'highlighter';

/** Registers the highlighter for pages opened at these sites, and removes every other registration. */
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
    // Must listen for keys before the page can. The script itself waits for the document.
    runAt: 'document_start' as const,
  };
  if (registered !== undefined) await browser.scripting.updateContentScripts([script]);
  else {
    await browser.scripting.registerContentScripts([{ ...script, persistAcrossSessions: true }]);
  }
}

/** Runs the highlighter in every readable frame of a tab. Fails like `runInPage`. */
export async function injectHighlightScript(tabId: number): Promise<Result<null, CaptureError>> {
  const ran = await runInPage(scriptFile, { tabId, frames: 'all' });
  if (!ran.ok) return ran;
  await insertStyle(tabId);
  return ok(null);
}

/** Safe to repeat: the browser ignores a style sheet that is already inserted. */
async function insertStyle(tabId: number): Promise<void> {
  try {
    await browser.scripting.insertCSS({ target: { tabId, allFrames: true }, files: [styleFile] });
  } catch {
    // The tab navigated away in the meantime.
  }
}

/** Lists the ids of open tabs at a site. Browsers reveal them only while the site is allowed. */
export async function tabsAtSite(pattern: string): Promise<number[]> {
  const tabs = await browser.tabs.query({ url: pattern });
  return tabs.flatMap((tab) => tab.id ?? []);
}

function isSame(registered: readonly string[], matches: readonly string[]): boolean {
  const sorted = registered.toSorted();
  return sorted.length === matches.length && sorted.every((match, at) => match === matches[at]);
}
