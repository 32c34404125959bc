/** The thread that reads one page: it builds the document, without scripts or anything to load, and captures it. */
import { parentPort, workerData } from 'node:worker_threads';
import { JSDOM, VirtualConsole, type ConstructorOptions } from 'jsdom';
import * as z from 'zod/mini';
import { capturePage } from '../../../lib/capture/capture-page.ts';
import { unhurried } from '../../../lib/capture/pace.ts';

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
  pace: unhurried,
});
parentPort?.postMessage(captured);

function domOf(): JSDOM {
  // Its complaints about style sheets quote the page, so nobody listens.
  const options: ConstructorOptions = { url, virtualConsole: new VirtualConsole() };
  if (mediaType === 'text/html') return new JSDOM(html, options);
  try {
    return new JSDOM(html, { ...options, contentType: mediaType });
  } catch {
    // Most of what calls itself XHTML is read as HTML by everybody.
    return new JSDOM(html, options);
  }
}
