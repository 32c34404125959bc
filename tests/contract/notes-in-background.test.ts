/** Saves notes and facts through the background, with its own stores and the real service. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { ok } from '../../lib/contract/result.ts';
import type { Api } from './api.ts';
import { type Background, startBackground } from './background.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const content = 'I am allergic to hazelnuts.';

let service: TwoAccounts;
let owner: Api;
let container: string;
let letGo: () => void;
/** Paths of requests that add notes and facts; `asked` has those that ask questions. */
let sent: string[];
let asked: string[];
/** How many questions the service is answering or has answered. */
let turns: number;
/** Whether the service stores what it receives, but its response is lost. */
let losesAnswers: boolean;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  fakeBrowser.reset();
  fakeBrowser.permissions.contains = async () => true;
  vi.useFakeTimers({ toFake: ['Date'] });
  const gate = Promise.withResolvers<void>();
  letGo = gate.resolve;
  turns = 0;
  const answer = async () => {
    turns += 1;
    await gate.promise;
    return ok({ answer: 'At last.', sources: [] });
  };
  service = await openTwoAccounts({ chooseAgent: () => ({ name: 'slow', answer }) });
  [owner] = service.owners;
  container = await owner.createMemory('Reading');
  await owner.learnDocument({ container, content: 'A heron waits.' });
  sent = [];
  asked = [];
  losesAnswers = false;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    const isWriting = pathname === '/v1/memories';
    if (isWriting) sent.push(pathname);
    if (pathname === '/v1/ask') asked.push(pathname);
    const reply = await service.fetch(request);
    if (isWriting && losesAnswers) throw new TypeError('The connection broke.');
    return reply;
  });
});
afterEach(async () => {
  letGo();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await service.close();
});

async function connected(): Promise<Background> {
  const background = startBackground();
  const { token } = await owner.createKey({ level: 'full', agent: true, profile: true });
  const answer = await background.popup('connections.connect-with-key', {
    connectionId: crypto.randomUUID(),
    address: 'https://memory.example',
    key: token,
    keep: 'persistent',
  });
  if (!answer.ok || answer.value.outcome !== 'works') throw new Error('Not connected.');
  return background;
}

const newOrder = (words: string) =>
  ({ id: crypto.randomUUID(), place: 'popup', content: words, memoryId: container }) as const;

async function factsOf({ popup: ask }: Background) {
  const listed = await ask('facts.list', {});
  return listed.ok ? listed.value.facts : null;
}

async function standing(): Promise<unknown[]> {
  const { body } = await owner.get('/v1/profile');
  return (body as { static: { content: string }[] }).static.map((fact) => fact.content);
}

describe('a written note', () => {
  it('is sent once it can’t be undone, and becomes searchable', async () => {
    const { popup: ask, background } = await connected();
    const order = newOrder('Ask Ines for the ledger of 1871.');

    const kept = await ask('notes.save', order);
    expect(kept).toMatchObject({ value: { kind: 'note', isWritten: true, source: { url: '' } } });
    expect(sent).toEqual([]);
    vi.setSystemTime(Date.now() + 10_000);
    background.outbox.resume();

    await expect
      .poll(() => ask('outbox.get', { id: order.id }))
      .toMatchObject({
        value: { state: { status: 'accepted' }, noteId: expect.any(String) },
      });
    const { results } = await owner.searchUntilFound({ container, q: 'ledger Ines' });
    expect(results).toMatchObject([{ content: 'Ask Ines for the ledger of 1871.' }]);
    expect(sent).toHaveLength(1);
  });

  it('is stored once if its response is lost and it is sent again', async () => {
    const { popup: ask, background } = await connected();
    const order = newOrder('Ask Ines for the ledger of 1871.');
    const stateOf = () => ask('outbox.get', { id: order.id });
    losesAnswers = true;
    await ask('notes.save', order);
    vi.setSystemTime(Date.now() + 10_000);
    background.outbox.resume();
    await expect.poll(stateOf).toMatchObject({ value: { state: { status: 'waiting' } } });

    losesAnswers = false;
    await ask('outbox.retry', { id: order.id, tabId: null });
    await expect.poll(stateOf).toMatchObject({ value: { state: { status: 'accepted' } } });

    expect(sent).toHaveLength(2);
    const { body } = await owner.get(`/owner/notes?container=${container}`);
    expect(body).toMatchObject({ notes: [{ content: order.content }] });
  });

  it('can be deleted after confirming the service’s question', async () => {
    const { popup: ask, background } = await connected();
    const { id, ...order } = newOrder('Ask Ines for the ledger of 1871.');
    await ask('notes.save', { id, ...order });
    vi.setSystemTime(Date.now() + 10_000);
    background.outbox.resume();
    await expect
      .poll(() => ask('outbox.get', { id }))
      .toMatchObject({
        value: { state: { status: 'accepted' } },
      });

    expect(await ask('saved.delete', { id, confirm: false })).toMatchObject({
      value: { outcome: 'confirmation-required', sentence: expect.stringContaining('Ask Ines') },
    });
    expect(await ask('saved.delete', { id, confirm: true })).toMatchObject({
      value: { outcome: 'deleted' },
    });
  });

  it('leaves the profile when deleted, and notifies the pages', async () => {
    const { popup: ask, background, events } = await connected();
    const order = newOrder('Ask Ines for the ledger of 1871.');
    await ask('notes.save', order);
    vi.setSystemTime(Date.now() + 10_000);
    background.outbox.resume();
    await expect
      .poll(() => ask('outbox.get', { id: order.id }))
      .toMatchObject({
        value: { state: { status: 'accepted' } },
      });
    expect(await ask('profile.read', { refresh: false })).toMatchObject({
      value: { current: [{ text: order.content }] },
    });
    const isToldOf = () => events.filter(({ event }) => event === 'profile.changed').length;
    expect(isToldOf()).toBe(0);

    await ask('saved.delete', { id: order.id, confirm: true });

    expect(isToldOf()).toBe(1);
    expect(await ask('profile.read', { refresh: false })).toMatchObject({ value: { current: [] } });
  });

  it('becomes a draft again when undone, and is never sent', async () => {
    const { popup: ask, background } = await connected();
    const order = newOrder('Too soon.');
    await ask('notes.save-draft', {
      place: 'popup',
      draft: { id: order.id, content: order.content, isFact: false },
    });
    await ask('notes.save', order);
    expect(await ask('notes.draft', { place: 'popup' })).toEqual({ ok: true, value: null });

    const undone = await ask('notes.undo', { id: order.id, place: 'popup' });
    vi.setSystemTime(Date.now() + 20_000);
    background.outbox.resume();

    expect(undone).toMatchObject({ value: { content: 'Too soon.', isFact: false } });
    expect(await startBackground().popup('notes.draft', { place: 'popup' })).toEqual(undone);
    expect(await ask('outbox.list', {})).toMatchObject({ value: { items: [] } });
    expect(sent).toEqual([]);
  });
});

