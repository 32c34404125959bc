/** Reads pages whose build says more than their blocks do: chats, questions with answers, threads. */
import { chatOf } from './chat.ts';
import { questionOf } from './question.ts';
import type { SpecialContent } from './sections.ts';
import { threadOf } from './thread.ts';

export type { SpecialContent };

/**
 * Gives what the page's build says of its text, or null where nothing says it beyond doubt. The snapshot is only read;
 * the content is made of copies.
 */
export function specialContentOf(snapshot: Document, url: string): SpecialContent | null {
  return chatOf(snapshot, url) ?? questionOf(snapshot) ?? threadOf(snapshot);
}
