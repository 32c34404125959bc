import { outboxView, type ViewChanges } from '../../tests/fixtures/outbox-view.ts';
import { describe, expect, it } from 'vitest';
import { sentences, t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus, PageDescription } from '../../lib/messaging/messages.ts';
import type { LiveState, OutboxView } from '../../lib/outbox/model.ts';
import type { Preview } from '../../lib/save/model.ts';
import type { NoteSaving } from '../notes/use-note-form.ts';
import type { PreviewState } from './use-preview.ts';
import { changeAnnouncement } from './popup.tsx';
import { laterView, saveAnnouncement, saveView, type SaveView } from '../outbox/save-view.ts';
import {
  highlightsOf,
  selectionView,
  writingTarget,
  readableTab,
  shownPage,
  type PopupModel,
  type PopupView,
  pausingConnection,
  orderOf,
  popupView,
  patternToAllow,
} from './popup-view.ts';

const now = 1_000_000;
const reading = { id: 'm1', name: 'Reading' };
const work = { id: 'm2', name: 'Work' };
const connection: ConnectionStatus = {
  kind: 'device',
  memories: [reading, work],
  chosenMemoryId: 'm1',
  connectionId: 'device-1',
  withdrawn: [],
};
const homeless: ConnectionStatus = {
  kind: null,
  memories: [],
  chosenMemoryId: null,
  connectionId: null,
  withdrawn: [],
};
const tab = { id: 1, url: 'https://example.org/', title: 'A' };
const error: AppError = { code: 'message.unanswered', message: '', retryable: true };
const learned: LiveState = { status: 'learned', existed: false, documentId: null };

/** What is said of the save that is shown. */
function saidOf(view: PopupView): SaveView {
  if (view.kind !== 'save') throw new Error(`There is no save in ${view.kind}.`);
  return saveView(view.save.of, view.save.moment);
}

function save(changes: ViewChanges = {}): OutboxView {
  const base = {
    id: 's1',
    connectionId: 'c1',
    container: reading,
    source: { url: tab.url, title: tab.title, tabId: 1, frameId: null },
    pageKey: tab.url,
    customId: null,
    createdAt: 500,
    updatedAt: 500,
    state: learned,
  };
  return outboxView(base, changes);
}

function model(page: Partial<PageDescription>, rest: Partial<PopupModel> = {}): PopupModel {
  return {
    page: { status: 'ready', page: { connection, tab, obstacle: null, saves: [], ...page } },
    saving: { status: 'idle' },
    preview: { status: 'reading', isSlow: false, progress: null },
    fresh: new Set(),
    tries: new Map(),
    wantsForm: false,
    picked: null,
    now,
    ...rest,
  };
}

type PageRead = Extract<Preview['page'], { ok: true }>;

function read(changes: Partial<PageRead>, selection: Preview['selection'] = null): PreviewState {
  const page: PageRead = {
    ok: true,
    url: tab.url,
    title: 'A',
    wordCount: 100,
    kind: 'article',
    kindConfidence: 1,
    extractor: 'blocks',
    author: null,
    site: null,
    published: null,
    language: null,
    customId: tab.url,
    opening: '',
    isWhole: true,
    readingMinutes: 1,
    comparisons: [],
    ...changes,
  };
  return { status: 'ready', preview: { id: 'p1', page, selection } };
}

const obstacle = { code: 'page.pdf', message: '', retryable: false } as const;

