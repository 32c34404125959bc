/** What is sent to the service for what was read on a page. */
import type { PageCapture } from '../../contracts/capture.ts';
import { serviceLimits } from '../../contracts/limits.ts';
import type { Material } from '../../contracts/outbox.ts';

/** Characters kept of what the page says of itself: even at six bytes each, all of it stays within the limit. */
const longestFact = 200;
const longestExcerpt = 500;

/**
 * Gives a page's document: its readable text as content, what the page says of itself as metadata. A title over the
 * service's limit is shortened at its end.
 */
export function pageMaterial(capture: PageCapture, customId: string): Material {
  return {
    kind: 'page',
    customId,
    title: shorten(capture.title, serviceLimits.titleLength),
    content: capture.content,
    metadata: {
      url: shorten(capture.url, serviceLimits.urlLength),
      ...present('site', capture.site),
      ...present('author', capture.author),
      ...present('published', capture.published),
      ...present('language', capture.language),
      ...present('excerpt', capture.excerpt, longestExcerpt),
      captured_at: capture.capturedAt,
      word_count: capture.wordCount,
      kind: capture.kind,
      extractor: capture.extractor,
    },
  };
}

function present(name: string, value: string | null, length = longestFact): Record<string, string> {
  return value === null || value === '' ? {} : { [name]: shorten(value, length) };
}

/** Cuts to `length` UTF-16 code units without splitting a character, and shows the cut. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}…`;
}
