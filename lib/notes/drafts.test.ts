import { describe, expect, it } from 'vitest';
import type { NoteDraft, WritingPlace } from './model.ts';
import { createDrafts } from './drafts.ts';

const draft: NoteDraft = { id: 'd1', content: 'Ask Ines.', isFact: false };

function createWorld(sent: readonly string[] = []) {
  const stored = new Map<WritingPlace, NoteDraft>();
  const drafts = createDrafts({
    store: {
      read: async (place) => stored.get(place) ?? null,
      write: async (place, next) => {
        if (next === null) stored.delete(place);
        else stored.set(place, next);
      },
    },
    isSent: async (id) => sent.includes(id),
  });
  return { drafts, stored };
}

describe('a draft', () => {
  it('stays until it is sent, each in its place', async () => {
    const { drafts } = createWorld();

    await drafts.put('popup', draft);

    expect(await drafts.read('popup')).toEqual(draft);
    expect(await drafts.read('profile')).toBeNull();
  });

  it('is gone when it was sent, and another is not', async () => {
    const { drafts } = createWorld();
    await drafts.put('popup', draft);

    await drafts.sent('popup', 'd0');
    expect(await drafts.read('popup')).toEqual(draft);
    await drafts.sent('popup', 'd1');

    expect(await drafts.read('popup')).toBeNull();
  });

  it('of what was sent is none, where the background ended before it could forget it', async () => {
    const { drafts, stored } = createWorld(['d1']);
    stored.set('popup', draft);

    expect(await drafts.read('popup')).toBeNull();
    expect(stored.size).toBe(0);
  });

  it.each([
    ['of nothing but space', { ...draft, content: ' \n' }, []],
    ['that was sent meanwhile', draft, ['d1']],
    ['that is none', null, []],
  ])('%s is not kept', async (_name, next, sent) => {
    const { drafts, stored } = createWorld(sent);

    await drafts.put('popup', next);

    expect(stored.size).toBe(0);
  });

  it('is read as it was put just before', async () => {
    const { drafts } = createWorld();

    const put = drafts.put('popup', draft);
    const read = drafts.read('popup');

    expect(await read).toEqual(draft);
    await put;
  });
});
