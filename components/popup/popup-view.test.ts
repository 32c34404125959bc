import { describe, expect, it } from 'vitest';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { HomeStatus, PageDescription } from '../../lib/contracts/messages.ts';
import type { KeptState, OutboxView } from '../../lib/contracts/outbox.ts';
import { heldBackBy, highlightsOf, type PopupModel, popupView } from './popup-view.ts';

const now = 1_000_000;
const reading = { id: 'm1', name: 'Reading' };
const work = { id: 'm2', name: 'Work' };
const home: HomeStatus = {
  kind: 'device',
  memories: [reading, work],
  chosenMemoryId: 'm1',
  connectionId: 'device-1',
  withdrawn: [],
};
const homeless: HomeStatus = {
  kind: null,
  memories: [],
  chosenMemoryId: null,
  connectionId: null,
  withdrawn: [],
};
const tab = { id: 1, url: 'https://example.org/', title: 'A' };
const error: AppError = { code: 'message.unanswered', message: '', retryable: true };
const learned: KeptState = { status: 'learned', existed: false, documentId: null };

function save(changes: Partial<OutboxView> = {}): OutboxView {
  return {
    id: 's1',
    kind: 'page',
    connectionId: 'c1',
    container: reading,
    source: { url: tab.url, title: tab.title, tabId: 1, frameId: null },
    pageKey: tab.url,
    customId: null,
    createdAt: 500,
    updatedAt: 500,
    state: learned,
    ...changes,
  };
}

function model(page: Partial<PageDescription>, rest: Partial<PopupModel> = {}): PopupModel {
  return {
    page: { status: 'ready', page: { home, tab, obstacle: null, saves: [], ...page } },
    saving: { status: 'idle' },
    fresh: new Set(),
    wantsForm: false,
    picked: null,
    now,
    ...rest,
  };
}

const obstacle = { code: 'page.pdf', message: '', retryable: false } as const;

describe('popupView', () => {
  it.each([
    ['loading', model({}, { page: { status: 'loading', early: [] } })],
    ['failed', model({}, { page: { status: 'failed', error } })],
    ['homeless', model({ home: homeless, obstacle })],
    ['obstacle', model({ obstacle })],
    ['read-only', model({ home: { ...home, kind: 'read-only' } })],
    ['no-memory', model({ home: { ...home, kind: 'key', memories: [] } })],
    ['first-memory', model({ home: { ...home, memories: [] } })],
    ['form', model({})],
    ['save', model({ saves: [save()] })],
    ['save', model({ saves: [save()], obstacle })],
    ['form', model({ saves: [save()] }, { wantsForm: true })],
    ['form', model({ saves: [save({ kind: 'note' })] })],
  ])('is %s', (kind, given) => {
    expect(popupView(given).kind).toBe(kind);
  });

  it('shows the click at once, before anything is written', () => {
    const view = popupView(model({}, { saving: { status: 'asking', id: 'new', memory: work } }));

    expect(view).toMatchObject({
      kind: 'save',
      item: { id: null, memory: 'Work' },
      save: { headline: 'Saving to Work' },
    });
  });

  it('goes back to the form with the reason where a save could not even be asked for', () => {
    const view = popupView(model({}, { saving: { status: 'failed', of: 'new', error } }));

    expect(view).toMatchObject({ kind: 'form', form: { error, chosen: reading } });
  });

  it('stays with the save where its retry could not be asked for', () => {
    const refused = save({ state: { status: 'refused', error } });
    const view = popupView(
      model({ saves: [refused] }, { saving: { status: 'failed', of: 'item', error } }),
    );

    expect(view).toMatchObject({
      kind: 'save',
      save: { detail: 'Keepsake did not answer. Try again.' },
    });
  });

  it('names the other Memories that hold the page, each once', () => {
    const saves = [
      save({ id: 's3' }),
      save({ id: 's2', container: work, createdAt: 300 }),
      save({ id: 's1', container: work, createdAt: 200 }),
      save({
        id: 's0',
        container: { id: 'm3', name: 'Gone' },
        state: { status: 'refused', error },
      }),
    ];

    expect(popupView(model({ saves }))).toMatchObject({
      others: [{ id: 's2', memory: 'Work', savedAt: 300 }],
    });
  });

  it('tells when the page was saved first, not when it was found there', () => {
    const found = save({ id: 's2', createdAt: 900, state: { ...learned, existed: true } });

    expect(popupView(model({ saves: [found, save()] }))).toMatchObject({ item: { savedAt: 500 } });
    expect(popupView(model({ saves: [found] }))).toMatchObject({ item: { savedAt: null } });
  });

  describe('when the page is to be saved once more', () => {
    it('proposes a Memory that does not hold it', () => {
      const view = popupView(model({ saves: [save()] }, { wantsForm: true }));

      expect(view).toMatchObject({ form: { chosen: work, repeats: false, returns: true } });
    });

    it('takes the Memory that was picked, and says that it repeats', () => {
      const view = popupView(model({ saves: [save()] }, { wantsForm: true, picked: 'm1' }));

      expect(view).toMatchObject({ form: { chosen: reading, repeats: true } });
    });
  });

  it('hangs the ribbon of a page that is to be saved elsewhere by how far its save has come', () => {
    const captured = save({ state: { status: 'captured' } });

    expect(popupView(model({ saves: [captured] }, { wantsForm: true }))).toMatchObject({
      form: { kept: 'soon' },
    });
    expect(popupView(model({}))).toMatchObject({ form: { kept: 'no' } });
  });

  it('takes the first Memory where the remembered one is gone', () => {
    const view = popupView(model({ home: { ...home, chosenMemoryId: 'gone' } }));

    expect(view).toMatchObject({ form: { chosen: reading } });
  });
});

describe('highlightsOf', () => {
  it('counts the notes of the page and sets apart those that were not kept', () => {
    const note = save({ kind: 'note', state: { status: 'accepted', existed: false } });
    const refused = save({ id: 'n2', kind: 'note', state: { status: 'refused', error } });

    const { kept, troubled } = highlightsOf(model({ saves: [save(), note, refused] }).page);

    expect(kept).toBe(1);
    expect(troubled.map(({ id }) => id)).toEqual(['n2']);
  });

  it('names the home that holds a paused save back, and none for any other', () => {
    const paused = save({ state: { status: 'paused', error } });

    expect(heldBackBy(model({ saves: [paused] }).page, paused.id)).toBe(paused.connectionId);
    expect(heldBackBy(model({ saves: [save()] }).page, paused.id)).toBeNull();
  });

  it('says how many of the kept ones have not reached the home', () => {
    const note = save({ kind: 'note', state: { status: 'accepted', existed: false } });
    const waiting = save({ id: 'n2', kind: 'note', state: { status: 'captured' } });

    const { page } = model({ saves: [note, waiting] });

    expect(highlightsOf(page)).toMatchObject({ kept: 2, waiting: 1 });
  });
});
