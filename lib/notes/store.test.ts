import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Fact, NoteDraft } from './model.ts';
import { createDatabaseOpener } from '../database/database.ts';
import { forgetEverything } from '../database/forget-everything.ts';
import { createFactStore, draftStore } from './store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const draft: NoteDraft = {
  id: 'b6c0a7de-5b3c-4a8e-9f4e-0a3d5b1c9e77',
  content: 'Ask Ines.',
  isFact: false,
};
const fact: Fact = {
  id: 'f1',
  content: 'I am allergic to hazelnuts.',
  connectionId: 'c1',
  container: { id: 'm1', name: 'Reading' },
  createdAt: 1,
  state: { status: 'under-way', since: 1 },
};
const stopped: Fact = { ...fact, state: { status: 'stopped' } };

describe('a stored draft', () => {
  it('is stored once per place, until it is taken', async () => {
    await draftStore.write('popup', draft);

    expect(await draftStore.read('popup')).toEqual(draft);
    expect(await draftStore.read('profile')).toBeNull();
    await draftStore.write('popup', null);
    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
  });

  it('is null if it can’t be parsed', async () => {
    await fakeBrowser.storage.local.set({ 'note-draft.popup.v1': { content: 7 } });

    expect(await draftStore.read('popup')).toBeNull();
  });
});

describe('stored facts', () => {
  it('are kept in order, changed and removed', async () => {
    const store = createFactStore(() => undefined);
    await Promise.all([store.put(fact), store.put({ ...fact, id: 'f2' })]);

    expect(await store.replace(stopped)).toBe(true);
    expect(await store.list()).toEqual([stopped, { ...fact, id: 'f2' }]);
    await store.remove('f1');
    await store.remove('f2');

    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
  });

  it('are not restored by a change after being removed', async () => {
    const store = createFactStore(() => undefined);

    expect(await store.replace(stopped)).toBe(false);
    expect(await store.list()).toEqual([]);
  });

  it('leave an unparsable row in place and report it', async () => {
    let reports = 0;
    await fakeBrowser.storage.local.set({ 'facts.v1': [{ id: 7 }, fact] });
    const store = createFactStore(() => {
      reports += 1;
    });

    expect(await store.list()).toEqual([fact]);
    await store.remove('f1');

    expect(reports).toBe(1);
    expect(await fakeBrowser.storage.local.get('facts.v1')).toEqual({ 'facts.v1': [{ id: 7 }] });
  });
});

it('are deleted with the drafts by “Reset Keepsake”', async () => {
  await draftStore.write('popup', draft);
  await createFactStore(() => undefined).put(fact);

  await forgetEverything(createDatabaseOpener());

  expect(await draftStore.read('popup')).toBeNull();
  expect(await createFactStore(() => undefined).list()).toEqual([]);
});
