import { describe, expect, it } from 'vitest';
import type { AppError, MemoryError } from '../contract/errors.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { Fact, FactView } from './model.ts';
import type { CallWait } from '../search/model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { AddedNote, CallOptions, MemoryClient } from '../memory-client/client.ts';
import { settle } from '../memory-client/testing/manual-time.ts';
import { createFacts, type FactPorts } from './facts.ts';

const order = { id: 'f1', content: ' I am allergic to hazelnuts. ', memoryId: 'reading' };
const container = { id: 'reading', name: 'Reading' };
const lost: MemoryError = { code: 'memory.unreachable', message: 'Gone.', retryable: true };
const invalid: MemoryError = { code: 'memory.validation', message: 'No.', retryable: false };
const aborted: MemoryError = { code: 'memory.aborted', message: 'Stopped.', retryable: false };

type Sent = { input: unknown; call: CallOptions; answer: (added: Answer) => void };
type Answer = Result<AddedNote, MemoryError>;

/** Creates a background over stored facts, with a service that the test controls. */
function createWorld({
  stored = [] as Fact[],
  isThere = true,
  put = async (fact: Fact) => void stored.push(fact),
}: { stored?: Fact[]; isThere?: boolean; put?: FactPorts['store']['put'] } = {}) {
  const sent: Sent[] = [];
  const told: FactView[] = [];
  const removed: string[] = [];
  const kept: string[] = [];
  const waits = new Map<string, CallWait>();
  const controllers = new Map<string, AbortController>();
  const client: Pick<MemoryClient, 'memories'> = {
    memories: {
      add: (input, call = {}) =>
        new Promise((resolve) => sent.push({ input, call, answer: resolve })),
      forget: () => Promise.reject(new Error('Unexpected call.')),
    },
  };
  const facts = createFacts({
    store: {
      list: async () => [...stored],
      put,
      replace: async (fact) => {
        const at = stored.findIndex(({ id }) => id === fact.id);
        if (at !== -1) stored[at] = fact;
        return at !== -1;
      },
      remove: async (id) => {
        stored.splice(0, stored.length, ...stored.filter((fact) => fact.id !== id));
      },
    },
    place: async () => ok({ connectionId: 'c1', container }),
    clientOf: async () => (isThere ? (client as MemoryClient) : null),
    calls: {
      run: (id, work) => {
        const controller = new AbortController();
        controllers.set(id, controller);
        return work({ signal: controller.signal });
      },
      cancel: (id) => controllers.get(id)?.abort(),
      waitOf: (id) => waits.get(id) ?? null,
    },
    stayAwake: (work) => work,
    changed: (fact) => void told.push(fact),
    removed: (id) => void removed.push(id),
    added: async (connectionId) => void kept.push(connectionId),
    report: () => undefined,
    now: () => 1_000,
  });
  return { facts, stored, sent, told, removed, kept, waits };
}

async function began(world: ReturnType<typeof createWorld>): Promise<Sent> {
  await world.facts.add(order);
  await settle();
  const [first] = world.sent;
  if (first === undefined) throw new Error('Nothing was sent.');
  return first;
}

const stateOf = ({ stored }: { stored: readonly Fact[] }) => stored[0]?.state.status;

