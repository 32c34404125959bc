/** What an engine that reads a page answers, and how the benchmark calls it in the page. */
import { blockTags } from '../../../lib/capture/element-kinds.ts';

/** What an engine made of the page. */
export type Reading = {
  text: string;
  /** Milliseconds from the call until the text was there. */
  ms: number;
  kind?: string;
  confidence?: number;
};

/** Each engine is a script of its own: what one has compiled must not be of use to another. */
export function offer(read: () => Reading | Promise<Reading>): void {
  Object.assign(globalThis, { readPage: read });
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
