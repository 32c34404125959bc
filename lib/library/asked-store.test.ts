import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { askedDeletions } from './asked-store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const targetNamed = (id: string) => ({
  id,
  kind: 'page' as const,
  connectionId: 'work',
  container: { id: 'reading', name: 'Reading' },
  customId: null,
  documentId: 'doc-1',
  memoryId: null,
  isPending: false,
});

describe('askedDeletions', () => {
  it('keeps a target for the next background, but only for the session', async () => {
    await askedDeletions.put(targetNamed('a'));

    expect(await askedDeletions.get('a')).toEqual(targetNamed('a'));
    expect(await askedDeletions.get('b')).toBeNull();
    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
  });

  it('is limited in size and drops the oldest, even with concurrent writes', async () => {
    const store = askedDeletions;

    await Promise.all(Array.from({ length: 30 }, (_, at) => store.put(targetNamed(`${at}`))));

    expect(await store.get('9')).toBeNull();
    expect(await store.get('10')).toEqual(targetNamed('10'));
    expect(await store.get('29')).toEqual(targetNamed('29'));
  });

  it('ignores invalid targets', async () => {
    await fakeBrowser.storage.session.set({ 'deletion.asked': [{ id: 'a' }] });

    expect(await askedDeletions.get('a')).toBeNull();
  });
});
