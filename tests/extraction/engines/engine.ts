/** The result of an extraction engine, and how the benchmark calls the engine in a page. */
import { blockTags } from '../../../lib/capture/elements.ts';

/** Metadata as an engine returns it; null or absent if it found none. */
export type FoundMetadata = Readonly<
  Record<'title' | 'author' | 'published' | 'language' | 'site', string | null> & {
    /** Only Keepsake returns one. */
    canonical?: string | null;
  }
>;

/** What an engine extracted from a page. */
export type Reading = {
  text: string;
  metadata?: FoundMetadata;
  kind?: string;
  confidence?: number;
};

/**
 * Makes an engine callable in the page: `readPage()` runs it and `lastReading()` returns the result, so that the time
 * to transfer the text isn't measured. Each engine is a separate script, so that engines share no compiled code.
 */
export function offer<T>(read: () => T | Promise<T>, readingOf: (made: T) => Reading): void {
  let made: T | null = null;
  Object.assign(globalThis, {
    readPage: async () => {
      made = await read();
      return 0;
    },
    lastReading: () => (made === null ? { text: '' } : readingOf(made)),
  });
}

/** Returns the text of an engine's HTML, with line breaks between blocks to keep their words separate. */
export function textOf(markup: string): string {
  let text = '';
  const read = (node: Node): void => {
    if (node.nodeType === node.TEXT_NODE) text += node.nodeValue ?? '';
    if (node instanceof Element) {
      if (node.localName === 'script' || node.localName === 'style') return;
      const isApart = blockTags.has(node.localName) || node.localName === 'br';
      if (isApart) text += '\n';
      for (const child of node.childNodes) read(child);
      if (isApart) text += '\n';
    }
  };
  read(new DOMParser().parseFromString(markup, 'text/html').body);
  return text;
}
