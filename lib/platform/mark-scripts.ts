/** Where the script that draws marks runs: by itself at the sites the person allowed, and elsewhere at their click. */
import { browser } from 'wxt/browser';
import type { CaptureError } from '../contracts/errors.ts';
import { ok, type Result } from '../contracts/result.ts';
import { runInPage } from './tabs.ts';

const file = '/marks.js';
/** Colours of the marks: Firefox lets no script of an extension bring a style sheet into a page. */
const colours = '/marks.css';
const id = 'marks';

/** Has the browser run the script in every page of these sites that is opened from now on, and in no other. */
export async function registerMarks(patterns: readonly string[]): Promise<void> {
  const [registered] = await browser.scripting.getRegisteredContentScripts({ ids: [id] });
  const matches = patterns.toSorted();
  if (matches.length === 0) {
    if (registered !== undefined) await browser.scripting.unregisterContentScripts({ ids: [id] });
    return;
  }
  if (isSame(registered?.matches ?? [], matches)) return;
  const script = {
    id,
    matches,
    js: [file],
    css: [colours],
    allFrames: true,
    // The script waits for the document itself; it is there before the page can listen to what is typed.
    runAt: 'document_start' as const,
  };
  if (registered !== undefined) await browser.scripting.updateContentScripts([script]);
  else {
    await browser.scripting.registerContentScripts([{ ...script, persistAcrossSessions: true }]);
  }
}

/** Runs it in a tab now, in every frame that may be read. Fails like `runInPage`. */
export async function injectMarks(tabId: number): Promise<Result<null, CaptureError>> {
  const ran = await runInPage(file, { tabId, frames: 'all' });
  if (!ran.ok) return ran;
  await colourMarks(tabId);
  return ok(null);
}

/** A second time adds nothing: the browser keeps one of the same origin and file. */
async function colourMarks(tabId: number): Promise<void> {
  try {
    await browser.scripting.insertCSS({ target: { tabId, allFrames: true }, files: [colours] });
  } catch {
    // The tab went elsewhere meanwhile, and the script with it.
  }
}

/** Ids of the open tabs of a site, as far as the browser tells them apart: only while the site is allowed. */
export async function tabsAtSite(pattern: string): Promise<number[]> {
  const tabs = await browser.tabs.query({ url: pattern });
  return tabs.flatMap((tab) => tab.id ?? []);
}

function isSame(registered: readonly string[], matches: readonly string[]): boolean {
  const sorted = registered.toSorted();
  return sorted.length === matches.length && sorted.every((match, at) => match === matches[at]);
}
