/** Every state of every surface: the background's responses, and the steps that lead there. */
import type {
  AppEvent,
  ConnectionStatus,
  MessageName,
  MessageOutput,
} from '../../lib/messaging/messages.ts';
import type { LiveState, OutboxView } from '../../lib/outbox/model.ts';
import type { SearchResults } from '../../lib/search/model.ts';
import { noHistory } from '../../lib/search/model.ts';
import { askAndProfileScenes } from './ask-and-profile.ts';
import { batchScenes } from './batch-scenes.ts';
import { connectionScenes } from './connection-scenes.ts';
import { documentsScenes } from './documents-scenes.ts';
import {
  connections,
  keyConnectionStatus,
  outcomesOfConnecting,
  readOnlyConnectionStatus,
} from './connections.ts';
import type { Answers } from './fake-bridge.ts';
import { preview, previewScenes } from './preview-scenes.ts';
import { highlightsScenes } from './highlights-scenes.ts';
import { noteScenes } from './note-scenes.ts';
import { savesScenes } from './saves-scenes.ts';
import { extensionAnswers, settingsScenes } from './settings-scenes.ts';
import { searchScenes } from './search-scenes.ts';
import {
  brokenLine,
  conflict,
  days,
  binEntries,
  deletionSentence,
  emptyConnection,
  errors,
  galleryNow,
  connection,
  noConnection,
  connectionWithHues,
  hostileConnection,
  hostileMemories,
  hostileRules,
  hostileTab,
  memories,
  noExport,
  obstacles,
  outcomes,
  ownMemories,
  page,
  reports,
  rules,
  save,
  smallConnection,
  states,
  transferFile,
  undoneRule,
} from './fixtures.ts';

export type Surface = 'popup' | 'sidepanel' | 'welcome' | 'options';

/** A user action (on a selector, or a key press) or an event from the background. */
export type Step =
  | { click: string }
  | { press: string }
  | { fill: readonly [string, string] }
  | { select: readonly [string, string] }
  | { choose: string }
  | { tell: AppEvent };

export type Scene = {
  surface: Surface;
  name: string;
  answers: Answers;
  nextAnswers?: Answers;
  canceledAnswers?: Answers;
  steps?: readonly Step[];
  laterBy?: number;
  delayMs?: number;
  held?: readonly MessageName[];
  shortcuts?: boolean;
  declines?: boolean | 'later';
  allowed?: readonly string[];
  /** The anchor in the address of the settings. */
  at?: string;
};

const fileSource = { url: 'file:///connection/ada/a.pdf', title: 'a.pdf', tabId: 7, frameId: null };
const saveButton = { click: '.popup-work .button[data-look="primary"]' };

function popup(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return { surface: 'popup', name, answers: { 'preview.take': preview(), ...answers }, ...more };
}

function saved(name: string, saves: readonly OutboxView[]): Scene {
  return popup(name, { 'page.describe': page({ saves: [...saves] }) });
}

const siteWithoutHighlights: MessageOutput<'highlights.of-page'> = {
  page: null,
  site: { pattern: 'https://tidewater-quarterly.example/*', isAllowed: false },
  highlights: [],
};

/** Returns a scene of a saved page whose later save failed, on a site whose highlights can be turned on. */
function savedThen(name: string, state: LiveState): Scene {
  const saves = [save(state), save(states.learned, { id: 'save-2', ago: days(3) })];
  return popup(`saved-then-${name}`, {
    'page.describe': page({ saves }),
    'highlights.of-page': siteWithoutHighlights,
  });
}

/** Returns a scene of a save that was started in this popup. */
function saving(name: string, state: LiveState): Scene {
  return popup(
    name,
    { 'page.describe': page(), 'page.save': save(state, { id: 'id-1' }) },
    { steps: [saveButton] },
  );
}

