/** Thread that reads one page: parses it without running scripts or loading anything, and captures it. */
import { parentPort, workerData } from 'node:worker_threads';
import { JSDOM, VirtualConsole, type ConstructorOptions } from 'jsdom';
import * as z from 'zod/mini';
import { capturePage } from '../../../lib/capture/capture-page.ts';
import { neverYield } from '../../../lib/capture/cooperative-yield.ts';

const { url, html, mediaType } = z.parse(
  z.object({
    url: z.string(),
    html: z.string(),
    mediaType: z.enum(['text/html', 'application/xhtml+xml']),
  }),
  workerData,
);
const { document } = domOf().window;
const captured = await capturePage({
  document,
  url,
  now: () => Date.now(),
  yieldIfDue: neverYield,
});
parentPort?.postMessage(captured);

function domOf(): JSDOM {
  // jsdom's warnings about stylesheets quote the page, so they're discarded.
  const options: ConstructorOptions = { url, virtualConsole: new VirtualConsole() };
  if (mediaType === 'text/html') return new JSDOM(html, options);
  try {
    return new JSDOM(html, { ...options, contentType: mediaType });
  } catch {
    // Most pages served as XHTML aren't well-formed; read those as HTML.
    return new JSDOM(html, options);
  }
}
