/** Notes and standing facts, which the contract calls memories: add, forget, and list for the owner. */
import * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { addMemoryRequestSchema } from '../../lib/contract/memory-api.ts';
import { describeNotesRequestSchema } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { firstWords } from '../../lib/text/cut-text.ts';
import { isolateTurning } from '../../lib/text/isolate.ts';
import { containerInReach, containerToWrite } from '../auth/access.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import type { NewItem, NewNote } from '../storage/port/library.ts';
import { moveToBin } from './bin.ts';
import {
  askToConfirm,
  checkContent,
  checkCursor,
  checkLine,
  checkMetadata,
  CONFIRM_FIRST,
  confirmArgument,
  confirmationRequired,
  confirmField,
  containerToWriteField,
  contentField,
  gone,
  isConfirmed,
  pageOf,
} from './checks.ts';
import { accountOf, defineOperation, named, type Call } from './operation.ts';

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
  z.looseObject({ status: z.literal('forgotten'), id: z.string(), bin_id: z.string() }),
);

const noteMetadataField = {
  description:
    'What else is known about a note: `url` and `title` name the page it is from, `tags` lists its tags.',
};

export const addNote = defineOperation({
  access: 'write',
  unlimited: true,
  input: addMemoryRequestSchema,
  isTurn: (input) => input.static === true,
  run: async (call, input) => {
    const { context, principal, idempotencyKey } = call;
    const content = checkContent(input.content);
    if (!content.ok) return content;
    const container = await containerToWrite(accountOf(call), principal, input.container);
    if (!container.ok) return container;
    const key = checkLine('Idempotency-Key', idempotencyKey, serviceLimits.customIdLength);
    if (!key.ok) return key;
    const metadata = checkMetadata(input.metadata, serviceLimits.noteMetadataBytes);
    if (!metadata.ok) return metadata;
    const fields = {
      id: context.newId(),
      containerId: container.value.id,
      content: content.value,
      now: timestamp(context.clock),
    };
    const stored =
      input.static === true
        ? storeFact(call, fields)
        : storeNote(call, { ...fields, metadata: metadata.value, requestKey: key.value });
    return ok(await stored);
  },
  rest: {
    method: 'post',
    path: '/v1/memories',
    from: 'body',
    statusOf: ({ status }) => (status === 'stored' ? 200 : 202),
    openapi: {
      id: 'addMemory',
      tag: 'Notes and facts',
      description:
        'A note sent again with the same `Idempotency-Key` header is stored once, with the text sent last.',
      fields: {
        content: contentField,
        container: containerToWriteField,
        static: { description: 'Whether it is a standing fact, which takes an agent turn.' },
        metadata: noteMetadataField,
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
      metadata: noteMetadataField,
    },
  },
});

async function storeFact(call: Call, fact: NewItem) {
  const id = await accountOf(call).transaction(({ facts }) => facts.insert(fact));
  return { status: 'stored' as const, memory_id: id };
}

async function storeNote(call: Call, note: NewNote) {
  const id = await accountOf(call).transaction(async ({ notes, runs }) => {
    const stored = await notes.insert(note);
    await runs.queue(stored, note.now);
    return stored;
  });
  call.context.learner.wake();
  return { status: 'queued' as const, memory_id: id };
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
  run: async (call, { id, container: containerId, confirm }) => {
    if (containerId === undefined) {
      return refuse('invalid', '"container" must be the id of the Memory the note is in.', {
        field: 'container',
      });
    }
    const account = accountOf(call);
    const container = await containerInReach(account, call.principal, containerId);
    if (!container.ok) return container;
    const note = await account.notes.byId(id, containerId);
    const found = note ?? (await account.facts.byId(id, containerId));
    if (found === undefined) {
      return refuse('unknown', 'No note or fact in this Memory has this id.');
    }
    if (!isConfirmed(confirm)) {
      const noun = note === undefined ? 'standing fact' : 'note';
      const memory = isolateTurning(container.value.name);
      const text = isolateTurning(firstWords(found.content, SHOWN_LENGTH));
      return askToConfirm(`the ${noun} “${text}” in the Memory “${memory}”`, 'forgotten');
    }
    const binId = await moveToBin(call, id, ({ facts, materials }) =>
      note === undefined ? facts.delete(found.seq) : materials.delete(found.seq),
    );
    return gone(id, 'forgotten', binId);
  },
  rest: {
    method: 'delete',
    path: '/v1/memories/{id}',
    openapi: {
      id: 'forgetMemory',
      tag: 'Notes and facts',
      fields: { container: containerOfNoteField, confirm: confirmField },
      answers: { 200: [forgottenNote, confirmationRequired] },
      errors: [400, 404],
    },
  },
  tool: {
    name: 'forget_memory',
    title: 'Forget a note or a fact',
    description: `Forgets a note or a standing fact. Its owner can restore it from the bin for 30 days. ${CONFIRM_FIRST}`,
    args: {
      id: { description: 'The `memory_id` of a search result, or the `id` of a profile item.' },
      container: containerOfNoteField,
      confirm: confirmArgument,
    },
  },
});

const SHOWN_LENGTH = 80;

const PAGE = 50;

export const listNotes = defineOperation({
  input: z.strictObject({ container: z.string(), cursor: z.optional(z.string()) }),
  run: async (call, { container, cursor }) => {
    const account = accountOf(call);
    const known = await containerInReach(account, call.principal, container);
    if (!known.ok) return known;
    const before = checkCursor(cursor);
    if (!before.ok) return before;
    const page = { containerId: container, before: before.value, limit: PAGE + 1 };
    const { shown, next_cursor } = pageOf(await account.notes.before(page), PAGE);
    const facts = await account.facts.in([container]);
    return ok({
      facts: facts.map(({ id, content, saved_at }) => ({ id, content, saved_at })),
      notes: shown.map(({ seq: _seq, ...note }) => note),
      next_cursor,
    });
  },
  rest: { method: 'get', path: '/owner/notes' },
});

/** Stores what the extension knows about highlights as metadata of their notes. Ignores unknown notes. */
export const describeNotes = defineOperation({
  input: describeNotesRequestSchema,
  run: async (call, { notes }) => {
    const checked: { id: string; metadata: string }[] = [];
    for (const { id, metadata } of notes) {
      const json = checkMetadata(metadata, serviceLimits.noteMetadataBytes);
      if (!json.ok) return json;
      if (json.value !== null) checked.push({ id, metadata: json.value });
    }
    const updated = await accountOf(call).transaction(async (areas) => {
      let changes = 0;
      for (const note of checked) if (await areas.notes.describe(note)) changes += 1;
      return changes;
    });
    return ok({ updated });
  },
  rest: { method: 'patch', path: '/owner/notes', from: 'body' },
});
