/** Opens a page in a browser and reads it as the extension does. */
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { pageCaptureResultSchema } from '../../lib/capture/schema.ts';
import { customIdOf } from '../../lib/custom-id/custom-id.ts';
import { pageMaterial } from '../../lib/outbox/model.ts';
import { named } from '../../lib/capture/page-name.ts';
import type { Reading } from './reading.ts';

/** A page that hasn't loaded after this time is read as it is. */
const longestLoadMs = 15_000;

/** Time limit for pages whose scripts never finish, since other pages may be waiting. */
const longestReadMs = 60_000;

/** Opens the address in a new profile with scripts on, and returns what would be saved. */
export async function readPage(
  browser: Browser,
  address: string,
  { script, longestMs = longestReadMs }: { script: string; longestMs?: number },
): Promise<Reading> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const failure = await open(page, address);
    if (failure !== null) return failure;
    const late = failed(address, 'page.gone', 'The page was too busy to be read.');
    const reading = capture(page, address, script);
    // `reading` rejects when the context closes below, and nothing awaits it by then.
    reading.catch(() => undefined);
    return await Promise.race([reading, setTimeout(longestMs, late, { ref: false })]);
  } catch (error) {
    return failed(address, 'page.gone', `The page could not be read: ${firstLine(error)}`);
  } finally {
    await context.close();
  }
}

async function open(page: Page, address: string): Promise<Reading | null> {
  try {
    await page.goto(address, { waitUntil: 'load', timeout: longestLoadMs });
    return null;
  } catch (error) {
    const isThere = page.url() !== 'about:blank' && !page.url().startsWith('chrome-error:');
    if (isThere) return null;
    const reason = /net::(ERR_\w+)/.exec(String(error))?.[1];
    if (/Download is starting/.test(String(error)) || reason === 'ERR_ABORTED') {
      return failed(address, 'page.download', 'The address is a download and no page.');
    }
    const why = reason === undefined ? '' : ` (${reason})`;
    return failed(address, 'page.unreachable', `The page did not open${why}.`);
  }
}

const evaluationSchema = z.object({ result: z.object({ value: z.optional(z.unknown()) }) });

/** Runs the script in an isolated world, as a content script, exempt from the page's content security policy. */
async function capture(page: Page, address: string, script: string): Promise<Reading> {
  const cdp = await page.context().newCDPSession(page);
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const startedAt = performance.now();
  const evaluation = await cdp.send('Runtime.evaluate', {
    expression: script,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  const milliseconds = Math.round(performance.now() - startedAt);
  const read = pageCaptureResultSchema.safeParse(evaluationSchema.parse(evaluation).result.value);
  if (!read.success) return failed(address, 'page.gone', 'The page didn’t respond.');
  if (!read.data.ok) return failed(address, read.data.error.code, read.data.error.message);
  // Fill in a missing title as the popup and a save do.
  const found = named(read.data.value);
  const material = pageMaterial(found, customIdOf(found));
  if (material.kind !== 'page') throw new TypeError('A page produced material of another kind.');
  const { customId, title, content, metadata } = material;
  return {
    url: found.url,
    custom_id: customId,
    title,
    content,
    metadata,
    extractor: found.extractor,
    milliseconds,
  };
}

function failed(url: string, code: string, message: string): Reading {
  return { url, error: { code, message } };
}

function firstLine(error: unknown): string {
  return String(error).split('\n', 1)[0] ?? '';
}