describe('popupView', () => {
  it.each([
    ['loading', model({}, { page: { status: 'loading', early: [] } })],
    ['failed', model({}, { page: { status: 'failed', error } })],
    ['not-set-up', model({ connection: homeless, obstacle })],
    ['obstacle', model({ obstacle })],
    ['read-only', model({ connection: { ...connection, kind: 'read-only' } })],
    ['no-memory', model({ connection: { ...connection, kind: 'key', memories: [] } })],
    ['first-memory', model({ connection: { ...connection, memories: [] } })],
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

    expect(view).toMatchObject({ kind: 'save', item: { id: null, memory: 'Work' } });
    expect(saidOf(view)).toMatchObject({ headline: 'Saving to Work' });
  });

  it('goes back to the form with the reason where a save could not even be asked for', () => {
    const view = popupView(model({}, { saving: { status: 'failed', of: 'new', error } }));

    expect(view).toMatchObject({ kind: 'form', form: { error, chosen: reading } });
  });

  it('says with the save that nothing has changed since', () => {
    const unchanged = { code: 'save.unchanged', message: '', retryable: false } as const;
    const saving = { status: 'failed', of: 'new', error: unchanged } as const;
    const view = popupView(model({ saves: [save({})] }, { saving }));

    expect(saidOf(view).detail).toContain(`${t('errors_save_unchanged_title')}.`);
  });

  it('stays with the save where its retry could not be asked for', () => {
    const refused = save({ state: { status: 'refused', error } });
    const view = popupView(
      model({ saves: [refused] }, { saving: { status: 'failed', of: 'item', error } }),
    );

    expect(saidOf(view)).toMatchObject({
      detail: sentences(t('errors_message_unanswered_title'), t('errors_next_retry')),
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

      expect(view).toMatchObject({ form: { chosen: work, isRepeat: false, canGoBack: true } });
    });

    it('takes the Memory that was picked, and says that it repeats', () => {
      const view = popupView(model({ saves: [save()] }, { wantsForm: true, picked: 'm1' }));

      expect(view).toMatchObject({ form: { chosen: reading, isRepeat: true } });
    });
  });

  it('hangs the ribbon of a page that is to be saved elsewhere by how far its save has come', () => {
    const captured = save({ state: { status: 'captured' } });

    expect(popupView(model({ saves: [captured] }, { wantsForm: true }))).toMatchObject({
      form: { stored: 'soon' },
    });
    expect(popupView(model({}))).toMatchObject({ form: { stored: 'no' } });
  });

  it('takes the first Memory where the remembered one is gone', () => {
    const view = popupView(model({ connection: { ...connection, chosenMemoryId: 'gone' } }));

    expect(view).toMatchObject({ form: { chosen: reading } });
  });
});

describe('a page that was read', () => {
  const comparison = { memoryId: 'm1', savedAt: 400, words: 'changed' } as const;

  it('has changed since it was saved, and is offered as a version there', () => {
    const view = popupView(
      model({ saves: [save()] }, { preview: read({ comparisons: [comparison] }) }),
    );

    expect(view).toMatchObject({ kind: 'save', changed: { memory: reading, savedAt: 400 } });
    expect(changeAnnouncement(view)).toContain('This page has changed. Saved on');
  });

  it.each([
    ['it says the same', { comparisons: [{ ...comparison, words: 'same' }] }, [save()], []],
    ['another Memory holds it', { comparisons: [{ ...comparison, memoryId: 'm2' }] }, [save()], []],
    [
      'its version was saved just now',
      { comparisons: [comparison] },
      [save({ id: 's2', isVersion: true, state: { ...learned, existed: true } }), save()],
      ['s2'],
    ],
  ] as const)('is not offered where %s', (_name, page, saves, fresh) => {
    const view = popupView(
      model({ saves: [...saves] }, { preview: read(page as never), fresh: new Set(fresh) }),
    );

    expect(view).toMatchObject({ kind: 'save', changed: null });
  });

  it('is offered still where a plain repeat found the earlier text there', () => {
    const repeat = save({ id: 's2', state: { ...learned, existed: true } });

    const view = popupView(
      model(
        { saves: [repeat, save()] },
        { preview: read({ comparisons: [comparison] }), fresh: new Set(['s2']) },
      ),
    );

    expect(view).toMatchObject({ changed: { savedAt: 400 } });
  });

  it('is saved as a version into the Memory whose text has changed, and plainly elsewhere', () => {
    const preview = read({ comparisons: [comparison] });
    const [into, elsewhere] = ['m1', 'm2'].map((picked) =>
      popupView(model({}, { preview, picked, wantsForm: true })),
    );

    expect(into?.kind === 'form' && orderOf(into.form)).toMatchObject({ asVersion: true });
    expect(into).toMatchObject({ form: { isRepeat: true } });
    const other = popupView(
      model({ connection: { ...connection, chosenMemoryId: 'm2' } }, { preview, picked: 'm2' }),
    );
    expect(elsewhere?.kind).toBe('form');
    expect(other.kind === 'form' && orderOf(other.form)).toEqual({
      memory: work,
      asVersion: false,
    });
  });

  it('is shown as it was read, and before that as the tab says', () => {
    expect(shownPage(read({ title: 'Read' }), tab)).toEqual({
      previewId: 'p1',
      title: 'Read',
      url: tab.url,
    });
    expect(shownPage({ status: 'reading', isSlow: false, progress: null }, tab)).toEqual({
      previewId: null,
      title: 'A',
      url: tab.url,
    });
  });
});

