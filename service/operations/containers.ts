/** Memories, which the contract calls containers: list, create, change and delete. */
import * as z from 'zod/mini';
import { containersResponseSchema, containerSchema } from '../../lib/contract/memory-api.ts';
import { createContainerRequestSchema } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { isolateTurning } from '../../lib/text/isolate.ts';
import { isBlankName } from '../../lib/text/memory-name.ts';
import { containerInReach, containersInReach, outOfReach } from '../auth/access.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { storable } from '../storage/storable.ts';
import { moveToBin } from './bin.ts';
import { askToConfirm, gone, isConfirmed } from './checks.ts';
import { accountOf, defineOperation, named } from './operation.ts';

const containerAnswer = named('Container', z.extend(containerSchema, { description: z.string() }));
export const containersAnswer = named(
  'Containers',
  z.extend(containersResponseSchema, { containers: z.array(containerAnswer) }),
);

export const listContainers = defineOperation({
  access: 'read',
  input: z.object({}),
  run: async (call) => {
    const containers = await containersInReach(accountOf(call), call.principal);
    return ok({
      containers: containers.map(({ id, name, description }) => ({ id, name, description })),
    });
  },
  rest: {
    method: 'get',
    path: '/v1/containers',
    openapi: {
      id: 'listContainers',
      tag: 'Memories',
      answers: { 200: [containersAnswer] },
    },
  },
  tool: {
    name: 'list_containers',
    title: 'List Memories',
    description:
      "Lists the Memories you can reach, each with id, name and description. A Memory is one of the person's own topics. " +
      'Wherever a tool takes `container`, send an id from this list.',
    args: {},
  },
});

export const createContainer = defineOperation({
  input: createContainerRequestSchema,
  run: async (call, { name, description = '' }) => {
    if (isBlankName(name)) return refuseBlankName();
    const container = {
      id: call.context.newId(),
      name: storable(name),
      description: storable(description),
    };
    const now = timestamp(call.context.clock);
    const isNew = await accountOf(call).containers.insert({ ...container, now });
    return isNew ? ok(container) : refuseTakenName();
  },
  rest: { method: 'post', path: '/owner/containers', from: 'body', status: 201 },
});

export const listCountedContainers = defineOperation({
  input: z.strictObject({}),
  run: async (call) => ok({ containers: await accountOf(call).containers.counted() }),
  rest: { method: 'get', path: '/owner/containers' },
});

export const changeContainer = defineOperation({
  input: z.extend(z.partial(createContainerRequestSchema), { id: z.string() }),
  run: (call, { id, ...changes }) =>
    accountOf(call).transaction(async ({ containers }) => {
      const known = await containerInReach({ containers }, call.principal, id);
      if (!known.ok) return known;
      if (changes.name !== undefined && isBlankName(changes.name)) return refuseBlankName();
      const changed = {
        id,
        name: storable(changes.name ?? known.value.name),
        description: storable(changes.description ?? known.value.description),
      };
      return (await containers.update(id, changed)) ? ok(changed) : refuseTakenName();
    }),
  rest: { method: 'patch', path: '/owner/containers/{id}', from: 'body' },
});

export const deleteContainer = defineOperation({
  input: z.strictObject({ id: z.string(), confirm: z.optional(z.string()) }),
  run: async (call, { id, confirm }) => {
    const counted = await accountOf(call).containers.counted();
    const known = counted.find((row) => row.id === id);
    if (known === undefined) return outOfReach();
    const { name, documents, notes, facts } = known;
    if (!isConfirmed(confirm)) {
      const counts = `documents: ${documents}, notes: ${notes}, standing facts: ${facts}`;
      return askToConfirm(`the Memory “${isolateTurning(name)}” and everything in it (${counts})`);
    }
    const binId = await moveToBin(call, id, ({ containers }) => containers.delete(id));
    return gone(id, 'deleted', binId);
  },
  rest: { method: 'delete', path: '/owner/containers/{id}' },
});

function refuseTakenName() {
  return refuse('conflict', 'A Memory with this name already exists.', { field: 'name' });
}

function refuseBlankName() {
  return refuse('invalid', 'This name has no visible characters.', { field: 'name' });
}
