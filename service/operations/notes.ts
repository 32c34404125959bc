/** Notes and standing facts, which the contract calls memories: add, forget, and list for the owner. */
import * as z from 'zod/mini';
import { addMemoryRequestSchema } from '../../lib/contract/memory-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { isolateTurning } from '../../lib/text/isolate.ts';
import { containerInReach, containerToWrite } from '../auth/access.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { Queries } from '../storage/port.ts';
import {
  deleteFact,
  factById,
  factsOf,
  insertFact,
  type NewFact,
} from '../storage/sqlite/facts.ts';
import { queueRun } from '../storage/sqlite/learning-runs.ts';
import {
  deleteMaterial,
  insertNote,
  noteById,
  notesBefore,
  type NewNote,
} from '../storage/sqlite/materials.ts';
import {
  checkContent,
  checkCursor,
  CONFIRM_FIRST,
  confirmArgument,
  confirmationRequired,
  confirmField,
  containerToWriteField,
  contentField,
  isConfirmed,
  writeCursor,
  type ConfirmationRequired,
} from './checks.ts';
import { defineOperation, named, type ServiceContext } from './operation.ts';

export const queuedNote = named(
  'QueuedNote',
  z.looseObject({ status: z.literal('queued'), memory_id: z.string() }),
);
export const storedFact = named(
  'StoredFact',
  z.looseObject({ status: z.literal('stored'), memory_id: z.string() }),
);
export const forgottenNote = named(
  'Forgotten',
  z.looseObject({ status: z.literal('forgotten'), id: z.string() }),
);

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
  rest: {
    method: 'post',
    path: '/v1/memories',
    from: 'body',
    statusOf: ({ status }) => (status === 'stored' ? 200 : 202),
    openapi: {
      id: 'addMemory',
      tag: 'Notes and facts',
      fields: {
        content: contentField,
        container: containerToWriteField,
        static: { description: 'Whether it is a standing fact, which takes an agent turn.' },
      },
      answers: { 200: [storedFact], 202: [queuedNote] },
      errors: [400, 422],
    },
  },
  tool: {
    name: 'add_memory',
    title: 'Save a note or a fact',
    description:
      "Saves a short note, or with `static` a standing fact about the person. Save only the person's own words, and only " +
      'when they asked for it or plainly meant it. Search finds a note once it has been learned; a standing fact is in ' +
      'the profile at once.',
    args: {
      content: { description: "The note or fact, in the person's words." },
      container: containerToWriteField,
      static: {
        description:
          'True for something that stays true of the person, such as an allergy. Otherwise leave it out.',
      },
    },
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

const containerOfNoteField = { description: 'Id of the Memory it is in.' };

export const forgetNote = defineOperation({
  access: 'full',
  input: z.object({
    id: z.string(),
    container: z.optional(z.string()),
    confirm: z.optional(z.string()),
  }),
  requires: ['container'],
  isTurn: ({ confirm }) => isConfirmed(confirm),
  run: async (
    { context, principal },
    { id, container: containerId, confirm },
  ): Promise<Result<Forgotten | ConfirmationRequired, Refusal>> => {
    if (containerId === undefined) {
      return refuse('invalid', '"container" must be the id of the Memory the note is in.', {
        field: 'container',
      });
    }
    const container = await containerInReach(context.db, principal, containerId);
    if (!container.ok) return container;
    const record = await findRecord(context.db, id, containerId);
    if (record === undefined) {
      return refuse('unknown', 'No note or fact in this Memory has this id.');
    }
    if (!isConfirmed(confirm)) return ok(askToConfirm(record, container.value.name));
    await context.db.transaction((queries) => record.forget(queries, record.seq));
    return ok({ status: 'forgotten', id });
  },
  rest: {
    method: 'delete',
    path: '/v1/memories/{id}',
    from: 'url',
    openapi: {
      id: 'forgetMemory',
      tag: 'Notes and facts',
      fields: {
        container: containerOfNoteField,
        confirm: confirmField,
      },
      answers: { 200: [forgottenNote, confirmationRequired] },
      errors: [400, 404],
    },
  },
  tool: {
    name: 'forget_memory',
    title: 'Forget a note or a fact',
    description: `Forgets a note or a standing fact for good. ${CONFIRM_FIRST}`,
    args: {
      id: { description: 'The `memory_id` of a search result, or the `id` of a profile item.' },
      container: containerOfNoteField,
      confirm: confirmArgument,
    },
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

const PAGE = 50;

/** A page of a Memory's notes, newest first, with all of its standing facts. */
export const listNotes = defineOperation({
  access: 'owner',
  input: z.object({ container: z.string(), cursor: z.optional(z.string()) }),
  run: async ({ context: { db }, principal }, { container, cursor }) => {
    const known = await containerInReach(db, principal, container);
    if (!known.ok) return known;
    const before = checkCursor(cursor);
    if (!before.ok) return before;
    const page = { containerId: container, before: before.value, limit: PAGE + 1 };
    const rows = await notesBefore(db, page);
    const shown = rows.slice(0, PAGE);
    const last = rows.length > PAGE ? shown.at(-1) : undefined;
    return ok({
      facts: (await factsOf(db, container)).map(describeNote),
      notes: shown.map(describeNote),
      next_cursor: last === undefined ? null : writeCursor(last.seq),
    });
  },
});

interface Described {
  readonly id: string;
  readonly content: string;
  readonly saved_at: string;
}

function describeNote({ id, content, saved_at }: Described) {
  return { id, content, saved_at };
}
