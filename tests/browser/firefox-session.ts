import * as z from 'zod/mini';

import type { FirefoxServices, FirefoxTabBrowser } from './firefox-internals.ts';
import type { Marionette } from './marionette.ts';
import { pollUntil } from './poll-until.ts';

declare const Services: FirefoxServices;
declare const gBrowser: FirefoxTabBrowser;

/** Timeout for steps such as loading a page, which can be slow on a busy machine. */
export const PATIENCE_MS = 30_000;

/** The property that holds an element's id in WebDriver messages (W3C WebDriver, web element identifier). */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

const textSchema = z.object({ value: z.string() });
const elementSchema = z.object({ value: z.object({ [ELEMENT_KEY]: z.string() }) });
const returnedSchema = z.object({ value: z.unknown() });
const handlesSchema = z.array(z.string());

/** A function that runs in the browser and can use only its arguments. */
export type BrowserFunction<Args extends readonly unknown[], Result> = (
  ...args: Args
) => Result | Promise<Result>;

/** Runs a function in the current tab. The type of its result isn't checked. */
export async function runInTab<Args extends readonly unknown[], Result>(
  marionette: Marionette,
  script: BrowserFunction<Args, Result>,
  ...args: Args
): Promise<Result> {
  const answer = await marionette.send('WebDriver:ExecuteScript', {
    script: `return (${script.toString()})(...arguments)`,
    args,
  });
  return z.object({ value: z.custom<Result>() }).parse(answer).value;
}

/** Runs a function with the browser's own privileges in its window. */
export async function runInBrowser<Args extends readonly unknown[], Result>(
  marionette: Marionette,
  script: BrowserFunction<Args, Result>,
  ...args: Args
): Promise<Result> {
  return inBrowserContext(marionette, () => runInTab(marionette, script, ...args));
}

/** Opens a URL, including an extension's, in a new tab and switches to it. */
export async function openTab(marionette: Marionette, url: string): Promise<string> {
  return followTab(marionette, () =>
    runInBrowser(
      marionette,
      (target) => {
        // Only the system principal can open an extension's page from outside.
        const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
        gBrowser.selectedTab = gBrowser.addTab(target, { triggeringPrincipal });
      },
      url,
    ),
  );
}

/** Runs an action that opens a foreground tab, switches to that tab and returns its handle. */
export async function followTab(
  marionette: Marionette,
  openIt: () => Promise<unknown>,
): Promise<string> {
  const before = await tabHandles(marionette);
  await openIt();
  const handle = await pollUntil(
    'the tab to open',
    async () => (await tabHandles(marionette)).find((known) => !before.includes(known)),
    PATIENCE_MS,
  );
  await marionette.send('WebDriver:SwitchToWindow', { handle });
  // Check from the window: a script in a tab is lost if the tab switches processes.
  await pollUntil(
    'the page to load',
    async () => ((await runInBrowser(marionette, hasSelectedTabLoaded)) ? true : undefined),
    PATIENCE_MS,
  );
  return handle;
}

/** Closes every tab except the current one. */
export function closeOtherTabs(marionette: Marionette): Promise<void> {
  return runInBrowser(marionette, () =>
    gBrowser.removeAllTabsBut(gBrowser.selectedTab, { skipWarnAboutClosingTabs: true }),
  );
}

/** Returns the address of the current tab. */
export function frontAddress(marionette: Marionette): Promise<string> {
  return runInBrowser(marionette, () => gBrowser.selectedBrowser.currentURI.spec);
}

/**
 * Waits for an element by CSS selector, or by XPath if the selector starts with `//`; returns its
 * WebDriver id.
 */
export async function findElement(marionette: Marionette, selector: string): Promise<string> {
  const answer = await marionette.send('WebDriver:FindElement', {
    using: selector.startsWith('//') ? 'xpath' : 'css selector',
    value: selector,
  });
  return elementSchema.parse(answer).value[ELEMENT_KEY];
}

