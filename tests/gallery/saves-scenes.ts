/** Scenes of the list of saves, and of the panel around all views. */
import {
  isFinished,
  type LiveState,
  type OutboxList,
  type OutboxView,
} from '../../lib/outbox/model.ts';
import { keyConnectionStatus } from './connections.ts';
import type { Answers } from './fake-bridge.ts';
import {
  conflict,
  days,
  errors,
  galleryNow,
  connection,
  deviceQuestion,
  hostileTab,
  page,
  save,
  type SaveChanges,
  states,
  titles,
  hosts,
} from './fixtures.ts';
import { preview } from './preview-scenes.ts';
import type { Step, Scene } from './scenes.ts';

const minute = 60_000;
const roomy: OutboxList['storage'] = {
  usedBytes: 2_100_000,
  limitBytes: 50_000_000,
  isNearlyFull: false,
};
const nearlyFull = { ...roomy, usedBytes: 46_300_000, isNearlyFull: true };
const full = { ...roomy, usedBytes: roomy.limitBytes, isNearlyFull: true };

const memories = [
  { id: 'm1', name: 'Reading' },
  { id: 'm2', name: 'Work' },
  { id: 'm4', name: 'Garden notes' },
] as const;

/** Creates rows in this order, each with its own page. */
function rows(all: readonly (LiveState | [LiveState, SaveChanges])[]): OutboxView[] {
  return all.map((one, index) => {
    const [state, changes] = Array.isArray(one) ? one : [one, {}];
    const url = `https://${hosts[index % hosts.length]}/${index}`;
    const shared = {
      id: `s${index}`,
      connectionId: 'device',
      container: memories[index % memories.length] ?? memories[0],
      source: { url, title: titles[index % titles.length] ?? '', tabId: 7, frameId: null },
      pageKey: url,
      ago: index * 17 * minute,
    };
    if (changes.kind === 'note') return save(state, { ...shared, ...changes });
    return changes.kind === 'link'
      ? save(state, { ...shared, customId: url, ...changes })
      : save(state, { ...shared, customId: url, ...changes });
  });
}

const words = [
  'Every port keeps two sets of books: the one the harbour master signs, and the one the town tells itself…',
  'The herring came late.',
] as const;
const needy = rows([
  states.refusedByService,
  states.paused,
  [states.refused, { customId: null }],
  states.failed,
  states.unlearned,
]);
const moving = rows([
  states.requested,
  states.sending,
  states.captured,
  states.waiting,
  states.learning,
]);
const done = rows([
  states.learned,
  [states.accepted, { kind: 'note', opening: words[0] }],
  [states.learned, { isUnfinished: true }],
  [states.learned, { ago: days(3) }],
  [states.accepted, { kind: 'note', ago: days(9), opening: words[1] }],
  [states.learned, { ago: days(40) }],
]);
/** The key of the page in front, one of two pages with highlights. */
const frontKey = 'https://tidewater-quarterly.example/0';
const highlighted = rows([
  states.learned,
  [states.accepted, { kind: 'note', opening: words[0], pageKey: frontKey }],
  [states.accepted, { kind: 'note', opening: words[1], pageKey: frontKey }],
  states.learned,
  [
    states.accepted,
    {
      kind: 'note',
      customId: null,
      opening: words[1],
      pageKey: 'https://tidewater-quarterly.example/3',
    },
  ],
]);
const notPermitted = {
  code: 'link.not-permitted',
  message: 'The address was not allowed.',
  retryable: true,
} as const;
const links = rows([
  [states.linkWaits, { kind: 'link' }],
  [{ status: 'refused', error: notPermitted }, { kind: 'link' }],
  [states.captured, { kind: 'link' }],
  [states.unlearned, { kind: 'link' }],
  [states.learned, { kind: 'link' }],
  states.learned,
]);
const oneUrl = 'https://tidewater-quarterly.example/harbours';
const oneSource = { url: oneUrl, title: titles[0], tabId: 7, frameId: null };
const version = (id: string, ago: number): [LiveState, SaveChanges] => [
  states.learned,
  {
    ago,
    pageKey: oneUrl,
    source: oneSource,
    container: memories[0],
    customId: `${oneUrl}#${id}`,
    ...(id === '' ? {} : { isVersion: true }),
  },
];
const versions = rows([
  version('b', 5 * minute),
  [states.learned, { ago: 9 * minute }],
  version('a', 42 * minute),
  version('', days(3)),
]);
const link: SaveChanges = { kind: 'link' };
const ownSource = { url: 'http://192.168.1.4/notes', title: 'Notes', tabId: 7, frameId: null };
const unreached = rows([
  [{ status: 'failed', documentId: null, reason: 'The site could not be reached.' }, link],
  [{ status: 'canceled', documentId: null }, link],
  [
    { status: 'refused', error: errors.ownNetwork },
    { kind: 'link', source: ownSource },
  ],
  [states.learning, link],
]);
const renamed = (items: OutboxView[], prefix: string) =>
  items.map((item) => ({ ...item, id: `${prefix}${item.id}` }));
