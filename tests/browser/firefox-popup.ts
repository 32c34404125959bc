import * as z from 'zod/mini';

import type {
  FirefoxBrowserElement,
  FirefoxExtensions,
  FirefoxMessageListener,
  FirefoxModules,
} from './firefox-internals.ts';
import { PATIENCE_MS, runInBrowser, type BrowserFunction } from './firefox-session.ts';
import type { Marionette } from './marionette.ts';
import { pollUntil } from './poll-until.ts';

declare const ChromeUtils: FirefoxModules;
declare const WebExtensionPolicy: FirefoxExtensions;

/**
 * The real popup over the current tab, with `activeTab` for that tab. Marionette reaches only tabs, so the functions
 * here reach the popup through the browser's own window.
 */
export interface FirefoxPopup {
  /** Runs a function in the popup's page. */
  run<Args extends readonly unknown[], Result>(
    script: BrowserFunction<Args, Result>,
    ...args: Args
  ): Promise<Result>;
  /** Waits for an enabled element (CSS, or XPath that starts with `//`), and clicks it as a person does. */
  click(selector: string): Promise<void>;
  /** Waits for a field (CSS), and replaces its text with the words. */
  fill(selector: string, words: string): Promise<void>;
  /** Submits the form around a field, like Enter in the field. */
  submit(selector: string): Promise<void>;
  /** Returns a PNG of the popup at its own size. */
  screenshot(): Promise<Buffer>;
  isOpen(): Promise<boolean>;
  close(): Promise<void>;
}

/** Surfaces that Firefox shows in the browser window's UI, not in a tab. */
type Surface = 'popup' | 'sidebar';

/** Clicks the extension's toolbar button and waits for its popup. */
export async function openFirefoxPopup(
  marionette: Marionette,
  extensionId: string,
): Promise<FirefoxPopup> {
  await runInBrowser(marionette, triggerAction, extensionId);
  const isOpen = () => runInBrowser(marionette, isPopupOpen);
  await pollUntil(
    'the popup to open',
    async () => ((await isOpen()) ? true : undefined),
    PATIENCE_MS,
  );

  const run: FirefoxPopup['run'] = (script, ...args) =>
    runInSurface(marionette, 'popup', script, ...args);
  const act = (selector: string, action: string) =>
    pollUntil(
      selector,
      async () => {
        const answer = await runInBrowser(marionette, evaluate, 'popup', gesture(selector, action));
        return answer === 'true' ? true : undefined;
      },
      PATIENCE_MS,
    );
  return {
    run,
    async click(selector) {
      await act(selector, 'element.click();');
    },
    async fill(selector, words) {
      // Setting the value from outside the page bypasses React's value tracker, so React sees the event as a change.
      const typed = `element.value = ${JSON.stringify(words)};`;
      const told = `element.dispatchEvent(new content.Event('input', { bubbles: true }));`;
      await act(selector, typed + told);
    },
    async submit(selector) {
      await act(selector, 'element.form.requestSubmit();');
    },
    async screenshot() {
      const dataUrl = await runInBrowser(marionette, drawPopup);
      return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
    },
    isOpen,
    async close() {
      await run(() => {
        // Close with a delay: a closed window can't send its response.
        setTimeout(() => window.close());
      });
      await pollUntil('the popup to close', async () => ((await isOpen()) ? undefined : true));
    },
  };
}

/** Runs a function in the page of the popup or the sidebar. */
export async function runInSurface<Args extends readonly unknown[], Result>(
  marionette: Marionette,
  surface: Surface,
  script: BrowserFunction<Args, Result>,
  ...args: Args
): Promise<Result> {
  const call = `(${script.toString()})(...${JSON.stringify(args)})`;
  const report = await runInBrowser(marionette, evaluate, surface, frameScript(call));
  const outcome = z
    .union([z.object({ error: z.string() }), z.object({ value: z.custom<Result>() })])
    .parse(JSON.parse(report));
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.value;
}

/** Returns a script that makes the call in a sandbox over the page, whose own policy forbids eval. */
function frameScript(call: string): string {
  const program = `(async () => ${call})().then(
    (value) => report(JSON.stringify({ value: value ?? null })),
    (error) => report(JSON.stringify({ error: String(error) })),
  )`;
  return `{
    const sandbox = Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
    const report = (json) => sendAsyncMessage('keepsake-test:report', json);
    Cu.exportFunction(report, sandbox, { defineAs: 'report' });
    Cu.evalInSandbox(${JSON.stringify(program)}, sandbox);
  }`;
}

/** Returns a script that performs the action on an element as a user gesture. */
function gesture(selector: string, action: string): string {
  return `{
    const element = (${findInPage.toString()})(content.document, ${JSON.stringify(selector)});
    const gesture = content.windowUtils.setHandlingUserInput(true);
    const isReady = element !== null && element.disabled !== true;
    try { if (isReady) { ${action} } } finally { gesture.destruct(); }
    sendAsyncMessage('keepsake-test:report', JSON.stringify(isReady));
  }`;
}

function findInPage(page: Document, selector: string): Node | null {
  if (!selector.startsWith('//')) return page.querySelector(selector);
  const firstInOrder = 9; // XPathResult isn't available in a frame script
  return page.evaluate(selector, page, null, firstInOrder, null).singleNodeValue;
}

// The functions below run in the browser's window and can't use anything from this file.

function triggerAction(extensionId: string): void {
  const { ExtensionParent } = ChromeUtils.importESModule(
    'resource://gre/modules/ExtensionParent.sys.mjs',
  );
  const { extension } = WebExtensionPolicy.getByID(extensionId);
  const action = ExtensionParent.apiManager.global.browserActionFor(extension);
  void action.triggerAction(window);
}

function isPopupOpen(): boolean {
  const popup = document.querySelector<FirefoxBrowserElement>(
    'browser.webextension-popup-browser:not(.webextension-preload-browser)',
  );
  return popup !== null && popup.clientWidth > 1 && popup.currentURI.spec !== 'about:blank';
}

function evaluate(surface: Surface, source: string): Promise<string> {
  const sidebar = document.querySelector<HTMLIFrameElement>('#sidebar')?.contentDocument;
  const page =
    surface === 'popup'
      ? document.querySelector<FirefoxBrowserElement>('browser.webextension-popup-browser')
      : sidebar?.querySelector<FirefoxBrowserElement>('#webext-panels-browser');
  if (!page) return Promise.resolve(`{"error":"The ${surface} is not open."}`);
  return new Promise((resolve) => {
    const listen: FirefoxMessageListener = ({ data }) => {
      page.messageManager.removeMessageListener('keepsake-test:report', listen);
      resolve(data);
    };
    page.messageManager.addMessageListener('keepsake-test:report', listen);
    page.messageManager.loadFrameScript(`data:,${encodeURIComponent(source)}`, false);
  });
}

async function drawPopup(): Promise<string> {
  const popup = document.querySelector<FirefoxBrowserElement>('browser.webextension-popup-browser');
  if (!popup) throw new Error('The popup is not open.');
  const image = await popup.browsingContext.currentWindowGlobal.drawSnapshot(null, 1, 'white');
  const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
  if (!(canvas instanceof HTMLCanvasElement)) throw new TypeError('This window has no canvas.');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL();
}
