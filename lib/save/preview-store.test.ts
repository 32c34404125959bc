import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredPreview } from './model.ts';
import { createDatabaseOpener } from '../database/database.ts';
import { createPreviewStore } from './preview-store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function preview(changes: Partial<StoredPreview> = {}): StoredPreview {
  return {
    id: 'p1',
    tabId: 7,
    pageKey: 'https://example.org/',
    createdAt: 100,
    page: { ok: false, error: { code: 'page.no-text', message: '', retryable: true } },
    selection: null,
    ...changes,
  };
}

describe('createPreviewStore', () => {
  it('returns a preview as stored, even to the next background', async () => {
    await createPreviewStore(createDatabaseOpener()).put(preview());

    const next = createPreviewStore(createDatabaseOpener());

    expect(await next.get('p1')).toEqual(preview());
    expect(await next.get('p2')).toBeNull();
  });

  it('keeps one preview per tab', async () => {
    const store = createPreviewStore(createDatabaseOpener());
    await store.put(preview());
    await store.put(preview({ id: 'p2', tabId: 8 }));

    await store.put(preview({ id: 'p3' }));

    expect(await store.get('p1')).toBeNull();
    expect(await store.get('p2')).not.toBeNull();
    expect(await store.get('p3')).not.toBeNull();
  });

  it('removes only previews older than a given time', async () => {
    const store = createPreviewStore(createDatabaseOpener());
    await store.put(preview());
    await store.put(preview({ id: 'p2', tabId: 8, createdAt: 200 }));

    await store.removeBefore(200);

    expect(await store.get('p1')).toBeNull();
    expect(await store.get('p2')).not.toBeNull();
  });

  it('removes a row that can’t be parsed', async () => {
    const database = createDatabaseOpener();
    const store = createPreviewStore(database);
    await (await database()).put('previews', { id: 'p1', tabId: 7 } as unknown as StoredPreview);

    expect(await store.get('p1')).toBeNull();
    await store.removeBefore(0);
    expect(await (await database()).count('previews')).toBe(0);
  });
});