describe('a page that is saved already', () => {
  const same = { memoryId: 'm1', savedAt: 400, words: 'same' } as const;
  const failed: LiveState = { status: 'failed', documentId: null, reason: null };
  const unread: PreviewState = {
    status: 'ready',
    preview: { id: 'p1', page: { ok: false, error: obstacle }, selection: null },
  };

  it.each<[string, OutboxView, PreviewState]>([
    ['nothing but a figure has changed', save(), read({ comparisons: [same] })],
    ['it is not known what has', save(), read({})],
    ['the page is not read yet', save(), { status: 'reading', isSlow: true, progress: null }],
    ['its address alone is kept', save({ kind: 'link', state: failed }), read({})],
    ['it was found there', save({ state: { ...learned, existed: true } }), read({})],
  ])('can be saved again as a version where %s', (_, item, preview) => {
    expect(popupView(model({ saves: [item] }, { preview }))).toMatchObject({ again: reading });
  });

  it.each<[string, Partial<PageDescription>, PreviewState]>([
    ['it is still on its way', { saves: [save({ state: { status: 'captured' } })] }, read({})],
    ['it was refused', { saves: [save({ state: { status: 'refused', error } })] }, read({})],
    ['the browser closes the page', { saves: [save()], obstacle }, read({})],
    ['there is nothing to read', { saves: [save()] }, unread],
    [
      'the connection only reads',
      { saves: [save()], connection: { ...connection, kind: 'read-only' } },
      read({}),
    ],
    [
      'its Memory is not of this connection',
      { saves: [save({ container: { id: 'm9', name: 'Away' } })] },
      read({}),
    ],
  ])('cannot where %s', (_, page, preview) => {
    expect(popupView(model(page, { preview }))).toMatchObject({ again: null });
  });
});

describe('a page that is saved, and was not once more', () => {
  const closed: AppError = { code: 'page.restricted', message: '', retryable: false };
  const refused = save({ id: 's2', createdAt: 900, state: { status: 'refused', error: closed } });
  const laterOf = (view: PopupView) => {
    if (view.kind !== 'save' || view.later === null) throw new Error('There is no later try.');
    return laterView(view.later.of, view.later.moment);
  };

  it('is saved, with the later try below it', () => {
    const view = popupView(model({ saves: [refused, save()] }));

    expect(view).toMatchObject({ item: { id: 's1', savedAt: 500 }, stored: 'yes', others: [] });
    expect(saidOf(view)).toMatchObject({ headline: 'Already saved', tone: 'good' });
    expect(laterOf(view)).toMatchObject({
      headline: 'Couldn’t save it again',
      tone: 'bad',
      actions: ['retry', 'discard'],
    });
  });

  it.each<[string, readonly OutboxView[]]>([
    ['another Memory has it', [refused, save({ container: work })]],
    ['the earlier save is on its way', [refused, save({ state: { status: 'captured' } })]],
    ['the earlier one failed as well', [refused, save({ state: refused.state })]],
    [
      'the later one is on its way',
      [save({ id: 's2', state: { status: 'sending', attempt: 1 } }), save()],
    ],
  ])('is told by its last save where %s', (_, saves) => {
    expect(popupView(model({ saves: [...saves] }))).toMatchObject({
      item: { id: 's2' },
      later: null,
    });
  });

  it('says of the later try what came of trying it again', () => {
    const tries = new Map([['s2', 2]]);
    const saving = { status: 'failed', of: 'item', error } as const;
    const inUse = save({ connectionId: connection.connectionId ?? '' });
    const view = popupView(model({ saves: [refused, inUse] }, { tries, saving }));

    expect(view).toMatchObject({ tried: 0, later: { tried: 2 } });
    expect(saidOf(view).detail).toBe('Search for any words you remember from it.');
    expect(laterOf(view).detail).toBe(
      sentences(t('errors_message_unanswered_title'), t('errors_next_retry')),
    );
  });

  it('says of the save that stands what came of saving it anew', () => {
    const unchanged = { code: 'save.unchanged', message: '', retryable: false } as const;
    const saving = { status: 'failed', of: 'new', error: unchanged } as const;
    const view = popupView(model({ saves: [refused, save()] }, { saving }));

    expect(saidOf(view).detail).toContain(`${t('errors_save_unchanged_title')}.`);
  });

  it.each(['https://example.org/', 'http://127.0.0.1/'])(
    'has nothing to say of its address, %s, in the place of a page that is there',
    (url) => {
      const source = { url, title: 'A', tabId: 1, frameId: null };
      const saves = [refused, save()].map((one) => ({ ...one, connectionId: 'device-1', source }));
      const { actions, detail } = laterOf(popupView(model({ saves })));

      expect(actions).toEqual(['retry', 'discard']);
      expect(detail).not.toContain('address');
    },
  );

  it('keeps its ribbon in the form', () => {
    const view = popupView(model({ saves: [refused, save()] }, { wantsForm: true }));

    expect(view).toMatchObject({ form: { stored: 'yes', canGoBack: true } });
  });
});