const popupScenes: readonly Scene[] = [
  popup('loading', { 'page.describe': 'never' }),
  popup('failed', { 'page.describe': errors.unanswered }),
  popup('no-connection', {
    'page.describe': page({ connection: noConnection }),
    'connections.list': connections.none,
  }),
  popup('no-memory', {
    'page.describe': page({ connection: { ...keyConnectionStatus, memories: [] } }),
  }),
  popup(
    'picker-with-key',
    { 'page.describe': page({ connection: keyConnectionStatus }) },
    { steps: [{ click: '.memory-picker-button' }] },
  ),
  popup('read-only', { 'page.describe': page({ connection: readOnlyConnectionStatus }) }),
  popup('saved-in-another-connection', {
    'page.describe': page({
      connection: readOnlyConnectionStatus,
      saves: [save(states.learned, { ago: days(3) })],
    }),
  }),
  popup('first-memory', { 'page.describe': page({ connection: emptyConnection }) }),
  popup('obstacle-restricted', {
    'page.describe': page({
      obstacle: obstacles.restricted,
      tab: { id: 7, url: 'chrome://settings/', title: 'Settings' },
    }),
  }),
  popup('obstacle-unknown', {
    'page.describe': page({
      obstacle: obstacles.restricted,
      tab: { id: 7, url: '', title: '' },
    }),
  }),
  popup('obstacle-pdf', { 'page.describe': page({ obstacle: obstacles.pdf }) }),
  popup('ready', { 'page.describe': page() }),
  popup('ready-late', { 'page.describe': page() }, { delayMs: 400 }),
  popup('ready-with-lines', {
    'page.describe': page({ saves: [save(states.accepted, { id: 'n1', kind: 'note' })] }),
    'highlights.of-page': siteWithoutHighlights,
    'learned.take': {
      earlier: 0,
      pages: [{ id: 'news', title: 'Tide tables', memory: 'Reading' }],
    },
  }),
  popup('ready-short', {
    'page.describe': page({
      connection: smallConnection,
      tab: { id: 7, url: 'https://example.org/', title: 'Bread' },
      saves: [save(states.accepted, { id: 'n1', kind: 'note' })],
    }),
  }),
  popup('ready-no-keys', { 'page.describe': page() }, { shortcuts: false }),
  popup('ready-hostile', {
    'page.describe': page({ tab: hostileTab, connection: hostileConnection }),
  }),
  popup(
    'picker-hues',
    { 'page.describe': page({ connection: connectionWithHues }) },
    { steps: [{ click: '.memory-picker-button' }] },
  ),
  popup('picker', { 'page.describe': page() }, { steps: [{ click: '.memory-picker-button' }] }),
  popup(
    'picker-hostile',
    { 'page.describe': page({ connection: hostileConnection }) },
    { steps: [{ click: '.memory-picker-button' }] },
  ),
  popup(
    'new-memory',
    { 'page.describe': page() },
    { steps: [{ click: '.memory-picker-button' }, { press: 'End' }, { press: 'Enter' }] },
  ),
  popup(
    'new-memory-refused',
    { 'page.describe': page(), 'memories.create': errors.validation },
    {
      steps: [
        { click: '.memory-picker-button' },
        { press: 'End' },
        { press: 'Enter' },
        { fill: ['.text-field-input', 'Reading'] },
        { press: 'Enter' },
      ],
    },
  ),
  popup('asking', { 'page.describe': page(), 'page.save': 'never' }, { steps: [saveButton] }),
  popup(
    'save-unanswered',
    { 'page.describe': page(), 'page.save': errors.unanswered, 'outbox.get': null },
    { steps: [saveButton] },
  ),
  saving('saving-captured', states.captured),
  saving('saving-sending', states.sending),
  saving('saving-learning', states.learning),
  saving('saving-learned', states.learned),
  saving('saving-existed', states.existed),
  saving('saving-waiting', states.waiting),
  saved('saved', [save(states.learned, { ago: days(3) })]),
  saved('saved-twice', [
    save(states.learned, { ago: days(3) }),
    save(states.learned, { id: 'save-2', container: memories[2], ago: days(60) }),
    save(states.accepted, { id: 'n1', kind: 'note' }),
    save(states.accepted, { id: 'n2', kind: 'note' }),
  ]),
  popup(
    'save-elsewhere',
    { 'page.describe': page({ saves: [save(states.learned, { ago: days(3) })] }) },
    { steps: [{ click: '.save-progress-actions .button' }] },
  ),
  saved('unlearned', [save(states.unlearned, { ago: days(1) })]),
  saved('failed-to-learn', [save(states.failed, { ago: days(1) })]),
  saved('canceled', [save(states.canceled, { ago: days(1) })]),
  saved('refused', [save(states.refused)]),
  savedThen('refused', states.refused),
  savedThen('refused-by-service', states.refusedByService),
  savedThen('refused-at-length', {
    status: 'refused',
    error: { ...errors.validation, message: 'Donaudampfschifffahrt '.repeat(40) },
  }),
  saved('refused-by-service', [save(states.refusedByService)]),
  saved('paused', [save(states.paused)]),
  popup('unread', {
    'page.describe': page({ saves: [save(states.refused, { connectionId: 'device' })] }),
    'link.save': save(states.captured, { id: 'id-1', kind: 'link', connectionId: 'device' }),
    'outbox.discard': {},
  }),
  popup('unread-file', {
    'page.describe': page({
      saves: [save(states.refused, { connectionId: 'device', source: fileSource })],
    }),
  }),
  popup('link-waits', {
    'page.describe': page({
      saves: [save(states.linkWaits, { kind: 'link', connectionId: 'device' })],
    }),
    'outbox.retry': save(states.sending, { kind: 'link', connectionId: 'device' }),
  }),
  saved('link-failed', [
    save(
      { status: 'failed', documentId: null, reason: 'The site could not be reached.' },
      { kind: 'link', ago: days(1) },
    ),
  ]),
  saved('link-own-network', [
    save(
      { status: 'refused', error: errors.ownNetwork },
      {
        kind: 'link',
        source: { url: 'http://192.168.1.4/notes', title: 'Notes', tabId: 7, frameId: null },
      },
    ),
  ]),
  popup(
    'discarded',
    {
      'page.describe': page({ saves: [save(states.refused)] }),
      'outbox.discard': {},
      'outbox.restore': save(states.refused),
    },
    { steps: [{ click: '.save-progress-actions .button[data-look="quiet"]' }] },
  ),
  popup(
    'tried-again',
    {
      'page.describe': page({ saves: [save(states.refused)] }),
      'outbox.retry': save(states.refused, { updatedAt: galleryNow + 1 }),
    },
    { steps: [{ click: '.save-progress-actions .button' }] },
  ),
  popup('nameless', {
    'page.describe': page({
      obstacle: obstacles.restricted,
      tab: { id: 7, url: 'https://archive.example/scans/log%20of%201871.jpg', title: '' },
    }),
  }),
  saved('note-refused', [save(states.refusedByService, { id: 'n1', kind: 'note' })]),
];

