/** What an engine that reads a page answers, and how the benchmark calls it in the page. */
import { blockTags } from '../../../lib/capture/elements.ts';

/** What an engine made of the page. */
export type Reading = {
  text: string;
  kind?: string;
  confidence?: number;
};

/**
 * Puts an engine into the page: `readPage()` reads it and keeps what came of that, `lastReading()` gives it. So what it
 * takes to hand a text over does not count. Each engine is a script of its own: what one has compiled must not be of use
 * to another.
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

/** Gives the text of an engine's markup, its blocks apart: without that, their words would grow together. */
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
