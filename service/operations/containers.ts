/** The Memories a credential can see; making, changing and deleting them. */
import { isolateTurning } from '../../lib/core/text/isolate.ts';
import { isBlankName } from '../../lib/core/text/memory-name.ts';
import * as z from 'zod/mini';
import { createContainerRequestSchema } from '../../lib/contracts/owner-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { containerInReach, containersInReach } from '../auth/access.ts';
import {
  countedContainersOf,
  deleteContainerRow,
  insertContainer,
  updateContainer,
  type CountedContainerRow,
} from '../db/containers.ts';
import type { Queries } from '../db/port.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { defineOperation } from './operation.ts';
import { isConfirmed, storable, type ConfirmationRequired } from './rules.ts';

export const listContainers = defineOperation({
  access: 'read',
  input: z.object({}),
  run: async ({ context, principal }) => {
    const containers = await containersInReach(context.db, principal);
    return ok({
      containers: containers.map(({ id, name, description }) => ({ id, name, description })),
    });
  },
});

export const createContainer = defineOperation({
  access: 'owner',
  input: createContainerRequestSchema,
  run: async ({ context, principal }, { name, description = '' }) => {
    if (isBlankName(name)) return refuseBlankName();
    const container = {
      id: context.newId(),
      name: storable(name),
      description: storable(description),
    };
    const isNew = await insertContainer(context.db, {
      ...container,
      accountId: principal.accountId,
      now: timestamp(context.clock),
    });
    return isNew ? ok(container) : refuseTakenName();
  },
});

/** With how much is in each, which only their owner is told. */
export const listOwnContainers = defineOperation({
  access: 'owner',
  input: z.object({}),
  run: async ({ context, principal }) => {
    const rows = await countedContainersOf(context.db, principal.accountId);
    return ok({
      containers: rows.map(({ id, name, description, documents, notes, facts }) => ({
        id,
        name,
        description,
        documents,
        notes,
        facts,
      })),
    });
  },
});

/** What is left out stays. */
export const changeContainer = defineOperation({
  access: 'owner',
  input: z.extend(z.partial(createContainerRequestSchema), { id: z.string() }),
  run: ({ context, principal }, { id, ...changes }) =>
    context.db.transaction(async (queries) => {
      const known = await containerInReach(queries, principal, id);
      if (!known.ok) return known;
      if (changes.name !== undefined && isBlankName(changes.name)) return refuseBlankName();
      const changed = {
        id,
        name: storable(changes.name ?? known.value.name),
        description: storable(changes.description ?? known.value.description),
      };
      return (await updateContainer(queries, id, changed)) ? ok(changed) : refuseTakenName();
    }),
});

export const deleteContainer = defineOperation({
  access: 'owner',
  input: z.object({ id: z.string(), confirm: z.optional(z.string()) }),
  run: ({ context, principal }, { id, confirm }) =>
    context.db.transaction(
      async (queries): Promise<Result<DeletedContainer | ConfirmationRequired, Refusal>> => {
        const known = await containerInReach(queries, principal, id);
        if (!known.ok) return known;
        if (!isConfirmed(confirm)) {
          return ok(askToConfirm(await countedContainer(queries, principal.accountId, id)));
        }
        await deleteContainerRow(queries, id);
        return ok({ status: 'deleted', id });
      },
    ),
});

interface DeletedContainer {
  readonly status: 'deleted';
  readonly id: string;
}

async function countedContainer(
  queries: Queries,
  accountId: string,
  id: string,
): Promise<CountedContainerRow> {
  const found = (await countedContainersOf(queries, accountId)).find((row) => row.id === id);
  if (found === undefined) throw new Error('A Memory was there and was not counted.');
  return found;
}

function askToConfirm(row: CountedContainerRow): ConfirmationRequired {
  const { name, documents, notes, facts } = row;
  return {
    status: 'confirmation_required',
    message:
      `Nothing has been deleted yet. Confirm to delete the Memory “${isolateTurning(name)}” and everything in it (documents: ${documents}, ` +
      `notes: ${notes}, standing facts: ${facts}). This cannot be undone.`,
  };
}

function refuseTakenName(): { readonly ok: false; readonly error: Refusal } {
  return refuse('conflict', 'A Memory of this name exists already.', { field: 'name' });
}

function refuseBlankName(): { readonly ok: false; readonly error: Refusal } {
  return refuse('invalid', 'Nothing can be seen of this name.', { field: 'name' });
}
