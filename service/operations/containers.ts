/** The Memories a credential can see, and making a new one. */
import * as z from 'zod/mini';
import { createContainerRequestSchema } from '../../lib/contracts/owner-api.ts';
import { ok } from '../../lib/contracts/result.ts';
import { containersInReach } from '../auth/access.ts';
import { insertContainer } from '../db/containers.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { defineOperation } from './operation.ts';
import { storable } from './rules.ts';

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
    return isNew
      ? ok(container)
      : refuse('conflict', 'A Memory of this name exists already.', { field: 'name' });
  },
});
