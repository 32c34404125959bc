/** A thread that reads pages: parses them without running scripts or loading anything, and captures them. */
import { parentPort } from 'node:worker_threads';
import { JSDOM, VirtualConsole, type ConstructorOptions } from 'jsdom';
import { capturePage } from '../../../lib/capture/capture-page.ts';
import { neverYield } from '../../../lib/capture/cooperative-yield.ts';
import { htmlPageSchema, type HtmlPage } from '../load-page.ts';

parentPort?.on('message', (message: unknown) => void answer(htmlPageSchema.parse(message)));
parentPort?.postMessage('ready');

async function answer(page: HtmlPage): Promise<void> {
  const { window } = domOf(page);
  const captured = await capturePage({
    document: window.document,
    url: page.url,
    now: () => Date.now(),
    yieldIfDue: neverYield,
  });
  window.close();
  parentPort?.postMessage(captured);
}

function domOf({ url, html, mediaType }: HtmlPage): JSDOM {
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