function panel(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'sidepanel',
    name,
    answers: {
      'connection.status': connection,
      'panel.take': { q: null },
      'search.cancel': {},
      'history.read': noHistory,
      'history.change': noHistory,
      ...answers,
    },
    ...more,
  };
}

/** Returns a scene of a search that the popup passed on. */
function searched(name: string, outcome: SearchResults, more: Partial<Scene> = {}): Scene {
  return panel(
    name,
    { 'panel.take': { q: 'harbour ledgers' }, 'search.run': outcome, ...more.answers },
    { steps: more.steps ?? [] },
  );
}

const panelScenes: readonly Scene[] = [
  panel('idle', {}),
  panel('first-use', { 'connection.status': noConnection, 'connections.list': connections.none }),
  panel('first-use-untold', {
    'connection.status': noConnection,
    'connections.list': errors.unanswered,
  }),
  panel('no-memory', { 'connection.status': emptyConnection }),
  panel('connection-failed', { 'connection.status': errors.unanswered }),
  panel('typing', { 'search.run': 'never' }),
  panel('searching', { 'panel.take': { q: 'harbour' }, 'search.run': 'never' }),
  panel(
    'slow',
    { 'panel.take': { q: 'harbour' }, 'search.run': 'never' },
    { laterBy: 12_000, steps: [] },
  ),
  panel(
    'stopped',
    { 'panel.take': { q: 'harbour' }, 'search.run': 'never' },
    { laterBy: 12_000, steps: [{ click: '.slow-search .button' }] },
  ),
  searched('results', outcomes.results),
  searched('results-focus', outcomes.results, {
    steps: [{ press: 'ArrowDown' }, { press: 'ArrowDown' }],
  }),
  searched('results-more', outcomes.results, { steps: [{ click: '.passage-more' }] }),
  searched('learning', outcomes.learning),
  searched('partial', outcomes.partial),
  searched('empty', outcomes.empty),
  searched('empty-learning', outcomes.emptyLearning),
  searched('silent', outcomes.silent),
  panel('failed', { 'panel.take': { q: 'harbour' }, 'search.run': errors.server }),
  searched('not-opened', outcomes.partial, {
    answers: { 'search.open': errors.unanswered },
    steps: [{ press: 'ArrowDown' }, { press: 'Enter' }],
  }),
  searched('hostile', outcomes.hostile),
];

