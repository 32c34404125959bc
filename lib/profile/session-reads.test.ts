import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { rulesViewSchema } from './model.ts';
import { createSessionReads } from './session-cache.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const kept = { credentialId: 'key-1', view: { rules: ['Be brief.'], readAt: 1 } };

describe('createSessionReads', () => {
  it('stores a view for the next background, by connection and kind', async () => {
    await createSessionReads('rules', rulesViewSchema).put('work', kept);

    const next = createSessionReads('rules', rulesViewSchema);
    expect(await next.get('work')).toEqual(kept);
    expect(await next.get('family')).toBeNull();
    expect(await createSessionReads('profile', rulesViewSchema).get('work')).toBeNull();
  });

  it('removes a view when it is dropped or the session ends', async () => {
    const reads = createSessionReads('rules', rulesViewSchema);
    await reads.put('work', kept);
    await reads.put('family', kept);

    await reads.drop('work');
    expect(await reads.get('work')).toBeNull();
    expect(await reads.get('family')).toEqual(kept);

    await fakeBrowser.storage.session.clear();
    expect(await reads.get('family')).toBeNull();
  });

  it('does not store a view that is too large, and removes the previous one', async () => {
    const reads = createSessionReads('rules', rulesViewSchema);
    const large = { rules: ['é'.repeat(600_000)], readAt: 2 };
    await reads.put('work', kept);

    await reads.put('work', { ...kept, view: large });

    expect(await reads.get('work')).toBeNull();
    expect(await fakeBrowser.storage.session.get(null)).toEqual({});
  });

  it('does not write to permanent storage', async () => {
    await createSessionReads('rules', rulesViewSchema).put('work', kept);

    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
    expect(await fakeBrowser.storage.sync.get(null)).toEqual({});
  });

  it('ignores an invalid view', async () => {
    await fakeBrowser.storage.session.set({ 'rules.work': { ...kept, view: { rules: 7 } } });

    expect(await createSessionReads('rules', rulesViewSchema).get('work')).toBeNull();
  });
});
