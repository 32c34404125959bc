/** Scenes of the library tab for the connection in use. */
import type { DocumentList, ListedDocument } from '../../lib/library/model.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import { connections, keyConnectionStatus, readOnlyConnectionStatus } from './connections.ts';
import type { Answer, Answers } from './fake-bridge.ts';
import {
  emptyConnection,
  errors,
  galleryNow,
  connection,
  noConnection,
  hostileConnection,
  hostileTab,
  page,
  smallConnection,
  titles,
  hosts,
} from './fixtures.ts';
import type { Step, Scene } from './scenes.ts';

const minute = 60_000;
const sentence =
  'Nothing has been deleted yet. Confirm to delete “The long memory of harbours”, and all that was learned from it, from the Memory “Reading”. It stays in the bin for 30 days.';

/** Returns the document at position `at` in the list of a Memory. */
export function listed(
  memoryId: string,
  at: number,
  changes: Partial<ListedDocument> = {},
): ListedDocument {
  const number = at * 4 + Number(memoryId.slice(1));
  const url = `https://${hosts[number % hosts.length]}/essays/${number}`;
  return {
    id: `${memoryId}-${at}`,
    title: titles[number % titles.length] ?? null,
    url,
    opening: null,
    savedAt: galleryNow - number * number * 17 * minute,
    learning: 'learned',
    reason: null,
    customId: url,
    ...changes,
  };
}

function list(
  memoryId: string,
  length: number,
  { from = 0, nextCursor = null }: { from?: number; nextCursor?: string | null } = {},
): DocumentList {
  const found = Array.from({ length }, (_, at) => listed(memoryId, from + at));
  return { documents: found, nextCursor, isCut: false };
}

const few = ({ memoryId }: { memoryId: string }) => list(memoryId, 3);
const never = 'never' as const;
const nothing: DocumentList = { documents: [], nextCursor: null, isCut: false };
const notPermitted: AppError = {
  code: 'memory.not-permitted',
  message: 'The browser does not allow it.',
  retryable: false,
};
const limited: AppError = {
  code: 'memory.rate-limited',
  message: 'Too many requests.',
  status: 429,
  retryable: true,
  traceId: 'tr_90ab12cd34',
};
const fourth = (of: Answer<'documents.list'>) => (wish: { memoryId: string }) =>
  wish.memoryId === 'm2' ? of : few(wish);
const mixed: DocumentList = {
  documents: [
    listed('m1', 0),
    listed('m1', 1, { learning: 'learning' }),
    listed('m1', 2, { learning: 'failed', reason: 'The site answered with 503.' }),
    listed('m1', 3, { title: null }),
    listed('m1', 4, {
      title: null,
      url: null,
      opening: 'The pilots were paid by the foot of draught, and so they knew every keel…',
    }),
    listed('m1', 5, { title: null, url: null, savedAt: null, learning: 'unknown' }),
    listed('m1', 6, { title: null, url: 'https://garden.example/files/seaweed.pdf' }),
  ],
  nextCursor: null,
  isCut: false,
};
const hostile: DocumentList = {
  documents: [
    listed('m1', 0, { title: hostileTab.title, url: hostileTab.url }),
    listed('m1', 1, {
      title: null,
      url: null,
      opening: `<b>bold</b> \u202E${'Donaudampfschifffahrt'.repeat(8)}`,
      learning: 'failed',
      reason: `\u202E${'Donaudampfschifffahrt'.repeat(20)}`,
    }),
    listed('m1', 2, { title: 'ذاكرة الموانئ الطويلة', url: 'https://example.org/' }),
    listed('m1', 3, { title: '潮の満ち引きについて' }),
  ],
  nextCursor: null,
  isCut: false,
};

const openDocuments: Step = { click: '.panel-nav [data-view="library"]' };

