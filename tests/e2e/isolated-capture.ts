/** Runs the built capture script in an isolated world of a plain Chromium page, as the extension does. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageCaptureResultSchema } from '../../lib/capture/schema.ts';
import { test as base } from './shared-browsers.ts';

const script = join(import.meta.dirname, '../../.output/chrome-mv3/capture-page.js');

/** Provides each test with its own page, in a browser that the worker's tests share. */
export const test = base.extend<{ plainPage: Page }>({
  plainPage: async ({ plainBrowser }, use) => {
    const context = await plainBrowser.newContext();
    await use(await context.newPage());
    await context.close();
  },
});

/** Runs the capture in an isolated world, which shares only the document with the page. */
export async function captureIn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'capture',
  });
  const { result } = await session.send('Runtime.evaluate', {
    expression: await readFile(script, 'utf8'),
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return pageCaptureResultSchema.parse(result.value);
}

/** Captures a page and returns its Markdown; throws if the capture fails. */
export async function markdownIn(page: Page): Promise<string> {
  const result = await captureIn(page);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.content;
}
