/** The report of the capture command, as JSON or as text. */
import * as z from 'zod/mini';

const savedSchema = z.object({
  url: z.string(),
  custom_id: z.string(),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  extractor: z.string(),
  milliseconds: z.number(),
});

const failedSchema = z.object({
  url: z.string(),
  error: z.object({ code: z.string(), message: z.string() }),
});

/** One line of `--json`: what the extension would save for a page, or why it would save nothing. */
export const readingSchema = z.union([savedSchema, failedSchema]);
export type Reading = z.infer<typeof readingSchema>;

export function isFailed(reading: Reading): boolean {
  return 'error' in reading;
}

/** Formats the reading for a person: the facts line by line, then the text. */
export function readable(reading: Reading): string {
  if ('error' in reading) {
    return `url:       ${reading.url}\nfailed:    ${reading.error.code}\n${reading.error.message}\n`;
  }
  const { url, custom_id, title, content, metadata, extractor, milliseconds } = reading;
  const facts = {
    title,
    url,
    custom_id,
    kind: metadata['kind'],
    extractor,
    words: metadata['word_count'],
    ms: milliseconds,
    ...Object.fromEntries(
      ['site', 'author', 'published', 'language', 'excerpt'].flatMap((name) =>
        metadata[name] === undefined ? [] : [[name, metadata[name]]],
      ),
    ),
  };
  const lines = Object.entries(facts).map(
    ([name, value]) => `${`${name}:`.padEnd(11)}${String(value)}`,
  );
  return `${lines.join('\n')}\n\n${content}\n`;
}