/**
 * Runs a function on an element of the current tab; returns the element's WebDriver id and the
 * result.
 */
async function runOnElement(
  marionette: Marionette,
  selector: string,
  script: (element: HTMLElement) => unknown,
): Promise<{ id: string; value: unknown }> {
  const id = await findElement(marionette, selector);
  const answer = await marionette.send('WebDriver:ExecuteScript', {
    script: `return (${script.toString()})(...arguments)`,
    args: [{ [ELEMENT_KEY]: id }],
  });
  return { id, value: returnedSchema.parse(answer).value };
}

/**
 * Scrolls an element to the middle, clear of anything at the page's edges; returns its WebDriver
 * id.
 */
async function bringIntoView(marionette: Marionette, selector: string): Promise<string> {
  const { id } = await runOnElement(marionette, selector, (element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  return id;
}

/** Replaces the text of a field once the field can take focus, which requires layout. */
export async function fill(marionette: Marionette, selector: string, text: string): Promise<void> {
  const check = async () => {
    const { id, value: hasFocus } = await runOnElement(marionette, selector, (field) => {
      field.focus();
      if (field instanceof HTMLInputElement) field.select();
      return document.activeElement === field && field.checkVisibility();
    });
    return hasFocus === true ? id : undefined;
  };
  const id = await pollUntil(`${selector} to take the focus`, check, PATIENCE_MS);
  await marionette.send('WebDriver:ElementSendKeys', { id, text });
}

/**
 * Clicks the middle of an element once it's enabled and nothing covers it: an earlier click may still be changing the
 * page.
 */
export async function click(marionette: Marionette, selector: string): Promise<void> {
  const check = async () => {
    const id = await bringIntoView(marionette, selector);
    const isEnabled = await marionette.send('WebDriver:IsElementEnabled', { id });
    if (returnedSchema.parse(isEnabled).value !== true) return;
    try {
      await marionette.send('WebDriver:ElementClick', { id });
      return true;
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('element click intercepted')) return;
      throw error;
    }
  };
  await pollUntil(`${selector} to take a click`, check, PATIENCE_MS);
}

/** Right-clicks the middle of an element. */
export async function rightClick(marionette: Marionette, selector: string): Promise<void> {
  const id = await bringIntoView(marionette, selector);
  const origin = { [ELEMENT_KEY]: id };
  const actions = [
    { type: 'pointerMove', x: 0, y: 0, origin },
    { type: 'pointerDown', button: 2 },
    { type: 'pointerUp', button: 2 },
  ];
  await marionette.send('WebDriver:PerformActions', {
    actions: [{ type: 'pointer', id: 'mouse', actions }],
  });
}

/** Returns a PNG of the current tab, or of the browser's whole window. */
export async function takeScreenshot(
  marionette: Marionette,
  of: 'tab' | 'window' = 'tab',
): Promise<Buffer> {
  const take = async () =>
    Buffer.from(
      textSchema.parse(await marionette.send('WebDriver:TakeScreenshot', { full: false })).value,
      'base64',
    );
  return of === 'tab' ? take() : inBrowserContext(marionette, take);
}

function hasSelectedTabLoaded(): boolean {
  const { contentPrincipal, currentURI, webProgress } = gBrowser.selectedBrowser;
  // Firefox's PDF viewer still counts as loading while it asks for a file's password.
  const isViewer = contentPrincipal.originNoSuffix === 'resource://pdf.js';
  return currentURI.spec !== 'about:blank' && (isViewer || !webProgress.isLoadingDocument);
}

async function inBrowserContext<T>(marionette: Marionette, use: () => Promise<T>): Promise<T> {
  await marionette.send('Marionette:SetContext', { value: 'chrome' });
  try {
    return await use();
  } finally {
    await marionette.send('Marionette:SetContext', { value: 'content' });
  }
}

async function tabHandles(marionette: Marionette): Promise<string[]> {
  return handlesSchema.parse(await marionette.send('WebDriver:GetWindowHandles'));
}