describe('a standing fact', () => {
  it('makes the profile reload, and appears in it', async () => {
    const { popup: ask, events } = await connected();
    expect(await ask('profile.read', { refresh: false })).toMatchObject({
      value: { standing: [] },
    });

    await ask('facts.add', newOrder(content));
    await expect
      .poll(() => events.slice(-2))
      .toMatchObject([{ event: 'profile.changed' }, { fact: { state: { status: 'kept' } } }]);

    expect(await ask('profile.read', { refresh: false })).toMatchObject({
      value: { standing: [{ text: content, memory: 'Reading' }] },
    });
  });

  it('waits for one of the two turns, and can be canceled and sent again', async () => {
    const background = await connected();
    const { popup: ask } = background;
    const questions = ['1', '2'].map((askId) => ask('ask.ask', { askId, message: 'heron' }));
    const order = newOrder(content);
    await expect.poll(() => asked).toHaveLength(2);

    await ask('facts.add', order);
    await expect.poll(() => factsOf(background)).toMatchObject([{ wait: { reason: 'turn' } }]);
    await ask('facts.give-up', { id: order.id });
    expect(await factsOf(background)).toMatchObject([{ state: { status: 'stopped' } }]);
    expect(sent).toEqual([]);

    await ask('facts.again', { id: order.id });
    letGo();
    await Promise.all(questions);
    await expect.poll(() => factsOf(background)).toEqual([]);

    expect(await standing()).toEqual([content]);
  });

  it('waits while other clients of the account use both turns', async () => {
    const background = await connected();
    const others = [1, 2].map(() => owner.post('/v1/ask', { message: 'heron' }));
    const order = newOrder(content);
    await expect.poll(() => turns).toBe(2);

    await background.popup('facts.add', order);
    await expect
      .poll(() => factsOf(background))
      .toMatchObject([{ wait: { reason: 'turns-exhausted' } }]);
    await background.popup('facts.give-up', { id: order.id });
    letGo();
    await Promise.all(others);

    expect(await factsOf(background)).toMatchObject([{ state: { status: 'stopped' } }]);
    expect(await standing()).toEqual([]);
  });

  it('isn’t sent again if its response was lost, even after a restart', async () => {
    const background = await connected();
    const order = newOrder(content);
    losesAnswers = true;

    await background.popup('facts.add', order);
    await expect
      .poll(() => factsOf(background))
      .toMatchObject([{ opening: content, state: { status: 'unknown' } }]);
    losesAnswers = false;
    const next = startBackground();
    next.background.outbox.resume();
    await next.popup('facts.add', order);

    expect(await factsOf(next)).toMatchObject([{ state: { status: 'unknown' } }]);
    expect(sent).toHaveLength(1);
    expect(await standing()).toEqual([content]);
  });

  it('can be taken back as text, and is deleted with everything else', async () => {
    const background = await connected();
    const { popup: ask } = background;
    losesAnswers = true;
    const [first, second] = [newOrder(content), newOrder('I row.')];
    for (const order of [first, second]) await ask('facts.add', order);
    await expect
      .poll(() => factsOf(background))
      .toMatchObject([{ state: { status: 'unknown' } }, { state: { status: 'unknown' } }]);

    expect(await ask('facts.take-back', { id: first.id })).toEqual({
      ok: true,
      value: { content },
    });
    await ask('connections.forget-everything', {});

    expect(await factsOf(background)).toEqual([]);
    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
  });
});
