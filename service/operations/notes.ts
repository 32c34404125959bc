/** Keeping notes and standing facts, and forgetting them. */
import { cutText } from '../../lib/core/text/cut-text.ts';
import { isolateTurning } from '../../lib/core/text/isolate.ts';
import * as z from 'zod/mini';
import { addMemoryRequestSchema } from '../../lib/contracts/memory-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { containerInReach, containerToWrite } from '../auth/access.ts';
import { deleteFact, factById, insertFact, type NewFact } from '../db/facts.ts';
import { queueRun } from '../db/learning-runs.ts';
import { deleteMaterial } from '../db/materials.ts';
import { insertNote, noteById, type NewNote } from '../db/notes.ts';
import type { Queries } from '../db/port.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { defineOperation, type ServiceContext } from './operation.ts';
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
    const fields = {
      id: context.newId(),
      accountId: principal.accountId,
      containerId: container.value.id,
      content: content.value,
      now: timestamp(context.clock),
    };
    return ok(await (input.static === true ? storeFact : storeNote)(context, fields));
  },
});

async function storeFact({ db }: ServiceContext, fact: NewFact) {
  const id = await db.transaction((queries) => insertFact(queries, fact));
  return { status: 'stored' as const, memory_id: id };
}

async function storeNote({ db, learner }: ServiceContext, note: NewNote) {
  await db.transaction(async (queries) => {
    await insertNote(queries, note);
    await queueRun(queries, note.id, note.now);
  });
  learner.wake();
  return { status: 'queued' as const, memory_id: note.id };
}

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
    const record = await findRecord(context.db, id, containerId);
    if (record === undefined) {
      return refuse('unknown', 'There is no note or fact of this id in this Memory.');
    }
    if (!isConfirmed(confirm)) return ok(askToConfirm(record, container.value.name));
    await context.db.transaction((queries) => record.forget(queries, record.seq));
    return ok({ status: 'forgotten', id });
  },
});

interface Forgotten {
  readonly status: 'forgotten';
  readonly id: string;
}

interface MemoryRecord {
  readonly seq: number;
  readonly content: string;
  readonly noun: 'note' | 'standing fact';
  readonly forget: (queries: Queries, seq: number) => Promise<void>;
}

/** What the contract calls a memory is a note or a standing fact. */
async function findRecord(
  queries: Queries,
  id: string,
  containerId: string,
): Promise<MemoryRecord | undefined> {
  const note = await noteById(queries, id, containerId);
  if (note !== undefined) return { ...note, noun: 'note', forget: deleteMaterial };
  const fact = await factById(queries, id, containerId);
  return fact && { ...fact, noun: 'standing fact', forget: deleteFact };
}

const SHOWN_LENGTH = 80;

function askToConfirm(
  { content, noun }: MemoryRecord,
  containerName: string,
): ConfirmationRequired {
  const words = content.trim().replace(/\s+/g, ' ');
  const shown = words.length > SHOWN_LENGTH ? `${cutText(words, SHOWN_LENGTH)}…` : words;
  return {
    status: 'confirmation_required',
    message:
      `Nothing has been forgotten yet. Confirm to forget the ${noun} “${isolateTurning(shown)}” in the Memory “${isolateTurning(containerName)}”. ` +
      'This cannot be undone.',
  };
}