const everything = [...renamed(needy, 'n'), ...renamed(moving, 'w'), ...renamed(done, 'd')];
const manyRefused = rows(
  Array.from({ length: 7 }, (_, index) => (index === 5 ? states.paused : states.refusedByService)),
);
const batch = rows([
  ...Array.from({ length: 28 }, (_, index) => (index < 3 ? states.sending : states.captured)),
  ...Array.from({ length: 12 }, () => states.learned),
]).map((item, index) => ({ ...item, createdAt: item.createdAt + (index < 28 ? 0 : days(1)) }));
const mixed = (length: number) =>
  rows(
    Array.from({ length }, (_, index) =>
      index % 2 === 0 ? states.learned : index % 3 === 0 ? states.refusedByService : states.waiting,
    ),
  );
const twoThousand = mixed(2_000);
const hostile = [
  save(states.refusedByService, {
    id: 'h1',
    container: { id: 'm1', name: `W${'o'.repeat(200)}rk` },
    source: { url: hostileTab.url, title: hostileTab.title, tabId: null, frameId: null },
  }),
  save(
    {
      status: 'failed',
      documentId: null,
      reason: `<b>bold</b> \u202E${'Donaudampfschifffahrt'.repeat(40)}`,
    },
    {
      id: 'h2',
      kind: 'note',
      container: { id: 'm9', name: 'قراءات' },
      source: {
        url: 'javascript:alert(1)',
        title: 'ذاكرة الموانئ الطويلة',
        tabId: null,
        frameId: null,
      },
    },
  ),
  save(states.learned, {
    id: 'h3',
    container: { id: 'm8', name: '読書' },
    source: { url: 'https://example.jp/', title: '  ', tabId: null, frameId: null },
  }),
];

const triedAgain = needy[0] && { ...needy[0], updatedAt: galleryNow + 1 };

export const openSaves: Step = { click: '.panel-nav [data-view="library"]' };
const sentence =
  'Nothing has been deleted yet. Confirm to delete “Seaweed for the winter beds”, and all that was learned from it, from the Memory “Garden notes”. It stays in the bin for 30 days.';

const editable = {
  title: titles[0],
  content:
    '# The long memory of harbours\n\nThe customs house burned in 1871 and took the ledgers with it, yet anyone in the lower town could still tell you which family had kept the north light.\n\nWhat the harbour lost on paper it kept in talk.',
};

const calm: Answers = {
  'connection.status': connection,
  'memories.list': connection,
  'panel.take': { q: null },
  'learned.take': { earlier: 0, pages: [] },
  'page.describe': page(),
  'outbox.list': { items: everything, storage: roomy },
  'outbox.discard': {},
  'outbox.editable': editable,
  'saved.delete': { outcome: 'confirmation-required', sentence },
  'highlights.of-page': {
    page: { key: frontKey, title: titles[0] },
    site: { pattern: 'https://tidewater-quarterly.example/*', isAllowed: true },
    highlights: [],
  },
  'link.save': save(states.captured, { id: 'id-1', kind: 'link', connectionId: 'device' }),
};

