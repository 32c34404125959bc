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
  it('is stored separately for each place until it is sent', async () => {
    const { drafts } = createWorld();

    await drafts.put('popup', draft);

    expect(await drafts.read('popup')).toEqual(draft);
    expect(await drafts.read('profile')).toBeNull();
  });

  it('is removed once sent, but not when another draft is sent', async () => {
    const { drafts } = createWorld();
    await drafts.put('popup', draft);

    await drafts.sent('popup', 'd0');
    expect(await drafts.read('popup')).toEqual(draft);
    await drafts.sent('popup', 'd1');

    expect(await drafts.read('popup')).toBeNull();
  });

  it('is removed on reading if it was sent before the background stopped', async () => {
    const { drafts, stored } = createWorld(['d1']);
    stored.set('popup', draft);

    expect(await drafts.read('popup')).toBeNull();
    expect(stored.size).toBe(0);
  });

  it.each([
    ['with only white space', { ...draft, content: ' \n' }, []],
    ['that was sent meanwhile', draft, ['d1']],
    ['that is null', null, []],
  ])('%s is not stored', async (_name, next, sent) => {
    const { drafts, stored } = createWorld(sent);

    await drafts.put('popup', next);

    expect(stored.size).toBe(0);
  });

  it('is read as last written', async () => {
    const { drafts } = createWorld();

    const put = drafts.put('popup', draft);
    const read = drafts.read('popup');

    expect(await read).toEqual(draft);
    await put;
  });
});
