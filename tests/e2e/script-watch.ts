/** Detects whether text from a service ran as script or became markup in an extension page. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Keepsake } from './keepsake.ts';

/** Returns a list that collects every sign that a script ran or tried to run. */
export async function watchForScript({ context }: Keepsake): Promise<string[]> {
  const alarms: string[] = [];
  await context.exposeFunction('wasRun', () => void alarms.push('script ran'));
  await context.exposeFunction('wasBlocked', (what: string) => void alarms.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      void wasBlocked(`blocked: ${violatedDirective} ${blockedURI}`);
    });
  });
  context.on('dialog', (dialog) => {
    alarms.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) alarms.push(message.text());
  });
  return alarms;
}

/** Expects these texts to be shown as text, and the page to have no foreign elements and no overflow. */
export async function expectText(page: Page, where: Locator, ...names: string[]): Promise<void> {
  for (const name of names) await expect(where.first()).toContainText(`${name}: `);
  await expectPlain(page);
}

export async function expectPlain(page: Page): Promise<void> {
  if (!page.url().startsWith('chrome-extension:')) return;
  const found = await page.evaluate(() => {
    const foreign = 'img, iframe, object, embed, base, style:not(head style), [onerror], [onload]';
    const scripts = [...document.scripts].filter(
      (script) => !script.src.startsWith(`${location.origin}/`),
    );
    const links = [...document.querySelectorAll('a[href], area[href], form[action]')].filter(
      (link) =>
        !(link instanceof HTMLAnchorElement) || !/^(https?|chrome-extension):/.test(link.href),
    );
    return {
      elements: [...document.querySelectorAll(foreign), ...scripts, ...links].map(({ outerHTML }) =>
        outerHTML.slice(0, 200),
      ),
      overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    };
  });
  expect(found, page.url()).toEqual({ elements: [], overflow: 0 });
}

declare function wasBlocked(what: string): Promise<void>;
