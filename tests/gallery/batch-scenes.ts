/** Scenes of batch saves. */
import type {
  BatchProgress,
  BatchView,
  BookmarkFolder,
  Refusal,
  TabChoice,
} from '../../lib/batch/model.ts';
import { keyConnectionStatus } from './connections.ts';
import type { Answers } from './fake-bridge.ts';
import {
  emptyConnection,
  errors,
  galleryNow,
  connection,
  noConnection,
  hostileConnection,
  hostileTab,
  obstacles,
  page,
} from './fixtures.ts';
import { openSaves } from './saves-scenes.ts';
import type { Step, Scene } from './scenes.ts';

const nothingYet: BatchProgress = {
  waiting: 0,
  underWay: 0,
  saved: 0,
  existed: 0,
  refused: 0,
  canceled: 0,
};

export function batch(
  changes: Omit<Partial<BatchView>, 'progress'> & { progress?: Partial<BatchProgress> } = {},
): BatchView {
  const { progress, ...rest } = changes;
  return {
    id: 'batch-1',
    kind: 'bookmarks',
    name: 'Harbour towns',
    connectionId: 'device',
    container: { id: 'm1', name: 'Reading' },
    status: 'running',
    trouble: null,
    folded: 0,
    origins: [],
    borrowed: [],
    createdAt: galleryNow,
    progress: { ...nothingYet, ...progress },
    isQueued: false,
    reasons: [],
    refusals: [],
    ...rest,
  };
}

function refusal(id: string, changes: Partial<Refusal>): Refusal {
  const error = { code: 'link.unusable', message: 'No address.', retryable: false } as const;
  return {
    id,
    url: 'javascript:void(0)',
    title: 'Make it bigger',
    isTab: false,
    error,
    ...changes,
  };
}

const running = batch({
  progress: { waiting: 1_204, underWay: 8, saved: 312, existed: 14, refused: 3 },
});
const finished = batch({ status: 'done', progress: { saved: 212, existed: 12 }, folded: 4 });
const tooLarge = { code: 'page.too-large', message: 'Too long.', retryable: false } as const;
export const withRefusals = batch({
  kind: 'tabs',
  name: '',
  status: 'done',
  progress: { saved: 11, existed: 3, refused: 5, canceled: 1 },
  reasons: [
    { code: 'page.no-text', count: 3 },
    { code: 'page.too-large', count: 2 },
  ],
  refusals: [
    refusal('r1', {
      url: 'https://app.example/board',
      title: 'The board',
      isTab: true,
      error: errors.noText,
    }),
    refusal('r2', {
      url: 'https://app.example/list',
      title: 'The list',
      isTab: true,
      error: errors.noText,
    }),
    refusal('r3', { url: 'https://map.example/', title: '', isTab: true, error: errors.noText }),
    refusal('r4', {
      url: 'https://law.example/all',
      title: 'All the laws',
      isTab: true,
      error: tooLarge,
    }),
    refusal('r5', {
      url: 'https://law.example/old',
      title: 'The old laws',
      isTab: true,
      error: tooLarge,
    }),
  ],
});
const unusable = batch({
  status: 'done',
  progress: { saved: 40, refused: 60 },
  reasons: [{ code: 'link.unusable', count: 60 }],
  refusals: Array.from({ length: 50 }, (_, index) => refusal(`u${index}`, {})),
});

function tab(tabId: number, changes: Partial<TabChoice> = {}): TabChoice {
  return {
    tabId,
    url: `https://tidewater-${tabId}.example/essays/${tabId}`,
    title: titles[tabId % titles.length] ?? '',
    isActive: false,
    isAsleep: false,
    isAllowed: false,
    obstacle: null,
    isSaved: false,
    ...changes,
  };
}

const titles = [
  'The long memory of harbours: how a port town remembers what its records forgot',
  'Double-entry ledgers for people who count other things',
  'Seaweed for the winter beds',
  'A soup of yellow peas',
  'On keeping a commonplace book',
] as const;

export const tabs: TabChoice[] = [
  tab(1, { isActive: true, isAllowed: true }),
  tab(2),
  tab(3, { isSaved: true }),
  tab(4, { isAsleep: true }),
  tab(5, { url: 'chrome://settings/', title: 'Settings', obstacle: obstacles.restricted }),
  tab(6),
];
const manyTabs = [...tabs, ...Array.from({ length: 20 }, (_, index) => tab(index + 7))];
const hostileTabs = [
  tab(1, { url: hostileTab.url, title: hostileTab.title }),
  tab(2, { title: 'ذاكرة الموانئ الطويلة', isSaved: true, isAsleep: true }),
  tab(3, { title: '  ' }),
];

export const folders: BookmarkFolder[] = [
  { id: '1', title: 'Bookmarks bar', depth: 0, count: 1_527 },
  { id: '11', title: 'Harbour towns', depth: 1, count: 212 },
  { id: '12', title: 'Recipes', depth: 1, count: 1_300 },
  { id: '121', title: 'Soups', depth: 2, count: 1 },
  { id: '122', title: '', depth: 2, count: 4 },
  { id: '2', title: 'Other bookmarks', depth: 0, count: 0 },
];
const hostileFolders: BookmarkFolder[] = [
  { id: '1', title: hostileTab.title, depth: 0, count: 1_234_567 },
  ...Array.from({ length: 12 }, (_, index) => ({
    id: `d${index}`,
    title: `قراءات ${'deep '.repeat(6)}`,
    depth: index + 1,
    count: 12 - index,
  })),
];

