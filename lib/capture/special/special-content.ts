/** Reads pages whose build says more than their blocks do: chats, questions with answers, threads. */
import type { PageKind } from '../../contracts/capture.ts';

/** The text of such a page: an element of the snapshot's document, one section a speaker or a post. */
export type SpecialContent = {
  content: Element;
  kind: PageKind;
  extractor: 'conversation' | 'transcript';
};

/**
 * Gives what the page's build says of its text, or null where nothing says it beyond doubt. The snapshot is only read;
 * the content is made of copies.
 */
export function specialContentOf(_snapshot: Document, _url: string): SpecialContent | null {
  return null;
}
