/** Reads pages whose build says more than their blocks do: chats, questions with answers, threads. */
import type { PageKind } from '../../contracts/capture.ts';
import { chatOf } from './chat.ts';
import { questionOf } from './question.ts';
import { threadOf } from './thread.ts';

/** The text of such a page: an element of the snapshot's document, one section a speaker or a post. */
export type SpecialContent = {
  content: Element;
  kind: PageKind;
  extractor: 'conversation' | 'transcript';
  /** The page's own numbering shows that it holds a part of the whole: it draws only what is near the window. */
  isPartial: boolean;
};

/**
 * Gives what the page's build says of its text, or null where nothing says it beyond doubt. The snapshot is only read;
 * the content is made of copies.
 */
export function specialContentOf(snapshot: Document, url: string): SpecialContent | null {
  return chatOf(snapshot, url) ?? questionOf(snapshot) ?? threadOf(snapshot);
}
