/** How a search in the address bar stands, and what it offers. */
import type { AppError } from '../../contracts/errors.ts';
import type { RecallHit } from '../../contracts/recall.ts';

/** How the search stands, which the first line says together with what Enter does. */
export type BarState =
  | { kind: 'idle' }
  | { kind: 'ready'; q: string; readsOnly: boolean }
  | { kind: 'slow'; q: string }
  | { kind: 'nothing'; q: string; stillLearning: number }
  /** What is shown is not all: these Memories could not answer. */
  | { kind: 'unanswered'; q: string; memories: readonly string[]; isEmpty: boolean }
  | { kind: 'failed'; q: string; error: AppError }
  | { kind: 'homeless' };

/** A hit with what stands for it in the address bar. */
export type OfferedHit = { content: string; hit: RecallHit };
