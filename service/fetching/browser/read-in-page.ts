/** Reads a fetched page in a page of the extension, as an inert document: no scripts run and nothing is loaded. */
import { capturePage } from '../../../lib/capture/capture-page.ts';
import { createYieldIfDue, yieldToEventLoop } from '../../../lib/capture/cooperative-yield.ts';
import { HTML_TIMEOUT_MS, type ReadingAnswer, type ReadingQuestion } from './readers.ts';

export async function answerReading(page: ReadingQuestion): Promise<ReadingAnswer> {
  const { readingId } = page;
  const deadline = AbortSignal.timeout(HTML_TIMEOUT_MS);
  try {
    const result = await capturePage({
      document: inertDocument(page),
      url: page.url,
      now: () => Date.now(),
      // This page also relays requests to the service, so let them go first. The deadline only takes effect here.
      yieldIfDue: createYieldIfDue(
        () => Date.now(),
        () => {
          deadline.throwIfAborted();
          return yieldToEventLoop();
        },
      ),
    });
    return { readingId, result };
  } catch {
    // The error may quote the page, so it isn't passed on.
    return { readingId, result: null };
  }
}

/** Parses the page and sets its base URL, because relative links would otherwise resolve against the extension. */
function inertDocument({ url, html, mediaType }: ReadingQuestion): Document {
  const document = parse(html, mediaType);
  const declared = document.querySelector('base[href]');
  const base = declared ?? document.createElement('base');
  base.setAttribute('href', URL.parse(declared?.getAttribute('href') ?? '', url)?.href ?? url);
  if (declared === null) document.head?.prepend(base);
  return document;
}

function parse(html: string, mediaType: ReadingQuestion['mediaType']): Document {
  const document = new DOMParser().parseFromString(html, mediaType);
  // Most pages served as XHTML aren't well-formed; read those as HTML.
  const isMalformed = document.getElementsByTagName('parsererror').length > 0;
  return isMalformed ? new DOMParser().parseFromString(html, 'text/html') : document;
}