/** Lists the documents that these saves stored. */
function storedBy(items: readonly OutboxView[]): Required<Answers>['documentsOf'] {
  return ({ memoryId }) => ({
    documents: items
      .filter(({ kind, container, state }) => {
        const isStored = isFinished(state) || state.status === 'learning';
        return kind !== 'note' && container.id === memoryId && isStored;
      })
      .map((item) => ({
        id: `document-of-${item.id}`,
        title: item.source.title,
        url: item.source.url,
        opening: null,
        savedAt: item.createdAt,
        learning: 'learned',
        reason: null,
        customId: item.customId,
      })),
    nextCursor: null,
    isCut: false,
  });
}

const unfold: Step = { click: '[data-act="attention"]' };

function saves(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  const all = { ...calm, ...answers };
  const list = all['outbox.list'];
  const items = typeof list === 'object' && 'items' in list ? list.items : [];
  const isNeedy = items.some(({ state }) => needsPerson.has(state.status));
  return {
    surface: 'sidepanel',
    name: `saves-${name}`,
    ...more,
    answers: { documentsOf: storedBy(items), ...all },
    steps: [openSaves, ...(isNeedy && name !== 'folded' ? [unfold] : []), ...(more.steps ?? [])],
  };
}

const needsPerson: ReadonlySet<string> = new Set([
  'failed',
  'canceled',
  'unlearned',
  'refused',
  'paused',
]);

function listOf(items: OutboxView[], storage = roomy): Answers {
  return { 'outbox.list': { items, storage } };
}

/** Chooses a kind by value and a Memory by name, because neither depends on the language. */
const chooseFilter = (at: 'memory' | 'kind', choice: string): Step => ({
  select: [`.filter-chooser >> nth=${at === 'memory' ? 0 : 1} >> select`, choice],
});
const filterField = '.filter-bar input';
const act = (action: string): Step => ({ click: `[data-act="${action}"]` });

