import { outboxView, type ViewChanges } from '../../tests/fixtures/outbox-view.ts';
import { describe, expect, it } from 'vitest';
import { sentences, t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus, PageDescription } from '../../lib/messaging/messages.ts';
import type { LiveState, OutboxView } from '../../lib/outbox/model.ts';
import type { Preview } from '../../lib/save/model.ts';
import type { NoteSaving } from '../notes/use-note-form.ts';
import type { SavePart } from './use-part.ts';
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
  partOptions,
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
const noConnection: ConnectionStatus = {
  kind: null,
  memories: [],
  chosenMemoryId: null,
  connectionId: null,
  withdrawn: [],
};
const tab = { id: 1, url: 'https://example.org/', title: 'A' };
const error: AppError = { code: 'message.unanswered', message: '', retryable: true };
const learned: LiveState = { status: 'learned', existed: false, documentId: null };

/** Returns the view of the save that is shown. */
function saidOf(view: PopupView): SaveView {
  if (view.kind !== 'save') throw new Error(`There is no save in ${view.kind}.`);
  return saveView(view.save.of, view.save.moment);
}

function save(changes: ViewChanges = {}): OutboxView {
  const base = {
    id: 's1',
    connectionId: 'device-1',
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
    page: {
      status: 'ready',
      page: { connection, tab, obstacle: null, part: 'article', saves: [], ...page },
    },
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

const stillReading: PreviewState = { status: 'reading', isSlow: false, progress: null };

function read(changes: Partial<PageRead>, selection: Preview['selection'] = null): PreviewState {
  return { status: 'ready', preview: previewOf(changes, selection) };
}

function previewOf(changes: Partial<PageRead>, selection: Preview['selection'] = null): Preview {
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
  return { id: 'p1', page, selection };
}

const obstacle = { code: 'page.pdf', message: '', retryable: false } as const;

describe('popupView', () => {
  it.each([
    ['loading', model({}, { page: { status: 'loading', early: [] } })],
    ['failed', model({}, { page: { status: 'failed', error } })],
    ['not-set-up', model({ connection: noConnection, obstacle })],
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

  it('doesn’t show what only another connection has', () => {
    const elsewhere = save({ connectionId: 'club' });

    expect(popupView(model({ saves: [elsewhere] }))).toMatchObject({
      kind: 'form',
      form: { chosen: reading, isRepeat: false, stored: 'no', canGoBack: false },
    });
    expect(popupView(model({ saves: [elsewhere, save()] }))).toMatchObject({
      kind: 'save',
      item: { id: 's1' },
      others: [],
    });
  });

  it('shows the save right after the click, before it is stored', () => {
    const view = popupView(model({}, { saving: { status: 'asking', id: 'new', memory: work } }));

    expect(view).toMatchObject({ kind: 'save', item: { id: null, memory: 'Work' } });
    expect(saidOf(view)).toMatchObject({ headline: 'Saving to Work' });
  });

  it('returns to the form with the error if the save couldn’t be requested', () => {
    const view = popupView(model({}, { saving: { status: 'failed', of: 'new', error } }));

    expect(view).toMatchObject({ kind: 'form', form: { error, chosen: reading } });
  });

  it('shows on the save that the page hasn’t changed', () => {
    const unchanged = { code: 'save.unchanged', message: '', retryable: false } as const;
    const saving = { status: 'failed', of: 'new', error: unchanged } as const;
    const view = popupView(model({ saves: [save({})] }, { saving }));

    expect(saidOf(view).detail).toContain(`${t('errors_save_unchanged_title')}.`);
  });

  it('stays at the save if its retry couldn’t be requested', () => {
    const refused = save({ state: { status: 'refused', error } });
    const view = popupView(
      model({ saves: [refused] }, { saving: { status: 'failed', of: 'item', error } }),
    );

    expect(saidOf(view)).toMatchObject({
      detail: sentences(t('errors_message_unanswered_title'), t('errors_next_retry')),
    });
  });

  it('names each other Memory that has the page once', () => {
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

  it('shows when the page was first saved, not when a repeat found it', () => {
    const found = save({ id: 's2', createdAt: 900, state: { ...learned, existed: true } });

    expect(popupView(model({ saves: [found, save()] }))).toMatchObject({ item: { savedAt: 500 } });
    expect(popupView(model({ saves: [found] }))).toMatchObject({ item: { savedAt: null } });
  });

  describe('when the page is saved again', () => {
    it('selects a Memory that doesn’t have it', () => {
      const view = popupView(model({ saves: [save()] }, { wantsForm: true }));

      expect(view).toMatchObject({ form: { chosen: work, isRepeat: false, canGoBack: true } });
    });

    it('uses the picked Memory, and shows that it already has the page', () => {
      const view = popupView(model({ saves: [save()] }, { wantsForm: true, picked: 'm1' }));

      expect(view).toMatchObject({ form: { chosen: reading, isRepeat: true } });
    });
  });

  it('shows the progress of the first save while saving elsewhere', () => {
    const captured = save({ state: { status: 'captured' } });

    expect(popupView(model({ saves: [captured] }, { wantsForm: true }))).toMatchObject({
      form: { stored: 'soon' },
    });
    expect(popupView(model({}))).toMatchObject({ form: { stored: 'no' } });
  });

  it('selects the first Memory if the remembered one is gone', () => {
    const view = popupView(model({ connection: { ...connection, chosenMemoryId: 'gone' } }));

    expect(view).toMatchObject({ form: { chosen: reading } });
  });
});

describe('a page with a preview', () => {
  const comparison = { memoryId: 'm1', savedAt: 400, words: 'changed' } as const;

  it('is offered as a new version if it changed', () => {
    const view = popupView(
      model({ saves: [save()] }, { preview: read({ comparisons: [comparison] }) }),
    );

    expect(view).toMatchObject({ kind: 'save', changed: { memory: reading, savedAt: 400 } });
    expect(changeAnnouncement(view)).toBe('This page has changed');
  });

  it.each([
    ['the text is the same', { comparisons: [{ ...comparison, words: 'same' }] }, [save()], []],
    ['another Memory has it', { comparisons: [{ ...comparison, memoryId: 'm2' }] }, [save()], []],
    [
      'its version was just saved',
      { comparisons: [comparison] },
      [save({ id: 's2', isVersion: true, state: { ...learned, existed: true } }), save()],
      ['s2'],
    ],
  ] as const)('isn’t offered as a version if %s', (_name, page, saves, fresh) => {
    const view = popupView(
      model({ saves: [...saves] }, { preview: read(page as never), fresh: new Set(fresh) }),
    );

    expect(view).toMatchObject({ kind: 'save', changed: null });
  });

  it('is still offered as a version after a repeated save found the earlier text', () => {
    const repeat = save({ id: 's2', state: { ...learned, existed: true } });

    const view = popupView(
      model(
        { saves: [repeat, save()] },
        { preview: read({ comparisons: [comparison] }), fresh: new Set(['s2']) },
      ),
    );

    expect(view).toMatchObject({ changed: { savedAt: 400 } });
  });

  it('is saved as a version to the Memory with the earlier text, and normally elsewhere', () => {
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

  it('is shown with the preview’s title, and before that with the tab’s', () => {
    expect(shownPage(read({ title: 'Read' }), tab, null)).toEqual({
      previewId: 'p1',
      title: 'Read',
      url: tab.url,
    });
    expect(shownPage(stillReading, tab, null)).toEqual({
      previewId: null,
      title: 'A',
      url: tab.url,
    });
  });

  it('keeps the preview’s title while another part of the page is read', () => {
    const before = previewOf({ title: 'Read' });

    expect(shownPage(stillReading, tab, before)).toEqual({
      previewId: null,
      title: 'Read',
      url: tab.url,
    });
  });
});

describe('an already saved page', () => {
  const same = { memoryId: 'm1', savedAt: 400, words: 'same' } as const;
  const failed: LiveState = { status: 'failed', documentId: null, reason: null };
  const unread: PreviewState = {
    status: 'ready',
    preview: { id: 'p1', page: { ok: false, error: obstacle }, selection: null },
  };

  it.each<[string, OutboxView, PreviewState]>([
    ['the text is nearly the same', save(), read({ comparisons: [same] })],
    ['it is unknown whether it changed', save(), read({})],
    ['the page isn’t read yet', save(), { status: 'reading', isSlow: true, progress: null }],
    ['only its address was saved', save({ kind: 'link', state: failed }), read({})],
    ['the save found it there', save({ state: { ...learned, existed: true } }), read({})],
  ])('can be saved again as a version if %s', (_, item, preview) => {
    expect(popupView(model({ saves: [item] }, { preview }))).toMatchObject({ again: reading });
  });

  it.each<[string, Partial<PageDescription>, PreviewState]>([
    ['the save isn’t sent yet', { saves: [save({ state: { status: 'captured' } })] }, read({})],
    ['it was refused', { saves: [save({ state: { status: 'refused', error } })] }, read({})],
    ['the page can’t be read', { saves: [save()], obstacle }, read({})],
    ['the page has no text', { saves: [save()] }, unread],
    [
      'the connection is read-only',
      { saves: [save()], connection: { ...connection, kind: 'read-only' } },
      read({}),
    ],
    [
      'its Memory belongs to another connection',
      { saves: [save({ container: { id: 'm9', name: 'Away' } })] },
      read({}),
    ],
  ])('can’t be saved again if %s', (_, page, preview) => {
    expect(popupView(model(page, { preview }))).toMatchObject({ again: null });
  });
});

describe('a saved page whose later save failed', () => {
  const closed: AppError = { code: 'page.restricted', message: '', retryable: false };
  const refused = save({ id: 's2', createdAt: 900, state: { status: 'refused', error: closed } });
  const laterOf = (view: PopupView) => {
    if (view.kind !== 'save' || view.later === null) throw new Error('There is no later save.');
    return laterView(view.later.of, view.later.moment);
  };

  it('is shown as saved, with the later save below', () => {
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
    ['the earlier save is in another Memory', [refused, save({ container: work })]],
    ['the earlier save isn’t sent yet', [refused, save({ state: { status: 'captured' } })]],
    ['the earlier save failed too', [refused, save({ state: refused.state })]],
    [
      'the later save is being sent',
      [save({ id: 's2', state: { status: 'sending', attempt: 1 } }), save()],
    ],
  ])('is shown with its last save if %s', (_, saves) => {
    expect(popupView(model({ saves: [...saves] }))).toMatchObject({
      item: { id: 's2' },
      later: null,
    });
  });

  it('shows the result of a retry on the later save', () => {
    const tries = new Map([['s2', 2]]);
    const saving = { status: 'failed', of: 'item', error } as const;
    const inUse = save({ connectionId: connection.connectionId ?? '' });
    const view = popupView(model({ saves: [refused, inUse] }, { tries, saving }));

    expect(view).toMatchObject({ tried: 0, later: { tried: 2 } });
    expect(saidOf(view).detail).toBeNull();
    expect(laterOf(view).detail).toBe(
      sentences(t('errors_message_unanswered_title'), t('errors_next_retry')),
    );
  });

  it('shows the result of saving it again on the first save', () => {
    const unchanged = { code: 'save.unchanged', message: '', retryable: false } as const;
    const saving = { status: 'failed', of: 'new', error: unchanged } as const;
    const view = popupView(model({ saves: [refused, save()] }, { saving }));

    expect(saidOf(view).detail).toContain(`${t('errors_save_unchanged_title')}.`);
  });

  it.each(['https://example.org/', 'http://127.0.0.1/'])(
    'doesn’t offer to save the address %s for the later save',
    (url) => {
      const source = { url, title: 'A', tabId: 1, frameId: null };
      const saves = [refused, save()].map((one) => ({ ...one, connectionId: 'device-1', source }));
      const { actions, detail } = laterOf(popupView(model({ saves })));

      expect(actions).toEqual(['retry', 'discard']);
      expect(detail).not.toContain('address');
    },
  );

  it('is shown as saved in the form', () => {
    const view = popupView(model({ saves: [refused, save()] }, { wantsForm: true }));

    expect(view).toMatchObject({ form: { stored: 'yes', canGoBack: true } });
  });
});

describe('a saved page', () => {
  it.each<[string, Partial<ConnectionStatus>, boolean]>([
    ['can be saved to other Memories on this device', {}, true],
    ['can be saved to a new Memory on this device', { memories: [] }, true],
    ['can be saved to the active service', { kind: 'key' }, true],
    ['can’t be saved to a service without a Memory', { kind: 'key', memories: [] }, false],
    ['can’t be saved to a read-only connection', { kind: 'read-only' }, false],
  ])('%s', (_, inUse, elsewhere) => {
    const view = popupView(model({ saves: [save()], connection: { ...connection, ...inUse } }));

    expect(view).toMatchObject({ kind: 'save', elsewhere });
  });
});

describe('a retried save', () => {
  const refused = save({ state: { status: 'refused', error } });
  const tries = new Map([['s1', 2]]);

  it('shows and announces how many retries failed', () => {
    const view = popupView(model({ saves: [refused] }, { tries }));

    expect(view).toMatchObject({ tried: 2 });
    expect(saveAnnouncement(saidOf(view), 2)).toMatch(/Retried 2 times without success\.$/);
  });

  it.each<[string, OutboxView]>([
    ['another save was retried', { ...refused, id: 's2' }],
    ['the retry is running', save({ state: { status: 'requested' } })],
    ['it succeeded', save()],
  ])('shows no retries if %s', (_, item) => {
    expect(popupView(model({ saves: [item] }, { tries }))).toMatchObject({ tried: 0 });
  });
});

describe('a page that can’t be read', () => {
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
  ] as const)('at %s, with a %s connection, offers to save its address', (url, kind, way) => {
    expect(atHost(url, kind)).toMatchObject({ form: { instead: way } });
  });

  it('doesn’t offer its address while it is being read or once it’s read', () => {
    expect(popupView(model({}))).toMatchObject({ form: { instead: null } });
    expect(popupView(model({}, { preview: read({}) }))).toMatchObject({ form: { instead: null } });
  });

  it('offers to save its address if the browser hides it from extensions', () => {
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
    ['no connection', { connection: noConnection }, null],
    ['a read-only connection', { connection: { ...connection, kind: 'read-only' } }, null],
    ['a connection without Memories', { connection: { ...connection, memories: [] } }, null],
  ] as const)('with %s', (_name, page, expected) => {
    expect(readableTab(model(page as Partial<PageDescription>).page)).toEqual(expected);
  });
});

describe('selectionView', () => {
  const selection = { opening: 'pulls at', isWhole: true, words: 2, isKept: false };
  const selected = model({}, { preview: read({}, selection) });
  const noteOf = (of: PopupModel, noteSaving: NoteSaving = { status: 'idle' }) =>
    selectionView(of, noteSaving, null).note;

  it('offers the selection for the chosen Memory', () => {
    expect(noteOf(selected)).toMatchObject({ selection, chosen: reading });
    expect(noteOf({ ...selected, picked: 'm2' })).toMatchObject({ chosen: work });
  });

  it('offers nothing without a selection, or once it’s saved', () => {
    expect(noteOf(model({}, { preview: read({}) }))).toBeNull();
    const kept = (previewId: string): NoteSaving => ({
      status: 'done',
      value: { previewId, memory: 'Reading' },
    });
    expect(noteOf(selected, kept('p1'))).toBeNull();
    expect(noteOf(selected, kept('p0'))).not.toBeNull();
  });

  it('offers an already saved selection only on request', () => {
    const before = model({}, { preview: read({}, { ...selection, isKept: true }) });
    expect(selectionView(before, { status: 'idle' }, null)).toMatchObject({
      note: null,
      saved: { previewId: 'p1' },
    });
    expect(selectionView(before, { status: 'idle' }, 'p0').note).toBeNull();
    expect(selectionView(before, { status: 'idle' }, 'p1')).toMatchObject({
      note: { previewId: 'p1' },
      saved: null,
    });
  });
});

describe('writingTarget', () => {
  it.each([
    ['the last chosen Memory', {}, {}, 'm1'],
    ['the picked Memory', {}, { picked: 'm2' }, 'm2'],
    ['the last chosen Memory, even if the page is saved', { saves: [save()] }, {}, 'm1'],
    [
      'the last chosen Memory, even if the page can’t be read',
      { obstacle: { ...error, code: 'page.unseen' } },
      {},
      'm1',
    ],
    [
      'none with a read-only connection',
      { connection: { ...connection, kind: 'read-only' } },
      {},
      undefined,
    ],
    ['none without a connection', { connection: noConnection }, {}, undefined],
    ['none without a Memory', { connection: { ...connection, memories: [] } }, {}, undefined],
  ] as const)('of a note is %s', (_name, page, rest, memoryId) => {
    const place = writingTarget(model(page as Partial<PageDescription>, rest));

    expect(place?.chosen.id).toBe(memoryId);
  });

  it('of a note is none while the page is loading', () => {
    expect(writingTarget({ page: { status: 'loading', early: [] }, picked: null })).toBeNull();
  });
});

describe('highlightsOf', () => {
  it('counts the page’s notes, and lists failed ones separately', () => {
    const note = save({ kind: 'note', state: { status: 'accepted', existed: false } });
    const refused = save({ id: 'n2', kind: 'note', state: { status: 'refused', error } });

    const { saved, failed } = highlightsOf(model({ saves: [save(), note, refused] }).page);

    expect(saved).toBe(1);
    expect(failed.map(({ id }) => id)).toEqual(['n2']);
  });

  it('returns the connection of a paused save, and null otherwise', () => {
    const paused = save({ state: { status: 'paused', error } });

    expect(pausingConnection(model({ saves: [paused] }).page, paused.id)).toBe(paused.connectionId);
    expect(pausingConnection(model({ saves: [save()] }).page, paused.id)).toBeNull();
  });

  it('counts notes that aren’t sent yet', () => {
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
  ])('returns for %j: %s', (url, pattern) => {
    expect(patternToAllow(url)).toBe(pattern);
  });
});

describe('partOptions', () => {
  const form = popupView(model({}));
  const parts = { part: 'article', isChosen: false, before: null, hasSelection: false } as const;
  const offered = (changes: Partial<Parameters<typeof partOptions>[1]>, view = form) =>
    partOptions(view, { ...parts, preview: read({ part: 'article' }), ...changes });
  const failed = (code: 'page.no-text' | 'page.too-large'): PreviewState => ({
    status: 'ready',
    preview: {
      ...previewOf({}),
      page: { ok: false, error: { code, message: '', retryable: false } },
    },
  });

  it.each<[string, Parameters<typeof offered>[0], readonly SavePart[]]>([
    ['the article and the whole page', {}, ['article', 'page']],
    [
      'the selection too, if there is one',
      { hasSelection: true },
      ['article', 'page', 'selection'],
    ],
    ['nothing on a page with only one text', { preview: read({}) }, []],
    [
      'that text or the selection',
      { preview: read({}), hasSelection: true },
      ['page', 'selection'],
    ],
    ['both parts before the page is read', { preview: stillReading }, ['article', 'page']],
    [
      'the earlier choice while another part is read',
      { preview: stillReading, before: previewOf({}) },
      [],
    ],
    ['nothing if there is no text at all', { preview: failed('page.no-text') }, []],
    [
      'the way back if only the whole page can’t be read',
      { preview: failed('page.no-text'), part: 'page' },
      ['article', 'page'],
    ],
    [
      'both parts of a page that is too large',
      { preview: failed('page.too-large') },
      ['article', 'page'],
    ],
  ])('offers %s', (_name, changes, options) => {
    expect(offered(changes)).toEqual(options);
  });

  it('offers nothing for the address of a PDF until it’s read', () => {
    const pdf = popupView(model({ tab: { ...tab, url: 'https://example.org/a.pdf' } }));

    expect(offered({ preview: stillReading }, pdf)).toEqual([]);
  });

  it('offers nothing on a saved page unless the choice matters for a new version', () => {
    const saves = [save({ state: learned })];
    const comparisons = [{ memoryId: 'm1', savedAt: 500, words: 'changed' }] as const;
    const saved = popupView(model({ saves }, { preview: read({}) }));
    const changed = popupView(
      model({ saves }, { preview: read({ comparisons: [...comparisons] }) }),
    );

    expect(offered({}, saved)).toEqual([]);
    expect(offered({ isChosen: true }, saved)).toEqual(['article', 'page']);
    expect(offered({}, changed)).toEqual(['article', 'page']);
    expect(offered({ hasSelection: true }, changed)).toEqual([]);
  });
});

describe('a page of which only another part was saved', () => {
  const comparisons = [{ memoryId: 'm1', savedAt: 500, words: 'other-part' as const }];
  const saves = [save({ state: learned })];

  it('isn’t shown as changed, but is saved as a new version', () => {
    const preview = read({ part: 'page', comparisons });
    const view = popupView(model({ saves }, { preview }));
    const into = popupView(model({}, { preview }));

    expect(view).toMatchObject({ kind: 'save', changed: null });
    expect(into.kind === 'form' && orderOf(into.form)).toMatchObject({ asVersion: true });
  });
});
