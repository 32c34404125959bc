/** Reads pages whose build says more than their blocks do: chats, questions with answers, threads. */
import { bodyOf } from '../element-kinds.ts';
import { chatOf } from './chat.ts';
import { chatBuilds } from './chat-builds.ts';
import { questionOf, questions } from './question.ts';
import type { SpecialContent } from './sections.ts';
import { threadOf } from './thread.ts';
import { threadBuilds } from './thread-builds.ts';

export type { SpecialContent };

/**
 * Gives what the page's build says of its text, or null where nothing says it beyond doubt. The snapshot is only read;
 * the content is made of copies.
 */
export function specialContentOf(snapshot: Document, url: string): SpecialContent | null {
  // Most pages bear none of the marks, which one look tells.
  if (bodyOf(snapshot)?.querySelector(anyMark) == null) return null;
  return chatOf(snapshot, url) ?? questionOf(snapshot) ?? threadOf(snapshot);
}

const anyMark = [
  ...chatBuilds.map(({ mark }) => mark),
  questions,
  ...threadBuilds.map(({ posts }) => posts),
].join(', ');