function welcome(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return { surface: 'welcome', name, answers, ...more };
}

const primary = { click: '.welcome-setup .button[data-look="primary"]' };
const firstTime = {
  'connection.status': noConnection,
  'connection.create': emptyConnection,
} as const;

const welcomeScenes: readonly Scene[] = [
  welcome('loading', { 'connection.status': 'never' }),
  welcome('connection', { 'connection.status': noConnection }),
  welcome(
    'connection-working',
    { 'connection.status': noConnection, 'connection.create': 'never' },
    { steps: [primary] },
  ),
  welcome(
    'connection-failed',
    { 'connection.status': noConnection, 'connection.create': errors.connectionFailed },
    { steps: [primary] },
  ),
  welcome('memory', firstTime, { steps: [primary] }),
  welcome(
    'memory-refused',
    { ...firstTime, 'memories.create': errors.unanswered },
    { steps: [primary, { press: 'Enter' }] },
  ),
  welcome(
    'ready',
    { ...firstTime, 'memories.create': smallConnection },
    { steps: [primary, { press: 'Enter' }] },
  ),
  welcome(
    'found',
    { 'connection.status': noConnection, 'connection.create': connection },
    { steps: [primary] },
  ),
  welcome('again', { 'connection.status': connection }),
  welcome('again-no-keys', { 'connection.status': connection }, { shortcuts: false }),
  welcome(
    'again-naming',
    { 'connection.status': connection },
    { steps: [{ click: '.welcome-memories .button' }] },
  ),
  welcome('failed', { 'connection.status': errors.unanswered }),
];

function options(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'options',
    name,
    answers: {
      'connection.status': connection,
      'connections.list': connections.device,
      'memories.list-counts': ownMemories,
      'rules.list': rules,
      'memories.delete': { outcome: 'confirmation-required', sentence: deletionSentence },
      'rules.delete': {},
      ...extensionAnswers,
      ...answers,
    },
    ...more,
  };
}

const renameFirst = { click: '#memories .settings-row .icon-button' };
const deleteFirst = { click: '#memories .settings-row .icon-button:nth-child(2)' };
const newMemory = { click: '#memories .settings-content > div > .button' };
const connectByKey = { click: '#connections .settings-part:nth-last-child(2) > .button' };
const keyEnteredFor = (address: string): readonly Step[] => [
  connectByKey,
  { fill: ['.connect-form input[placeholder]', address] },
  { fill: ['.connect-form input[type=password]', 'keepsake_not_a_real_key'] },
  { press: 'Enter' },
];
const enteredKey = keyEnteredFor('memory.tidewater.example');
const afterDeletion: ConnectionStatus = {
  ...connection,
  memories: connection.memories.filter(({ id }) => id !== connection.chosenMemoryId),
  chosenMemoryId: 'm2',
};
const exportButton = { click: '#data .settings-part:nth-child(1) > .button' };
const importFile = { choose: '#data input[type=file]' };

const at =
  (anchor: string) =>
  (name: string, answers: Answers, more: Partial<Scene> = {}): Scene =>
    options(name, answers, { at: anchor, ...more });
const onMemories = at('memories');
const onConnections = at('connections');
const onData = at('data');

const binAnswers = {
  'bin.list': [...binEntries],
  'bin.restore': {},
  'bin.empty': {
    outcome: 'confirmation-required',
    sentence:
      'Nothing has been deleted yet. Confirm to delete everything in the bin. This cannot be undone.',
  },
} satisfies Answers;

