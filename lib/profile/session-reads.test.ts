import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { rulesViewSchema } from './model.ts';
import { createSessionReads } from './session-cache.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const kept = { credentialId: 'key-1', view: { rules: ['Be brief.'], readAt: 1 } };

describe('what was read in a session', () => {
  it('is there for the next background, by connection and kind', async () => {
    await createSessionReads('rules', rulesViewSchema).put('work', kept);

    const next = createSessionReads('rules', rulesViewSchema);
    expect(await next.get('work')).toEqual(kept);
    expect(await next.get('family')).toBeNull();
    expect(await createSessionReads('profile', rulesViewSchema).get('work')).toBeNull();
  });

  it('is gone once it is dropped, and with the session', async () => {
    const reads = createSessionReads('rules', rulesViewSchema);
    await reads.put('work', kept);
    await reads.put('family', kept);

    await reads.drop('work');
    expect(await reads.get('work')).toBeNull();
    expect(await reads.get('family')).toEqual(kept);

    await fakeBrowser.storage.session.clear();
    expect(await reads.get('family')).toBeNull();
  });

  it('is not kept where it is too large to leave room for others, nor what was kept before', async () => {
    const reads = createSessionReads('rules', rulesViewSchema);
    const large = { rules: ['é'.repeat(600_000)], readAt: 2 };
    await reads.put('work', kept);

    await reads.put('work', { ...kept, view: large });

    expect(await reads.get('work')).toBeNull();
    expect(await fakeBrowser.storage.session.get(null)).toEqual({});
  });

  it('stands in no area that lasts', async () => {
    await createSessionReads('rules', rulesViewSchema).put('work', kept);

    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
    expect(await fakeBrowser.storage.sync.get(null)).toEqual({});
  });

  it('counts for nothing where it is not of its form', async () => {
    await fakeBrowser.storage.session.set({ 'rules.work': { ...kept, view: { rules: 7 } } });

    expect(await createSessionReads('rules', rulesViewSchema).get('work')).toBeNull();
  });
});