const calm: Answers = {
  'connection.status': connection,
  'panel.take': { q: null },
  'learned.take': { earlier: 0, pages: [] },
  'page.describe': page(),
  'outbox.list': {
    items: [],
    storage: { usedBytes: 0, limitBytes: 50_000_000, isNearlyFull: false },
  },
  'batches.list': { batches: [] },
  'batches.tabs': { tabs },
  'batches.folders': { folders },
  'batches.start': running,
  'batches.pause': batch({ ...running, status: 'paused' }),
  'batches.resume': running,
  'batches.cancel': batch({
    ...running,
    status: 'canceled',
    progress: { underWay: 8, saved: 312, refused: 3, canceled: 1_204 },
  }),
  'batches.again': withRefusals,
  'batches.link': withRefusals,
  'batches.dismiss': {},
};

const readHere = { ...withRefusals, readsHere: true };

const open: Step = { click: '[data-act="save-many"]' };
const chooseTabs: Step = { click: '[data-act="choose-tabs"]' };
const chooseFolder: Step = { click: '[data-act="choose-bookmarks"]' };
const secondFolder: Step = { click: '.batch-folder:nth-of-type(2)' };
const start: Step = { click: '[data-act="start-batch"]' };
const openFirstReason: Step = { click: '.batch-reason-line' };

function scene(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'sidepanel',
    name: `batch-${name}`,
    answers: { ...calm, ...answers },
    ...more,
    steps: [openSaves, ...(more.steps ?? [open])],
  };
}

function listOf(...batches: BatchView[]): Answers {
  return { 'batches.list': { batches } };
}

export const batchScenes: readonly Scene[] = [
  scene('strip', listOf(running), { steps: [] }),
  scene('empty', {}),
  scene('loading', { 'batches.list': 'never', 'connection.status': 'never' }),
  scene('failed', { 'batches.list': errors.unanswered }),
  scene('no-connection', { 'connection.status': noConnection }),
  scene('read-only', { 'connection.status': { ...connection, kind: 'read-only' } }),
  scene('no-memory', { 'connection.status': emptyConnection }),
  scene('running', listOf(running)),
  scene('paused', listOf(batch({ ...running, status: 'paused' }))),
  scene('withdrawn', listOf(batch({ ...running, status: 'paused', trouble: errors.unauthorized }))),
  scene(
    'full',
    listOf(
      batch({
        ...running,
        trouble: { code: 'storage.full', message: 'Full.', retryable: false },
      }),
    ),
  ),
  scene(
    'queued',
    listOf(
      batch({ id: 'batch-2', kind: 'tabs', name: '', isQueued: true, progress: { waiting: 14 } }),
      running,
    ),
  ),
  scene(
    'canceled',
    listOf(batch({ status: 'canceled', progress: { underWay: 2, saved: 31, canceled: 1_180 } })),
  ),
  scene('done', listOf(finished)),
  scene('done-refusals', listOf(withRefusals), { steps: [open, openFirstReason] }),
  scene(
    'done-refusals-allowed',
    { ...listOf(readHere), 'batches.again': readHere },
    {
      steps: [open, openFirstReason],
      allowed: ['https://app.example'],
    },
  ),
  scene('done-unusable', listOf(unusable), { steps: [open, openFirstReason] }),
  scene('nothing', listOf(batch({ status: 'done' }))),
  scene(
    'again-failed',
    { ...listOf(withRefusals), 'batches.again': errors.unanswered },
    {
      steps: [open, openFirstReason, { click: '[data-act="again"]' }],
    },
  ),
  scene('tabs', {}, { steps: [open, chooseTabs] }),
  scene('tabs-loading', { 'batches.tabs': 'never' }, { steps: [open, chooseTabs] }),
  scene('tabs-failed', { 'batches.tabs': errors.unanswered }, { steps: [open, chooseTabs] }),
  scene('tabs-declined', {}, { steps: [open, chooseTabs], declines: true }),
  scene('tabs-many', { 'batches.tabs': { tabs: manyTabs } }, { steps: [open, chooseTabs] }),
  scene(
    'tabs-filtered',
    { 'batches.tabs': { tabs: manyTabs } },
    { steps: [open, chooseTabs, { fill: ['.batch-tools .search-field-input', 'no such tab'] }] },
  ),
  scene(
    'tabs-none',
    { 'batches.tabs': { tabs: tabs.filter(({ obstacle }) => obstacle !== null) } },
    { steps: [open, chooseTabs] },
  ),
  scene(
    'tabs-hostile',
    { 'batches.tabs': { tabs: hostileTabs }, 'connection.status': hostileConnection },
    { steps: [open, chooseTabs] },
  ),
  scene(
    'sites-declined',
    { 'connection.status': keyConnectionStatus },
    { steps: [open, chooseTabs, start], declines: 'later' },
  ),
  scene('sites-declined-on-device', {}, { steps: [open, chooseTabs, start], declines: 'later' }),
  scene(
    'start-failed',
    { 'batches.start': errors.unanswered },
    { steps: [open, chooseTabs, start] },
  ),
  scene(
    'folders',
    { 'connection.status': keyConnectionStatus },
    { steps: [open, chooseFolder, secondFolder] },
  ),
  scene('folders-on-device', {}, { steps: [open, chooseFolder, secondFolder] }),
  scene(
    'folders-on-device-declined',
    {},
    { steps: [open, chooseFolder, secondFolder, start], declines: 'later' },
  ),
  scene('folders-none', { 'batches.folders': { folders: [] } }, { steps: [open, chooseFolder] }),
  scene(
    'folders-hostile',
    { 'batches.folders': { folders: hostileFolders } },
    { steps: [open, chooseFolder] },
  ),
];
