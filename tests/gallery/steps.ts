/** What a behaviour does with a page of the gallery, and asks of it. */
import type { Page } from '@playwright/test';
import type { AppEvent } from '../../lib/contracts/messages.ts';

export type Steps = {
  open: (page: Page, scene: string) => Promise<void>;
};

/** The inputs of every message of this name so far. */
export function inputsOf(page: Page, message: string): Promise<unknown[]> {
  return page.evaluate(
    (wanted) =>
      globalThis.gallery.asked.filter(({ name }) => name === wanted).map(({ input }) => input),
    message,
  );
}

/** Waits until a message of this name was sent so many times, whatever else was asked meanwhile. */
export async function askedFor(page: Page, message: string, times: number): Promise<void> {
  await page.waitForFunction(
    ([wanted, count]) =>
      globalThis.gallery.asked.filter(({ name }) => name === wanted).length === count,
    [message, times] as const,
  );
}

export function tell(page: Page, event: AppEvent): Promise<void> {
  return page.evaluate((told) => globalThis.gallery.tell(told), event);
}