export const savesScenes: readonly Scene[] = [
  saves('loading', { 'outbox.list': 'never' }),
  saves('failed', { 'outbox.list': errors.unanswered }),
  saves('empty', listOf([])),
  saves('all', {}),
  saves('folded', {}),
  saves('needy', listOf(needy)),
  saves('moving', listOf(moving)),
  saves('done', listOf(done)),
  saves('batch', listOf(batch)),
  saves('links', listOf(links)),
  saves('unreached', listOf(unreached)),
  saves('versions', listOf(versions)),
  saves('many', listOf(manyRefused)),
  saves('two-thousand', listOf(twoThousand)),
  saves('five-thousand', listOf(mixed(5_000))),
  saves('highlighted', listOf(highlighted)),
  saves('filtered', {}, { steps: [{ fill: [filterField, 'seaweed'] }] }),
  saves('filtered-hidden', {}, { steps: [{ fill: [filterField, 'commonplace'] }] }),
  saves('filtered-memory', {}, { steps: [chooseFilter('memory', 'Garden notes')] }),
  saves(
    'filtered-both',
    { ...listOf([...done, ...renamed(links, 'l')]) },
    { steps: [chooseFilter('memory', 'Reading'), chooseFilter('kind', 'note')] },
  ),
  saves('filtered-none', {}, { steps: [{ fill: [filterField, 'lighthouse'] }] }),
  saves('at-a-service', {
    ...listOf(done.map((item) => ({ ...item, connectionId: 'work' }))),
    'connection.status': keyConnectionStatus,
    'memories.list': keyConnectionStatus,
  }),
  saves('at-a-service-empty', {
    ...listOf([]),
    'connection.status': keyConnectionStatus,
    'memories.list': keyConnectionStatus,
  }),
  saves('row-focused', listOf(done), {
    steps: [{ click: filterField }, { press: 'ArrowDown' }, { press: 'ArrowDown' }],
  }),
  saves('hostile', listOf(hostile)),
  saves(
    'elsewhere',
    listOf(
      [...needy, ...renamed(done.slice(0, 1), 'd')].map((item) => ({
        ...item,
        connectionId: 'work',
      })),
    ),
  ),
  saves('nearly-full', listOf(needy, nearlyFull)),
  saves('full', listOf(needy, full)),
  saves(
    'retry-failed',
    { ...listOf(needy), 'outbox.retry': errors.unanswered },
    { steps: [act('retry')] },
  ),
  saves('retried', {
    ...listOf(needy),
    'outbox.retry': save(states.sending, { id: 's0', updatedAt: galleryNow + 1 }),
  }),
  saves(
    'tried-again',
    { ...listOf(needy), ...(triedAgain === undefined ? {} : { 'outbox.retry': triedAgain }) },
    { steps: [act('retry')] },
  ),
  saves('discarded', listOf(needy), { steps: [act('discard')] }),
  saves(
    'discarded-too-late',
    { ...listOf(needy), 'outbox.restore': errors.notFound },
    { steps: [act('discard'), act('undo')] },
  ),
  saves('restored', {
    ...listOf(needy),
    ...(needy[0] === undefined ? {} : { 'outbox.restore': needy[0] }),
  }),
  saves('discarded-many', listOf(manyRefused), { steps: [act('discard-all')] }),
  saves('editing', listOf(needy), { steps: [act('edit')] }),
  saves(
    'editing-loading',
    { ...listOf(needy), 'outbox.editable': 'never' },
    { steps: [act('edit')] },
  ),
  saves('editing-nothing', { ...listOf(needy), 'outbox.editable': null }, { steps: [act('edit')] }),
  saves('editing-invalid', listOf(needy), {
    steps: [
      act('edit'),
      { fill: ['.edit-save input', 'x'.repeat(513)] },
      { fill: ['.edit-save textarea', '  '] },
      { click: '.edit-save [type="submit"]' },
    ],
  }),
  saves(
    'editing-refused',
    { ...listOf(needy), 'outbox.edit': errors.validation },
    { steps: [act('edit'), { click: '.edit-save [type="submit"]' }] },
  ),
  saves('editing-leaving', listOf(needy), {
    steps: [act('edit'), { fill: ['.edit-save textarea', 'Less.'] }, { press: 'Escape' }],
  }),
  saves('editing-elsewhere', listOf(needy.map((item) => ({ ...item, connectionId: 'work' }))), {
    steps: [act('edit')],
  }),
  saves('deleting', listOf(done), { steps: [act('delete')] }),
  saves(
    'deleting-gone',
    { ...listOf(done), 'saved.delete': errors.notFound },
    { steps: [act('delete')] },
  ),
  saves(
    'deleting-forbidden',
    { ...listOf(done), 'saved.delete': errors.unauthorized },
    { steps: [act('delete')] },
  ),
  saves(
    'deleting-conflict',
    { ...listOf(done), 'saved.delete': conflict },
    { steps: [act('delete')] },
  ),
  saves('reminder', { ...listOf(done), 'transfer.reminder': { saves: 1_212 } }),
  saves(
    'undo',
    { ...listOf(done), ...deviceQuestion, 'bin.restore': {} },
    {
      nextAnswers: { 'saved.delete': { outcome: 'deleted', wasGone: false, binId: 'b1' } },
      steps: [
        { click: '[data-save="s2"] [data-act="delete"]' },
        { click: 'dialog .button:last-child' },
      ],
    },
  ),
  saves('deleted', listOf(done), {
    nextAnswers: {
      'saved.delete': { outcome: 'deleted', wasGone: false },
      ...listOf(done.filter(({ id }) => id !== 's2')),
    },
  }),
  saves(
    'deleted-before',
    { ...listOf(done), 'saved.delete': { outcome: 'deleted', wasGone: true } },
    { steps: [act('delete')] },
  ),
  saves('news', {
    ...listOf(done),
    'learned.take': {
      earlier: 0,
      pages: [{ id: 'news', title: titles[2], memory: 'Garden notes' }],
    },
  }),
  {
    surface: 'sidepanel',
    name: 'news',
    answers: {
      ...calm,
      'learned.take': {
        earlier: 11,
        pages: [{ id: 'news', title: titles[2], memory: 'Garden notes' }],
      },
    },
  },
  { surface: 'sidepanel', name: 'badge-many', answers: { ...calm, ...listOf(twoThousand) } },
  { surface: 'sidepanel', name: 'badge-moving', answers: { ...calm, ...listOf(moving) } },
  {
    surface: 'popup',
    name: 'news',
    answers: {
      'page.describe': page(),
      'preview.take': preview(),
      'learned.take': { earlier: 0, pages: [{ id: 'news', title: titles[0], memory: 'Reading' }] },
    },
  },
];
