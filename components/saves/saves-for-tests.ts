/** Saves in every state, for the tests of what is shown of them. */
import type { AppError } from '../../lib/contracts/errors.ts';
import type { KeptState, OutboxView } from '../../lib/contracts/outbox.ts';

export const now = 1_000_000;
export const unreachable: AppError = {
  code: 'memory.unreachable',
  message: 'failed',
  retryable: true,
};
export const noText: AppError = { code: 'page.no-text', message: 'Nothing.', retryable: true };
export const invalid: AppError = {
  code: 'memory.validation',
  message: 'content is empty',
  retryable: false,
  traceId: 'tr_1',
};
export const documentId = null;

export const states = {
  requested: { status: 'requested' },
  captured: { status: 'captured' },
  sending: { status: 'sending', attempt: 1 },
  waiting: { status: 'waiting', attempt: 1, until: now + 180_000, error: unreachable },
  accepted: { status: 'accepted', existed: false },
  learning: { status: 'learning', existed: false, documentId, polls: 0, nextPollAt: now },
  learned: { status: 'learned', existed: false, documentId },
  existed: { status: 'learned', existed: true, documentId },
  failed: { status: 'failed', documentId, reason: null },
  canceled: { status: 'canceled', documentId },
  unlearned: { status: 'unlearned', documentId },
  refused: { status: 'refused', error: invalid },
  unread: { status: 'refused', error: noText },
  paused: { status: 'paused', error: invalid },
} as const satisfies Record<string, KeptState>;

export function item(id: string, state: KeptState, changes: Partial<OutboxView> = {}): OutboxView {
  return {
    id,
    kind: 'page',
    connectionId: 'c1',
    container: { id: 'm1', name: 'Reading' },
    source: { url: `https://www.example.org/${id}`, title: id, tabId: 1, frameId: null },
    pageKey: id,
    customId: id,
    createdAt: now,
    updatedAt: now,
    state,
    ...changes,
  };
}