describe('a page that is saved in a connection', () => {
  it.each<[string, Partial<ConnectionStatus>, boolean]>([
    ['of this device is offered to other Memories', {}, true],
    ['of this device is offered to a Memory yet to be made', { memories: [] }, true],
    ['is offered to the service in use', { kind: 'key' }, true],
    ['is not offered to a service without a Memory', { kind: 'key', memories: [] }, false],
    ['is not offered to a connection that only reads', { kind: 'read-only' }, false],
  ])('%s', (_, inUse, elsewhere) => {
    const view = popupView(model({ saves: [save()], connection: { ...connection, ...inUse } }));

    expect(view).toMatchObject({ kind: 'save', elsewhere });
  });
});

describe('a save that is tried again', () => {
  const refused = save({ state: { status: 'refused', error } });
  const tries = new Map([['s1', 2]]);

  it('says how often it has come to nothing, which is told anew each time', () => {
    const view = popupView(model({ saves: [refused] }, { tries }));

    expect(view).toMatchObject({ tried: 2 });
    expect(saveAnnouncement(saidOf(view), 2)).toMatch(/Retried 2 times without success\.$/);
  });

  it.each<[string, OutboxView]>([
    ['another was tried', { ...refused, id: 's2' }],
    ['it is being tried', save({ state: { status: 'requested' } })],
    ['it went well', save()],
  ])('says nothing of it where %s', (_, item) => {
    expect(popupView(model({ saves: [item] }, { tries }))).toMatchObject({ tried: 0 });
  });
});

describe('a page that cannot be read', () => {
  const noText = { code: 'page.no-text', message: '', retryable: true } as const;
  const unread: PreviewState = {
    status: 'ready',
    preview: { id: 'p1', page: { ok: false, error: noText }, selection: null },
  };
  const atHost = (url: string, kind: 'device' | 'key') =>
    popupView(
      model({ tab: { ...tab, url }, connection: { ...connection, kind } }, { preview: unread }),
    );

  it.each([
    ['https://example.org/', 'device', { offered: true }],
    ['http://127.0.0.1/', 'device', { offered: false, why: 'own-network' }],
    ['http://127.0.0.1/', 'key', { offered: true }],
    ['file:///connection/ada/a.txt', 'key', { offered: false, why: 'file' }],
  ] as const)(
    'at %s, for the connection by %s, has its address in place of the page',
    (url, kind, way) => {
      expect(atHost(url, kind)).toMatchObject({ form: { instead: way } });
    },
  );

  it('is the page itself as long as it is being read, and where it was read', () => {
    expect(popupView(model({}))).toMatchObject({ form: { instead: null } });
    expect(popupView(model({}, { preview: read({}) }))).toMatchObject({ form: { instead: null } });
  });

  it('has its address kept where the browser closes it to extensions', () => {
    const restricted = { code: 'page.restricted', message: '', retryable: false } as const;
    const store = { ...tab, url: 'https://addons.mozilla.org/' };

    expect(popupView(model({ obstacle: restricted, tab: store }))).toMatchObject({
      address: { memory: reading },
    });
    expect(
      popupView(model({ obstacle: restricted, tab: { ...tab, url: 'about:config' } })),
    ).toMatchObject({ address: null });
  });
});

describe('readableTab', () => {
  it.each([
    ['a page that can be saved', {}, tab],
    ['a page with an obstacle', { obstacle }, null],
    ['no connection', { connection: homeless }, null],
    ['a connection that only reads', { connection: { ...connection, kind: 'read-only' } }, null],
    ['a connection without Memories', { connection: { ...connection, memories: [] } }, null],
  ] as const)('with %s', (_name, page, expected) => {
    expect(readableTab(model(page as Partial<PageDescription>).page)).toEqual(expected);
  });
});

