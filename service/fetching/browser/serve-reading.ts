/** Reads, in a page of the extension, what its worker has fetched: as a document that runs and loads nothing. */
import { capturePage } from '../../../lib/capture/capture-page.ts';
import { unhurried } from '../../../lib/capture/pace.ts';
import type { ReadingAnswer, ReadingQuestion } from '../handed-reader.ts';

export async function answerReading(page: ReadingQuestion): Promise<ReadingAnswer> {
  const { readingId } = page;
  try {
    const document = inertDocument(page);
    const result = await capturePage({
      document,
      url: page.url,
      now: () => Date.now(),
      pace: unhurried,
    });
    return { readingId, result };
  } catch {
    // What went wrong may quote the page, so it is not passed on.
    return { readingId, result: null };
  }
}

/** Relative links belong to where the page was fetched, not to this page of the extension. */
function inertDocument({ url, html, mediaType }: ReadingQuestion): Document {
  const document = parse(html, mediaType);
  const stated = document.querySelector('base[href]');
  const base = stated ?? document.createElement('base');
  base.setAttribute('href', URL.parse(stated?.getAttribute('href') ?? '', url)?.href ?? url);
  if (stated === null) document.head?.prepend(base);
  return document;
}

function parse(html: string, mediaType: ReadingQuestion['mediaType']): Document {
  const document = new DOMParser().parseFromString(html, mediaType);
  // Most of what calls itself XHTML is read as HTML by everybody.
  const isBroken = document.getElementsByTagName('parsererror').length > 0;
  return isBroken ? new DOMParser().parseFromString(html, 'text/html') : document;
}
