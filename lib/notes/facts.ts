/**
 * Standing facts on their way to the profile. Each is written down before it is sent, in the line of the account's
 * agent turns, and is sent once: where no answer comes it may have arrived, and only the person sends it again.
 */
import type { AppError } from '../contract/errors.ts';
import type { Fact, FactView } from './model.ts';
import type { CallWait } from '../search/model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { validateText, openingOf, storageFull, storageFailed } from '../outbox/model.ts';
import { leavesOutcomeUnknown } from '../contract/errors.ts';
import type { CallOptions, MemoryClient } from '../memory-client/client.ts';

export type FactPorts = {
  store: {
    /** Oldest first. */
    list: () => Promise<Fact[]>;
    /** Rejects where the browser does not write it. */
    put: (fact: Fact) => Promise<void>;
    /** Changes one that is still there; gives whether it is. */
    replace: (fact: Fact) => Promise<boolean>;
    remove: (id: string) => Promise<void>;
  };
  /** A Memory of the connection in use. */
  place: (memoryId: string) => Promise<Result<Pick<Fact, 'connectionId' | 'container'>, AppError>>;
  /** The client of the connection a fact was written for; null where that connection is gone. */
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  calls: {
    run: <T>(id: string, work: (call: CallOptions) => Promise<T>) => Promise<T>;
    cancel: (id: string) => void;
    /** Why the call waits; null where it is under way, or there is none. */
    waitOf: (id: string) => CallWait | null;
  };
  /** Keeps the background from being ended over the work. */
  stayAwake: <T>(work: Promise<T>) => Promise<T>;
  changed: (fact: FactView) => void;
  removed: (id: string) => void;
  /** The profile of a connection says something else now. */
  kept: (connectionId: string) => Promise<void>;
  report: (cause: unknown) => void;
  now: () => number;
};

export type FactOrder = { id: string; content: string; memoryId: string };

/** Facts that wait or rest at once: they are one person's, written by hand. */
const mostFacts = 20;
/** Those that arrived which a repeat of the same question still finds. */
const mostRemembered = 20;

/** Makes the use cases; a background makes them once, since it knows by itself alone what it is sending. */
export function createFacts(ports: FactPorts) {
  const { store, calls, now } = ports;
  const running = new Map<string, Promise<void>>();
  const givenUp = new Set<string>();
  const arrived = new Map<string, FactView>();

  /** Writes the fact down and begins to send it; safe to repeat. */
  async function add({ id, content, memoryId }: FactOrder): Promise<Result<FactView, AppError>> {
    const facts = await stored();
    const known = arrived.get(id) ?? viewOfKnown(facts, id);
    if (known !== null) return ok(known);
    const words = content.trim();
    const trouble = validateText({ title: null, content: words }, 'note');
    if (trouble !== null) return err(trouble);
    if (facts.length >= mostFacts) return err(storageFull);
    const place = await ports.place(memoryId);
    if (!place.ok) return place;
    const state = { status: 'under-way', since: now() } as const;
    const fact = { id, content: words, ...place.value, createdAt: now(), state };
    try {
      await store.put(fact);
    } catch (cause) {
      ports.report(cause);
      return err(storageFailed);
    }
    return ok(begin(fact));
  }

  /** Those the service has not said to have. */
  async function list(): Promise<FactView[]> {
    return (await stored()).map(view);
  }

  /** The person's word to send one that rests. */
  async function again(id: string): Promise<Result<FactView, AppError>> {
    const fact = (await stored()).find((one) => one.id === id);
    if (fact === undefined) return err(factGone);
    if (fact.state.status === 'under-way') return ok(view(fact));
    const begun: Fact = { ...fact, state: { status: 'under-way', since: now() } };
    return (await store.replace(begun)) ? ok(begin(begun)) : err(factGone);
  }

  /** Nobody can tell how far one has come that is being sent: it goes on. */
  async function giveUp(id: string): Promise<void> {
    if (calls.waitOf(id) === null) return;
    givenUp.add(id);
    calls.cancel(id);
    await running.get(id);
  }

  /** Forgets one that rests; null where it is under way or gone. */
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

  /** One that is under way and that nobody carries was left so by a background that ended. */
  async function stored(): Promise<Fact[]> {
    const facts = await store.list();
    return Promise.all(
      facts.map(async (fact) => {
        if (fact.state.status !== 'under-way' || running.has(fact.id)) return fact;
        const left: Fact = { ...fact, state: { status: 'unknown', error: brokenOff } };
        await store.replace(left);
        return left;
      }),
    );
  }

  function begin(fact: Fact): FactView {
    const work = carry(fact)
      .catch(ports.report)
      .finally(() => {
        running.delete(fact.id);
        givenUp.delete(fact.id);
      });
    running.set(fact.id, work);
    void ports.stayAwake(work);
    const begun = view(fact);
    ports.changed(begun);
    return begun;
  }

  async function carry(fact: Fact): Promise<void> {
    const sent = await send(fact).catch((cause: unknown) => {
      ports.report(cause);
      return err(brokenOff);
    });
    if (!sent.ok) return settle(fact, stateAfter(fact.id, sent.error));
    const done: FactView = { ...view(fact), state: { status: 'kept' }, wait: null };
    remember(done);
    await store.remove(fact.id);
    await ports.kept(fact.connectionId);
    return ports.changed(done);
  }

  async function send({ id, connectionId, container, content }: Fact) {
    const client = await ports.clientOf(connectionId);
    if (client === null) return err(homeGone);
    const order = { container: container.id, content, static: true };
    return calls.run(id, (call) => client.memories.add(order, call));
  }

  function stateAfter(id: string, error: AppError): Fact['state'] {
    if (error.code === 'memory.aborted' && givenUp.has(id)) return { status: 'stopped' };
    const isUnknown = error === brokenOff || leavesOutcomeUnknown(error);
    return { status: isUnknown ? 'unknown' : 'refused', error };
  }

  /** Whoever had everything forgotten meanwhile does not get it back. */
  async function settle(fact: Fact, state: Fact['state']): Promise<void> {
    const settled = { ...fact, state };
    if (await store.replace(settled)) ports.changed({ ...view(settled), wait: null });
  }

  function remember(done: FactView): void {
    arrived.set(done.id, done);
    const [oldest] = arrived.keys();
    if (arrived.size > mostRemembered && oldest !== undefined) arrived.delete(oldest);
  }

  function viewOfKnown(facts: readonly Fact[], id: string): FactView | null {
    const fact = facts.find((one) => one.id === id);
    return fact === undefined ? null : view(fact);
  }

  function view({ content, ...rest }: Fact): FactView {
    const wait = rest.state.status === 'under-way' ? calls.waitOf(rest.id) : null;
    return { ...rest, opening: openingOf(content), wait };
  }

  return { add, list, again, giveUp, takeBack, isKnown };
}

const brokenOff: AppError = {
  code: 'message.unanswered',
  message: 'Something went wrong inside Keepsake.',
  retryable: true,
};

const factGone: AppError = {
  code: 'memory.not-found',
  message: 'It is no longer here: it was added or discarded meanwhile.',
  retryable: false,
};

const homeGone: AppError = {
  code: 'connection.removed',
  message: 'The connection this was written for is no longer connected.',
  retryable: true,
};
