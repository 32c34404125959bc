/** The notes and standing facts of a Memory, for its owner to look through. */
import * as z from 'zod/mini';
import { ok } from '../../lib/contracts/result.ts';
import { containerInReach } from '../auth/access.ts';
import { factsOf, notesBefore, type OwnNoteRow } from '../db/own-notes.ts';
import { refuse } from '../refusal.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { defineOperation } from './operation.ts';

const PAGE = 50;

export const listOwnNotes = defineOperation({
  access: 'owner',
  input: z.object({ container: z.string(), cursor: z.optional(z.string()) }),
  run: async ({ context: { db }, principal }, { container, cursor }) => {
    const known = await containerInReach(db, principal, container);
    if (!known.ok) return known;
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
    if (before === null) {
      return refuse('invalid', '"cursor" is not one that this service gave.', { field: 'cursor' });
    }
    const rows = await notesBefore(db, { containerId: container, before, limit: PAGE + 1 });
    const shown = rows.slice(0, PAGE);
    const last = rows.length > PAGE ? shown.at(-1) : undefined;
    return ok({
      facts: (await factsOf(db, container)).map(describeNote),
      notes: shown.map(describeNote),
      next_cursor: last === undefined ? null : writeCursor(last.seq),
    });
  },
});

function describeNote({ id, content, saved_at }: OwnNoteRow) {
  return { id, content, saved_at };
}
