import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** A running Chromium with the extension, shared by the functions that drive it. */
export interface ChromiumSession {
  readonly context: BrowserContext;
  /** A DevTools session with the browser itself; Playwright's own sessions reach only pages. */
  readonly browserCdp: CDPSession;
  readonly extensionId: string;
  /** Path of the popup inside the extension, from the manifest. */
  readonly popupPath: string;
}

/** Returns the URL of one of the extension's files. */
export function extensionUrl({ extensionId }: { extensionId: string }, path: string): string {
  return new URL(path, `chrome-extension://${extensionId}/`).href;
}

/** Calls `use` with a DevTools session for a page, and ends the session afterwards. */
export async function withPageCdp<T>(page: Page, use: (cdp: CDPSession) => Promise<T>): Promise<T> {
  const cdp = await page.context().newCDPSession(page);
  try {
    return await use(cdp);
  } finally {
    // The page may have closed by now, which also ends the session.
    await cdp.detach().catch(() => undefined);
  }
}
