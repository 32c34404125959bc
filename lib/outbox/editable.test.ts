import { describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides } from '../../tests/fixtures/outbox-item.ts';
import { serviceLimits } from '../contract/limits.ts';
import { type LiveState, editableOf, validateText } from './model.ts';
import { liveStates, events } from '../../tests/fixtures/outbox-states.ts';
import { transition } from './transition.ts';

const { contentBytes, titleLength } = serviceLimits;
const link = { kind: 'link', customId: 'u', url: 'u', title: null, metadata: {} } as const;

describe('editableOf', () => {
  it.each<LiveState>(Object.values(liveStates))('of $status matches the event', (state) => {
    for (const material of [null, pageMaterialOfTides]) {
      const item = outboxItem({ state, material });
      const canBeEdited = transition(item, events.edited, 1) !== item;

      expect(editableOf(item) !== null).toBe(canBeEdited);
    }
  });

  it('is null for an address, which has no text', () => {
    const item = outboxItem({ kind: 'link', state: liveStates.refused, material: link });

    expect(editableOf(item)).toBeNull();
    expect(transition(item, events.edited, 1)).toBe(item);
  });

  it('returns the title and the text of a page', () => {
    const item = outboxItem({ state: liveStates.refused, material: pageMaterialOfTides });
    expect(editableOf(item)).toEqual({ title: 'Tides', content: 'The moon pulls at the sea.' });
  });

  it('returns no title for a note', () => {
    const item = outboxItem({
      kind: 'note',
      state: liveStates.paused,
      material: { kind: 'note', content: 'pulls' },
    });
    expect(editableOf(item)).toEqual({ title: null, content: 'pulls' });
  });
});

describe('validateText', () => {
  it.each([
    { title: 'Tides', content: 'x'.repeat(contentBytes) },
    { title: 'x'.repeat(titleLength), content: 'x' },
    { title: '🌊'.repeat(titleLength), content: 'x' },
    { title: null, content: 'x' },
  ])('accepts valid text', (words) => {
    expect(validateText(words, 'page')).toBeNull();
  });

  it.each([
    ['no text', { title: 'Tides', content: ' \n\t' }, 'The text is empty.'],
    [
      'too much text',
      { title: 'Tides', content: 'é'.repeat(contentBytes / 2 + 1) },
      '2.1 MB long, and a Memory takes 2 MB',
    ],
    ['an empty title', { title: ' ', content: 'x' }, 'The title is empty.'],
    [
      'a title that is too long',
      { title: 'x'.repeat(titleLength + 1), content: 'x' },
      '512 characters',
    ],
    [
      'a title that is one character too long',
      { title: '🌊'.repeat(titleLength + 1), content: 'x' },
      '512',
    ],
  ])('reports %s', (_what, words, word) => {
    const trouble = validateText(words, 'page');
    expect(trouble).toMatchObject({ code: 'memory.validation', retryable: false });
    expect(trouble?.message).toContain(word);
  });

  it('ignores the title of a note', () => {
    expect(validateText({ title: '', content: 'x' }, 'note')).toBeNull();
  });
});