const optionsScenes: readonly Scene[] = [
  options('loading', { 'connection.status': 'never' }),
  onMemories('lists-loading', { 'memories.list-counts': 'never', 'rules.list': 'never' }),
  options('failed', { 'connection.status': errors.unanswered }),
  onMemories('lists-failed', {
    'memories.list-counts': errors.server,
    'rules.list': errors.connectionFailed,
  }),
  options('no-connection', {
    'connection.status': noConnection,
    'connections.list': connections.none,
  }),
  onMemories('empty', { 'memories.list-counts': [], 'rules.list': [] }),
  options('general', {}),
  onMemories('ready', {}),
  onData('data', {}),
  onConnections('connections', { 'connections.list': connections.all }),
  onConnections('connections-failed', { 'connections.list': errors.server }),
  onConnections('connections-withdrawn', {
    'connection.status': keyConnectionStatus,
    'connections.list': connections.withdrawn,
  }),
  onConnections('connections-lost', {
    'connection.status': keyConnectionStatus,
    'connections.list': connections.lost,
  }),
  onConnections('connections-read-only', {
    'connection.status': readOnlyConnectionStatus,
    'connections.list': connections.readOnly,
  }),
  onConnections('connecting', {}, { steps: [connectByKey] }),
  onConnections(
    'connecting-refused',
    { 'connections.connect-with-key': outcomesOfConnecting.refused },
    { steps: enteredKey },
  ),
  onConnections(
    'connecting-not-permitted',
    { 'connections.connect-with-key': outcomesOfConnecting.notPermitted },
    { steps: enteredKey },
  ),
  onConnections(
    'connecting-trying',
    { 'connections.connect-with-key': 'never' },
    { steps: enteredKey },
  ),
  onConnections(
    'connected',
    {
      'connections.connect-with-key': outcomesOfConnecting.works,
      'connections.list': connections.all,
    },
    { steps: keyEnteredFor('memory.orchard.example') },
  ),
  onConnections(
    'connecting-again',
    {
      'connections.list': connections.all,
      'connections.connect-with-key': outcomesOfConnecting.works,
      'connections.replace-key': outcomesOfConnecting.works,
      'connections.choose': {},
    },
    { steps: enteredKey },
  ),
  onConnections(
    'connecting-third',
    { 'connections.list': connections.twoKeys },
    { steps: enteredKey },
  ),
  onConnections(
    'consent-waiting',
    { 'connections.begin-consent': 'never' },
    {
      steps: [
        { click: '#connections .settings-part:last-child > .button' },
        { fill: ['.connect-form input', 'club.example/library'] },
        { press: 'Enter' },
      ],
    },
  ),
  onConnections(
    'removing-connection',
    { 'connections.list': connections.all },
    { steps: [{ click: '.settings-connection:nth-child(2) .icon-button' }] },
  ),
  onMemories('hostile', { 'memories.list-counts': hostileMemories, 'rules.list': hostileRules }),
  onMemories('naming', {}, { steps: [newMemory] }),
  onMemories(
    'naming-full',
    {},
    { steps: [newMemory, { fill: ['.settings-name input', 'Letters '.repeat(10)] }] },
  ),
  onMemories(
    'naming-taken',
    {},
    { steps: [newMemory, { fill: ['.settings-name input', ' recipes'] }, { press: 'Enter' }] },
  ),
  onMemories('renaming', {}, { steps: [renameFirst] }),
  onMemories(
    'renaming-conflict',
    { 'memories.rename': conflict },
    { steps: [renameFirst, { fill: ['.settings-name input', 'Letters'] }, { press: 'Enter' }] },
  ),
  onMemories('renaming-done', { 'memories.rename': {} }),
  onMemories('rule-undone', { 'rules.add': undoneRule }),
  onData('bin-loading', { 'bin.list': 'never' }),
  onData('bin-failed', { 'bin.list': errors.server }),
  onData('bin', binAnswers, { nextAnswers: { 'bin.list': binEntries.slice(1) } }),
  onData(
    'bin-restore-failed',
    { ...binAnswers, 'bin.restore': errors.server },
    { steps: [{ click: '#data .settings-row .button' }] },
  ),
  onData('bin-emptying', binAnswers, {
    nextAnswers: { 'bin.list': [], 'bin.empty': { outcome: 'deleted' } },
    steps: [{ click: '#data .settings-part:has(.settings-list) > .button' }],
  }),
  onData('transfers', {
    'transfer.export': { file: transferFile },
    'transfer.import': reports.some,
  }),
  onMemories('deleting', {}, { steps: [deleteFirst] }),
  onMemories('deleting-asking', { 'memories.delete': 'never' }, { steps: [deleteFirst] }),
  onMemories('deleting-failed', { 'memories.delete': errors.server }, { steps: [deleteFirst] }),
  onMemories(
    'deleted',
    {},
    {
      nextAnswers: {
        'memories.delete': { outcome: 'deleted' },
        'memories.list-counts': ownMemories.slice(1),
      },
      steps: [
        deleteFirst,
        { click: 'dialog .button:last-child' },
        { tell: { event: 'connection.status-changed', connection: afterDeletion } },
      ],
    },
  ),
  onMemories(
    'deleted-undo',
    { 'bin.restore': {} },
    {
      nextAnswers: {
        'memories.delete': { outcome: 'deleted', binId: 'b1' },
        'memories.list-counts': ownMemories.slice(1),
      },
      steps: [
        deleteFirst,
        { click: 'dialog .button:last-child' },
        { tell: { event: 'connection.status-changed', connection: afterDeletion } },
      ],
    },
  ),
  onMemories(
    'rule-deleted',
    {},
    { steps: [{ click: '#rules .settings-row .icon-button:nth-child(2)' }] },
  ),
  onMemories(
    'rule-refused',
    { 'rules.add': errors.server },
    { steps: [{ fill: ['#rules textarea', 'Be kind.'] }, { press: 'Enter' }] },
  ),
  onMemories(
    'rule-editing',
    {},
    { steps: [{ click: '#rules .settings-row:nth-child(2) .icon-button' }] },
  ),
  onMemories(
    'rule-long-word',
    {},
    { steps: [{ fill: ['#rules textarea', '9f86d081884c7d65'.repeat(8)] }] },
  ),
  onMemories(
    'rules-deleted',
    {},
    {
      steps: [
        { click: '#rules .settings-row:nth-child(1) .icon-button:nth-child(2)' },
        { click: '#rules .settings-row:nth-child(2) .icon-button:nth-child(2)' },
      ],
    },
  ),
  onMemories('created', { 'memories.create': connection }),
  onMemories(
    'rule-gone',
    { 'rules.change': errors.notFound },
    {
      steps: [
        { click: '#rules .settings-row:nth-child(2) .icon-button' },
        { fill: ['#rules li textarea', 'Be kind.'] },
        { press: 'Enter' },
      ],
    },
  ),
  onData('exporting', { 'transfer.export': 'never' }, { steps: [exportButton], laterBy: 0 }),
  onData('exported', { 'transfer.export': { file: transferFile } }, { steps: [exportButton] }),
  onData(
    'export-failed',
    { 'transfer.export': errors.connectionFailed },
    { steps: [exportButton] },
  ),
  onData('importing', { 'transfer.import': 'never' }, { steps: [importFile], laterBy: 0 }),
  onData(
    'transfers-slow',
    { 'transfer.export': 'never', 'transfer.import': 'never' },
    {
      canceledAnswers: {
        'transfer.export': errors.connectionFailed,
        'transfer.import': brokenLine,
      },
    },
  ),
  onData('imported', { 'transfer.import': reports.some }, { steps: [importFile] }),
  onData('imported-nothing', { 'transfer.import': reports.none }, { steps: [importFile] }),
  onData('import-broken', { 'transfer.import': brokenLine }, { steps: [importFile] }),
  onData('import-no-export', { 'transfer.import': noExport }, { steps: [importFile] }),
];

export const scenes: readonly Scene[] = [
  ...popupScenes,
  ...previewScenes,
  ...panelScenes,
  ...searchScenes,
  ...askAndProfileScenes,
  ...savesScenes,
  ...documentsScenes,
  ...highlightsScenes,
  ...noteScenes,
  ...batchScenes,
  ...welcomeScenes,
  ...optionsScenes,
  ...settingsScenes,
  ...connectionScenes,
];
