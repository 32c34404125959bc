import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** A running Chromium with the extension in it: what every gesture below needs to know. */
export interface ChromiumSession {
  readonly context: BrowserContext;
  /** A DevTools session with the browser itself; Playwright's own sessions reach only pages. */
  readonly browserCdp: CDPSession;
  readonly extensionId: string;
  /** Path of the popup inside the extension, as the manifest has it. */
  readonly popupPath: string;
}

/** The URL of one of the extension's own files. */
export function extensionUrl({ extensionId }: { extensionId: string }, path: string): string {
  return new URL(path, `chrome-extension://${extensionId}/`).href;
}

/** Gives `use` a DevTools session with one page and ends it afterwards. */
export async function withPageCdp<T>(page: Page, use: (cdp: CDPSession) => Promise<T>): Promise<T> {
  const cdp = await page.context().newCDPSession(page);
  try {
    return await use(cdp);
  } finally {
    // The page may be gone by now, and its session with it.
    await cdp.detach().catch(() => undefined);
  }
}
