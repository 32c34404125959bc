/** What an owner decides of a document's learning: to begin it anew, to cancel it, or to put it off. */
import * as z from 'zod/mini';
import { ok } from '../../lib/contracts/result.ts';
import { endRun, openRunOf, queueRun, type RunEnd } from '../db/learning-runs.ts';
import { unlearn } from '../db/materials.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { findDocument } from './documents.ts';
import { defineOperation } from './operation.ts';

const documentId = z.object({ id: z.string() });

/** Queues a new run whatever became of the last one; where one waits or is under way already, it stays the only one. */
export const updateNow = defineOperation({
  access: 'owner',
  input: documentId,
  run: async (call, { id }) => {
    const { db, clock, learner } = call.context;
    const document = await findDocument(call, id);
    if (!document.ok) return document;
    await db.transaction(async (queries) => {
      const open = await openRunOf(queries, document.value.seq);
      if (open === undefined) await queueRun(queries, id, timestamp(clock));
    });
    learner.wake();
    return ok({ status: 'queued' as const, document_id: id });
  },
});

export const cancelLearning = endingLearning(
  'canceled',
  'Its owner canceled the learning of this.',
);
export const deferLearning = endingLearning('deferred', 'Its owner put the learning of this off.');

/** Nothing of the document is found from then on; only Update now begins its learning again. */
function endingLearning(status: RunEnd['status'], reason: string) {
  return defineOperation({
    access: 'owner',
    input: documentId,
    run: async (call, { id }) => {
      const { db, clock } = call.context;
      const document = await findDocument(call, id);
      if (!document.ok) return document;
      const { seq } = document.value;
      return db.transaction(async (queries) => {
        const open = await openRunOf(queries, seq);
        if (open === undefined) {
          return refuse('conflict', 'No learning of this document waits or is under way.');
        }
        await endRun(queries, open.seq, { status, reason, now: timestamp(clock) });
        await unlearn(queries, seq);
        return ok({ status, document_id: id });
      });
    },
  });
}
