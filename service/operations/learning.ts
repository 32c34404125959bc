import * as z from 'zod/mini';
import { ok } from '../../lib/contract/result.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import type { RunEnd } from '../storage/port/learning.ts';
import { findDocument } from './documents.ts';
import { accountOf, defineOperation } from './operation.ts';

const documentId = z.strictObject({ id: z.string() });

/** Queues a new run, even if the last one succeeded. A document never has two open runs. */
export const updateNow = defineOperation({
  input: documentId,
  run: async (call, { id }) => {
    const { clock, learner } = call.context;
    const document = await findDocument(call, id);
    if (!document.ok) return document;
    await accountOf(call).transaction(async ({ runs }) => {
      const open = await runs.openOf(document.value.seq);
      if (open === undefined) await runs.queue(id, timestamp(clock));
    });
    learner.wake();
    return ok({ status: 'queued' as const, document_id: id });
  },
  rest: { method: 'post', path: '/owner/documents/{id}/update-now', status: 202 },
});

export const cancelLearning = defineOperation({
  ...endingLearning('canceled', 'Canceled by the owner.'),
  rest: { method: 'post', path: '/owner/documents/{id}/cancel-learning' },
});

export const deferLearning = defineOperation({
  ...endingLearning('deferred', 'Deferred by the owner.'),
  rest: { method: 'post', path: '/owner/documents/{id}/defer-learning' },
});

/** Defines an operation that ends learning. Search no longer finds the document until `updateNow` learns it again. */
function endingLearning(status: RunEnd['status'], reason: string) {
  return defineOperation({
    input: documentId,
    run: async (call, { id }) => {
      const { clock, learner } = call.context;
      const document = await findDocument(call, id);
      if (!document.ok) return document;
      const { seq } = document.value;
      const ended = await accountOf(call).transaction(async ({ runs, materials }) => {
        const open = await runs.openOf(seq);
        if (open === undefined) {
          return refuse('conflict', 'This document is not queued and not being learned.');
        }
        await runs.end(open.seq, { status, reason, now: timestamp(clock) });
        await materials.unlearn(seq);
        return ok({ status, document_id: id });
      });
      // It also updates the word counts.
      learner.wake();
      return ended;
    },
  });
}