describe('a standing fact', () => {
  it('is stored before it is sent', async () => {
    let wasSentBefore: boolean | null = null;
    const world: ReturnType<typeof createWorld> = createWorld({
      put: async (fact) => {
        wasSentBefore = world.sent.length > 0;
        world.stored.push(fact);
      },
    });

    const added = await world.facts.add(order);
    await settle();

    expect(added).toMatchObject({ value: { opening: 'I am allergic to hazelnuts.', wait: null } });
    expect(wasSentBefore).toBe(false);
    expect(world.sent).toMatchObject([
      { input: { container: 'reading', content: 'I am allergic to hazelnuts.', static: true } },
    ]);
  });

  it('is removed once the service has it, and its profile is refreshed', async () => {
    const world = createWorld();
    const { answer } = await began(world);

    answer(ok({ status: 'stored', memoryId: 'n1' }));
    await settle();

    expect(world.stored).toEqual([]);
    expect(world.kept).toEqual(['c1']);
    expect(world.told.at(-1)).toMatchObject({ id: 'f1', state: { status: 'kept' } });
  });

  it('is sent once for repeated messages', async () => {
    const world = createWorld();
    const { answer } = await began(world);

    await world.facts.add(order);
    answer(ok({ status: 'stored', memoryId: 'n1' }));
    await settle();
    const again = await world.facts.add(order);

    expect(again).toMatchObject({ value: { state: { status: 'kept' } } });
    expect(world.sent).toHaveLength(1);
  });

  it.each([
    ['lost', lost, 'unknown'],
    ['late', { ...lost, code: 'memory.timeout' }, 'unknown'],
    ['a service failure', { ...lost, code: 'memory.server' }, 'unknown'],
    ['a rejection', invalid, 'refused'],
    ['too many running turns', { ...lost, code: 'memory.turns-exhausted' }, 'refused'],
    ['a missing agent', { ...lost, code: 'memory.capability-unavailable' }, 'refused'],
  ] as const)('is not sent again after a response that is %s', async (_name, error, state) => {
    const world = createWorld();
    const { answer } = await began(world);

    answer(err(error));
    await settle();

    expect(stateOf(world)).toBe(state);
    expect(world.sent).toHaveLength(1);
    expect(world.told.at(-1)?.state).toEqual({ status: state, error });
  });

  it('is unknown if the background stopped while sending it, and is not sent again by the next background', async () => {
    const before = createWorld();
    await began(before);

    const next = createWorld({ stored: before.stored });

    expect(await next.facts.list()).toMatchObject([{ id: 'f1', state: { status: 'unknown' } }]);
    expect(await next.facts.add(order)).toMatchObject({ value: { state: { status: 'unknown' } } });
    expect(next.sent).toEqual([]);
    expect(stateOf(next)).toBe('unknown');
  });

  it('is sent again at the person’s request', async () => {
    const world = createWorld();
    const { answer } = await began(world);
    answer(err(lost));
    await settle();

    const again = await world.facts.again('f1');
    await settle();

    expect(again).toMatchObject({ value: { state: { status: 'under-way' } } });
    expect(world.sent).toHaveLength(2);
  });

  it('can be canceled while it waits, and keeps its text', async () => {
    const world = createWorld();
    const { call, answer } = await began(world);
    world.waits.set('f1', { reason: 'turn' });
    call.signal?.addEventListener('abort', () => answer(err(aborted)));

    await world.facts.cancel('f1');

    expect(stateOf(world)).toBe('stopped');
    expect(await world.facts.takeBack('f1')).toBe('I am allergic to hazelnuts.');
    expect(world.removed).toEqual(['f1']);
    expect(world.stored).toEqual([]);
  });

  it('can’t be canceled or taken back while it is being sent', async () => {
    const world = createWorld();
    const { call } = await began(world);

    await world.facts.cancel('f1');

    expect(call.signal?.aborted).toBe(false);
    expect(await world.facts.takeBack('f1')).toBeNull();
    expect(stateOf(world)).toBe('under-way');
  });

  it('is not stored again if everything is deleted meanwhile', async () => {
    const world = createWorld();
    const { answer } = await began(world);
    world.stored.length = 0;

    answer(err(lost));
    await settle();

    expect(world.stored).toEqual([]);
    expect(world.told.at(-1)?.state.status).toBe('under-way');
  });

  it('keeps its text if its connection was removed', async () => {
    const world = createWorld({ isThere: false });

    await world.facts.add(order);
    await settle();

    expect(world.stored).toMatchObject([
      { state: { status: 'refused', error: { code: 'connection.removed' } } },
    ]);
  });

  it.each([
    ['nothing', '  ', 'memory.validation'],
    ['too much text', 'a'.repeat(serviceLimits.contentBytes + 1), 'memory.validation'],
  ])('is rejected with %s before it is sent', async (_name, content, code) => {
    const world = createWorld();

    expect(await world.facts.add({ ...order, content })).toMatchObject({ error: { code } });
    expect(world.stored).toEqual([]);
  });

  it('is not sent if it can’t be stored', async () => {
    const world = createWorld({ put: () => Promise.reject(new Error('Full.')) });

    const added: Result<FactView, AppError> = await world.facts.add(order);

    expect(added).toMatchObject({ error: { code: 'storage.failed' } });
    expect(world.sent).toEqual([]);
  });

  it('is rejected if twenty other facts are stored', async () => {
    const rest = { status: 'refused', error: invalid } as const;
    const fact = { ...order, connectionId: 'c1', container, createdAt: 1, state: rest };
    const stored = Array.from({ length: 20 }, (_, index) => ({ ...fact, id: `x${index}` }));
    const world = createWorld({ stored });

    expect(await world.facts.add(order)).toMatchObject({ error: { code: 'storage.full' } });
  });
});
