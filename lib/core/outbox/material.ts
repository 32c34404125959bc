/** What is sent to the service for what was read on a page. */
import type { PageCapture } from '../../contracts/capture.ts';
import { serviceLimits } from '../../contracts/limits.ts';
import type { Material } from '../../contracts/outbox.ts';

/** Characters kept of what the page says of itself: even at six bytes each, all of it stays within the limit. */
const longestFact = 200;
const longestExcerpt = 500;

export type OwnWords = {
  /** The title in the person's own words; null leaves the page's. */
  title?: string | null;
  /** The `custom_id` of the page that this is a version of; null where it is none. */
  versionOf?: string | null;
};

/**
 * Gives a page's document: its readable text as content, what the page says of itself as metadata. A title over the
 * service's limit is shortened at its end.
 */
export function pageMaterial(
  capture: PageCapture,
  customId: string,
  { title = null, versionOf = null }: OwnWords = {},
): Material {
  return {
    kind: 'page',
    customId,
    title: shorten(title ?? capture.title, serviceLimits.titleLength),
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
      ...(capture.pageCount === undefined ? {} : { page_count: capture.pageCount }),
      ...(capture.errorStatus === undefined ? {} : { error_status: capture.errorStatus }),
      ...(capture.isPartial === true ? { is_partial: true } : {}),
      ...(capture.isUnfinished === true ? { is_unfinished: true } : {}),
      ...(versionOf === null ? {} : { version_of: versionOf }),
    },
    ...(title === null || title === capture.title ? {} : { isEdited: true }),
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