const calm: Answers = {
  'connection.status': connection,
  'memories.list': connection,
  'panel.take': { q: null },
  'learned.take': { earlier: 0, pages: [] },
  'page.describe': page(),
  'outbox.list': {
    items: [],
    storage: { usedBytes: 0, limitBytes: 50_000_000, isNearlyFull: false },
  },
  'highlights.of-page': {
    page: { key: 'https://garden.example/', title: titles[2] },
    site: { pattern: 'https://garden.example/*', isAllowed: true },
    highlights: [],
  },
  'documents.delete': { outcome: 'confirmation-required', sentence },
  documentsOf: few,
};

function documents(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'sidepanel',
    name: `documents-${name}`,
    answers: { ...calm, ...answers },
    ...more,
    steps: [openDocuments, ...(more.steps ?? [])],
  };
}

const act = (action: string): Step => ({ click: `[data-list="library"] [data-act="${action}"]` });
const ofMemory = (name: string): Step => ({
  select: ['.filter-chooser >> nth=0 >> select', name],
});

export const documentsScenes: readonly Scene[] = [
  documents('all', {}),
  documents('one-memory', {}, { steps: [ofMemory('Recipes')] }),
  documents('small', {
    'connection.status': smallConnection,
    'memories.list': smallConnection,
    documentsOf: () => mixed,
  }),
  documents('loading', { documentsOf: () => never }),
  documents('slow', { documentsOf: () => never }, { laterBy: 21_000 }),
  documents('more', {
    documentsOf: ({ memoryId, cursor }) =>
      cursor === null
        ? list(memoryId, 20, { nextCursor: 'next' })
        : list(memoryId, 20, { from: 20 }),
  }),
  documents('adding-more', {
    documentsOf: ({ memoryId, cursor }) =>
      cursor === null ? list(memoryId, 2, { nextCursor: 'next' }) : never,
  }),
  documents('thousand', {
    'connection.status': keyConnectionStatus,
    'memories.list': keyConnectionStatus,
    documentsOf: ({ memoryId, cursor }) => {
      const from = Number(cursor ?? 0);
      return list(memoryId, 50, { from, nextCursor: from < 200 ? String(from + 50) : null });
    },
  }),
  documents('cut', {
    'connection.status': smallConnection,
    'memories.list': smallConnection,
    documentsOf: () => ({ ...list('m1', 3), isCut: true }),
  }),
  documents('empty', { documentsOf: () => nothing }),
  documents('empty-memory', { documentsOf: fourth(nothing) }, { steps: [ofMemory('Recipes')] }),
  documents('no-memory', {
    'connection.status': emptyConnection,
    'memories.list': emptyConnection,
  }),
  documents('no-connection', {
    'connection.status': noConnection,
    'connections.list': connections.none,
  }),
  documents('one-silent', { documentsOf: fourth(errors.server) }),
  documents('one-waited-for', { documentsOf: fourth(never) }, { laterBy: 4_000 }),
  documents('all-silent', { documentsOf: () => errors.unreachable }),
  documents('limited', { 'memories.list': limited }),
  documents('not-permitted', {
    'connection.status': keyConnectionStatus,
    'memories.list': notPermitted,
  }),
  documents('unauthorized', {
    'connection.status': keyConnectionStatus,
    'memories.list': errors.unauthorized,
  }),
  documents('connection-failed', { 'memories.list': errors.connectionFailed }),
  documents('read-only', {
    'connection.status': readOnlyConnectionStatus,
    'memories.list': readOnlyConnectionStatus,
  }),
  documents('hostile', {
    'connection.status': hostileConnection,
    'memories.list': hostileConnection,
    documentsOf: ({ memoryId }) => (memoryId === 'm1' ? hostile : nothing),
  }),
  documents('row-focused', {}, { steps: [act('open'), { press: 'ArrowDown' }] }),
  documents('deleting', {}, { steps: [act('delete')] }),
  documents(
    'deleting-forbidden',
    { 'documents.delete': errors.unauthorized },
    { steps: [act('delete')] },
  ),
  documents(
    'deleted',
    { 'documents.delete': { outcome: 'deleted', wasGone: false } },
    { steps: [act('delete')] },
  ),
];
