/** Keeping notes and forgetting them. */
import * as z from 'zod/mini';
import { addMemoryRequestSchema } from '../../lib/contracts/memory-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { containerInReach, containerToWrite } from '../auth/access.ts';
import { queueRun } from '../db/learning-runs.ts';
import { deleteMaterial } from '../db/materials.ts';
import { insertNote, noteById, type NoteRow } from '../db/notes.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { defineOperation } from './operation.ts';
import { checkContent, isConfirmed, type ConfirmationRequired } from './rules.ts';

export const addNote = defineOperation({
  access: 'write',
  unlimited: true,
  input: addMemoryRequestSchema,
  isTurn: (input) => input.static === true,
  run: async ({ context, principal }, input) => {
    const content = checkContent(input.content);
    if (!content.ok) return content;
    const container = await containerToWrite(context.db, principal, input.container);
    if (!container.ok) return container;
    if (input.static === true) {
      return refuse(
        'incapable',
        'This service keeps no profile yet, so a standing fact has no place to go.',
      );
    }

    const id = context.newId();
    const now = timestamp(context.clock);
    await context.db.transaction(async (queries) => {
      const note = {
        id,
        accountId: principal.accountId,
        containerId: container.value.id,
        content: content.value,
        now,
      };
      await insertNote(queries, note);
      await queueRun(queries, id, now);
    });
    context.learner.wake();
    return ok({ status: 'queued' as const, memory_id: id });
  },
});

export const forgetNote = defineOperation({
  access: 'full',
  input: z.object({
    id: z.string(),
    container: z.optional(z.string()),
    confirm: z.optional(z.string()),
  }),
  isTurn: ({ confirm }) => isConfirmed(confirm),
  run: async (
    { context, principal },
    { id, container: containerId, confirm },
  ): Promise<Result<Forgotten | ConfirmationRequired, Refusal>> => {
    if (containerId === undefined) {
      return refuse('invalid', '"container" has to name the Memory the note is in.', {
        field: 'container',
      });
    }
    const container = await containerInReach(context.db, principal, containerId);
    if (!container.ok) return container;
    const note = await noteById(context.db, id, containerId);
    if (note === undefined) return refuse('unknown', 'There is no note of this id in this Memory.');
    if (!isConfirmed(confirm)) return ok(askToConfirm(note, container.value.name));
    await context.db.transaction((queries) => deleteMaterial(queries, note.seq));
    return ok({ status: 'forgotten', id });
  },
});

interface Forgotten {
  readonly status: 'forgotten';
  readonly id: string;
}

const SHOWN_LENGTH = 80;

function askToConfirm({ content }: NoteRow, containerName: string): ConfirmationRequired {
  const words = content.trim().replace(/\s+/g, ' ');
  const shown =
    words.length > SHOWN_LENGTH ? `${words.slice(0, SHOWN_LENGTH)}…`.toWellFormed() : words;
  return {
    status: 'confirmation_required',
    message:
      `Nothing has been forgotten yet. Forgetting the note "${shown}" in the Memory "${containerName}" cannot be ` +
      'undone; if you agree, the request is repeated with confirm=true.',
  };
}