describe('selectionView', () => {
  const selection = { opening: 'pulls at', isWhole: true, words: 2, isKept: false };
  const selected = model({}, { preview: read({}, selection) });
  const noteOf = (of: PopupModel, noteSaving: NoteSaving = { status: 'rest' }) =>
    selectionView(of, noteSaving, null).note;

  it('offers what is selected, for the Memory chosen', () => {
    expect(noteOf(selected)).toMatchObject({ selection, chosen: reading });
    expect(noteOf({ ...selected, picked: 'm2' })).toMatchObject({ chosen: work });
  });

  it('offers nothing where nothing is selected, or it was kept just now', () => {
    expect(noteOf(model({}, { preview: read({}) }))).toBeNull();
    const kept = { status: 'saved', memory: 'Reading' } as const;
    expect(noteOf(selected, { ...kept, previewId: 'p1' })).toBeNull();
    expect(noteOf(selected, { ...kept, previewId: 'p0' })).not.toBeNull();
  });

  it('offers what was kept before only where the person wants it again', () => {
    const before = model({}, { preview: read({}, { ...selection, isKept: true }) });
    expect(selectionView(before, { status: 'rest' }, null)).toMatchObject({
      note: null,
      saved: { previewId: 'p1' },
    });
    expect(selectionView(before, { status: 'rest' }, 'p0').note).toBeNull();
    expect(selectionView(before, { status: 'rest' }, 'p1')).toMatchObject({
      note: { previewId: 'p1' },
      saved: null,
    });
  });
});

describe('writingTarget', () => {
  it.each([
    ['the Memory chosen last', {}, {}, 'm1'],
    ['the one picked here', {}, { picked: 'm2' }, 'm2'],
    ['the same, whatever is saved of the page', { saves: [save()] }, {}, 'm1'],
    [
      'the same over a page that cannot be read',
      { obstacle: { ...error, code: 'page.unseen' } },
      {},
      'm1',
    ],
    [
      'none where the connection only reads',
      { connection: { ...connection, kind: 'read-only' } },
      {},
      undefined,
    ],
    ['none without a connection', { connection: homeless }, {}, undefined],
    ['none without a Memory', { connection: { ...connection, memories: [] } }, {}, undefined],
  ] as const)('of a note is %s', (_name, page, rest, memoryId) => {
    const place = writingTarget(model(page as Partial<PageDescription>, rest));

    expect(place?.chosen.id).toBe(memoryId);
  });

  it('of a note is none while the page is not known', () => {
    expect(writingTarget({ page: { status: 'loading', early: [] }, picked: null })).toBeNull();
  });
});

describe('highlightsOf', () => {
  it('counts the notes of the page and sets apart those that were not kept', () => {
    const note = save({ kind: 'note', state: { status: 'accepted', existed: false } });
    const refused = save({ id: 'n2', kind: 'note', state: { status: 'refused', error } });

    const { saved, failed } = highlightsOf(model({ saves: [save(), note, refused] }).page);

    expect(saved).toBe(1);
    expect(failed.map(({ id }) => id)).toEqual(['n2']);
  });

  it('names the connection that holds a paused save back, and none for any other', () => {
    const paused = save({ state: { status: 'paused', error } });

    expect(pausingConnection(model({ saves: [paused] }).page, paused.id)).toBe(paused.connectionId);
    expect(pausingConnection(model({ saves: [save()] }).page, paused.id)).toBeNull();
  });

  it('says how many of the kept ones have not reached the connection', () => {
    const note = save({ kind: 'note', state: { status: 'accepted', existed: false } });
    const waiting = save({ id: 'n2', kind: 'note', state: { status: 'captured' } });

    const { page } = model({ saves: [note, waiting] });

    expect(highlightsOf(page)).toMatchObject({ saved: 2, unsent: 1 });
  });
});

describe('patternToAllow', () => {
  it.each([
    ['https://example.org:8443/a.pdf', 'https://example.org/*'],
    ['file:///connection/ada/a.pdf', 'file:///*'],
    ['chrome://settings/', null],
    ['data:application/pdf,a', null],
    ['', null],
  ])('gives for %j what the browser may be asked for', (url, pattern) => {
    expect(patternToAllow(url)).toBe(pattern);
  });
});
