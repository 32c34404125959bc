/** Sends standing facts. A fact without a response might have arrived, so only the person can resend it. */
import { type AppError, appError, leavesOutcomeUnknown } from '../contract/errors.ts';
import type { Fact, FactView } from './model.ts';
import type { CallWait } from '../search/model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { validateText, openingOf, storageFull, storageFailed } from '../outbox/model.ts';
import type { CallOptions, MemoryClient } from '../memory-client/client.ts';
import type { NoteOrder } from './save-note.ts';
import type { createFactStore } from './store.ts';

export type FactPorts = {
  store: ReturnType<typeof createFactStore>;
  place: (memoryId: string) => AsyncResult<Pick<Fact, 'connectionId' | 'container'>>;
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  calls: {
    run: <T>(id: string, work: (call: CallOptions) => Promise<T>) => Promise<T>;
    cancel: (id: string) => void;
    waitOf: (id: string) => CallWait | null;
  };
  stayAwake: <T>(work: Promise<T>) => Promise<T>;
  changed: (fact: FactView) => void;
  removed: (id: string) => void;
  /** Called once the fact is in the profile. */
  added: (connectionId: string) => Promise<void>;
  report: (cause: unknown) => void;
  now: () => number;
};

const mostFacts = 20;
/** Number of delivered facts to remember for repeated messages. */
const mostRemembered = 20;

/** Create once per background, because it remembers which facts are being sent. */
export function createFacts(ports: FactPorts) {
  const { store, calls, now } = ports;
  const running = new Map<string, Promise<void>>();
  const canceled = new Set<string>();
  const arrived = new Map<string, FactView>();

  /** Stores and sends a fact. Safe to repeat. */
  async function add({ id, content, memoryId }: NoteOrder): AsyncResult<FactView> {
    const facts = await stored();
    const waiting = facts.find((fact) => fact.id === id);
    const known = arrived.get(id) ?? (waiting && view(waiting));
    if (known !== undefined) return ok(known);
    const text = content.trim();
    const trouble = validateText({ title: null, content: text }, 'note');
    if (trouble !== null) return err(trouble);
    if (facts.length >= mostFacts) return err(storageFull);
    const place = await ports.place(memoryId);
    if (!place.ok) return place;
    const state = { status: 'under-way', since: now() } as const;
    const fact = { id, content: text, ...place.value, createdAt: now(), state };
    try {
      await store.put(fact);
    } catch (cause) {
      ports.report(cause);
      return err(storageFailed);
    }
    return ok(begin(fact));
  }

  async function again(id: string): AsyncResult<FactView> {
    const fact = (await stored()).find((one) => one.id === id);
    if (fact === undefined) return err(factGone);
    if (fact.state.status === 'under-way') return ok(view(fact));
    const begun: Fact = { ...fact, state: { status: 'under-way', since: now() } };
    return (await store.replace(begun)) ? ok(begin(begun)) : err(factGone);
  }

  /** Cancels only a waiting fact. A fact being sent continues, because it might have arrived. */
  async function cancel(id: string): Promise<void> {
    if (calls.waitOf(id) === null) return;
    canceled.add(id);
    calls.cancel(id);
    await running.get(id);
  }

  /** Removes a fact and returns its text. Returns null if it's being sent or was already removed. */
  async function takeBack(id: string): Promise<string | null> {
    const fact = (await stored()).find((one) => one.id === id);
    if (fact === undefined || fact.state.status === 'under-way') return null;
    await store.remove(id);
    ports.removed(id);
    return fact.content;
  }

  async function isKnown(id: string): Promise<boolean> {
    return arrived.has(id) || (await store.list()).some((fact) => fact.id === id);
  }

  /** Returns the stored facts. A fact stored as `under-way` that isn't running was interrupted. */
  async function stored(): Promise<Fact[]> {
    const facts = await store.list();
    return Promise.all(
      facts.map(async (fact) => {
        if (fact.state.status !== 'under-way' || running.has(fact.id)) return fact;
        const left: Fact = { ...fact, state: { status: 'unknown', error: interrupted } };
        await store.replace(left);
        return left;
      }),
    );
  }

  function begin(fact: Fact): FactView {
    const work = deliver(fact)
      .catch(ports.report)
      .finally(() => {
        running.delete(fact.id);
        canceled.delete(fact.id);
      });
    running.set(fact.id, work);
    void ports.stayAwake(work);
    const begun = view(fact);
    ports.changed(begun);
    return begun;
  }

  async function deliver(fact: Fact): Promise<void> {
    const sent = await send(fact).catch((cause: unknown) => {
      ports.report(cause);
      return err(interrupted);
    });
    if (!sent.ok) return settle(fact, stateAfter(fact.id, sent.error));
    const done: FactView = { ...view(fact), state: { status: 'kept' }, wait: null };
    remember(done);
    await store.remove(fact.id);
    await ports.added(fact.connectionId);
    return ports.changed(done);
  }

  async function send({ id, connectionId, container, content }: Fact) {
    const client = await ports.clientOf(connectionId);
    if (client === null) return err(connectionGone);
    const order = { container: container.id, content, static: true };
    return calls.run(id, (call) => client.memories.add(order, call));
  }

  function stateAfter(id: string, error: AppError): Fact['state'] {
    if (error.code === 'memory.aborted' && canceled.has(id)) return { status: 'stopped' };
    const isUnknown = error === interrupted || leavesOutcomeUnknown(error);
    return { status: isUnknown ? 'unknown' : 'refused', error };
  }

  /** Stores nothing if the fact has been removed meanwhile. */
  async function settle(fact: Fact, state: Fact['state']): Promise<void> {
    const settled = { ...fact, state };
    if (await store.replace(settled)) ports.changed({ ...view(settled), wait: null });
  }

  function remember(done: FactView): void {
    arrived.set(done.id, done);
    const [oldest] = arrived.keys();
    if (arrived.size > mostRemembered && oldest !== undefined) arrived.delete(oldest);
  }

  function view({ content, ...rest }: Fact): FactView {
    const wait = rest.state.status === 'under-way' ? calls.waitOf(rest.id) : null;
    return { ...rest, opening: openingOf(content), wait };
  }

  return {
    add,
    /** Returns facts that haven't been confirmed to be in the profile. */
    list: async () => (await stored()).map(view),
    again,
    cancel,
    takeBack,
    isKnown,
  };
}

const interrupted = appError('message.unanswered', 'Something went wrong inside Keepsake.', true);

const factGone = appError('memory.not-found', 'This fact was already added or discarded.');

const connectionGone = appError(
  'connection.removed',
  'The connection this was written for was removed.',
  true,
);
