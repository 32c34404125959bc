/** Invented data for the gallery: Memories, pages, saves, results and errors. */
import type { BinEntry } from '../../lib/contract/owner-api.ts';
import { outboxView, type ViewChanges } from '../fixtures/outbox-view.ts';
import { withHues } from '../../lib/connections/model.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus, PageDescription } from '../../lib/messaging/messages.ts';
import type { OwnerRule } from '../../lib/contract/owner-api.ts';
import type { LiveState, OutboxView } from '../../lib/outbox/model.ts';
import type { SearchResult, SearchResults } from '../../lib/search/model.ts';

/** The fixed current time in the gallery. */
export const galleryNow = Date.parse('2026-11-20T10:24:00Z');
/** Titles of realistic saves, for lists of any length. */
export const titles = [
  'The long memory of harbours: how a port town remembers what its records forgot',
  'Double-entry ledgers for people who count other things',
  'Seaweed for the winter beds',
  'A soup of yellow peas',
  'On keeping a commonplace book',
  'Rope, and what it cost in the year of the long frost',
  'What the pilots knew',
] as const;
export const hosts = [
  'tidewater-quarterly.example',
  'handbook.example.org',
  'garden.example',
] as const;
const minute = 60_000;
const day = 86_400_000;

export const memories = [
  { id: 'm1', name: 'Reading' },
  { id: 'm2', name: 'Work' },
  { id: 'm3', name: 'Recipes' },
  { id: 'm4', name: 'Garden notes' },
] as const;

/** Fields shared by every status of the connection on this device, whose access can't be revoked. */
const onDevice = { kind: 'device' as const, connectionId: 'device', withdrawn: [] };

export const connection: ConnectionStatus = {
  ...onDevice,
  memories: [...memories],
  chosenMemoryId: 'm1',
};
/** The first two names map to the same hue, so the second Memory gets another one. */
export const connectionWithHues: ConnectionStatus = {
  ...onDevice,
  memories: withHues(
    ['Reading', 'Birds', 'Work', 'Music'].map((name) => ({ id: name, name })),
    [],
  ),
  chosenMemoryId: 'Reading',
};
export const noConnection: ConnectionStatus = {
  kind: null,
  memories: [],
  chosenMemoryId: null,
  connectionId: null,
  withdrawn: [],
};
export const emptyConnection: ConnectionStatus = {
  ...onDevice,
  memories: [],
  chosenMemoryId: null,
};
export const smallConnection: ConnectionStatus = {
  ...onDevice,
  memories: [memories[0]],
  chosenMemoryId: 'm1',
};
export const hostileConnection: ConnectionStatus = {
  ...onDevice,
  memories: [
    { id: 'm1', name: `W${'o'.repeat(200)}rk` },
    ...Array.from({ length: 14 }, (_, index) => ({ id: `n${index}`, name: `Memory ${index + 1}` })),
    { id: 'm9', name: 'قراءات' },
  ],
  chosenMemoryId: 'm1',
};

const tab: PageDescription['tab'] = {
  id: 7,
  url: 'https://www.tidewater-quarterly.example/essays/the-long-memory-of-harbours',
  title: 'The long memory of harbours: how a port town remembers what its records forgot',
};
export const hostileTab: PageDescription['tab'] = {
  id: 8,
  url: `https://${'very-long-name.'.repeat(12)}example/`,
  title: `\u202Eesrever ni eltit A\u202C <script>alert(1)</script> ${'Donaudampfschifffahrt'.repeat(20)} Z̸̧̢͔̰̲͖̍̄̐͝a̵̛̛̘̫̩͍̓̓͘l̶͕̱̯̽̔͊g̵̡̺̈́o̸̡͉͂`,
};

export function page(changes: Partial<PageDescription> = {}): PageDescription {
  return { connection, tab, obstacle: null, part: 'article', saves: [], ...changes };
}

export const errors = {
  unreachable: {
    code: 'memory.unreachable',
    message: 'fetch failed',
    retryable: true,
  },
  validation: {
    code: 'memory.validation',
    message: 'content must hold at least one character that is not white space',
    status: 400,
    retryable: false,
    traceId: 'tr_8f2c01aa9d',
  },
  unauthorized: {
    code: 'memory.unauthorized',
    message: 'The key was narrowed to reading.',
    status: 403,
    retryable: false,
    traceId: 'tr_1b77e0c4f2',
  },
  unanswered: { code: 'message.unanswered', message: 'No answer.', retryable: true },
  notFound: { code: 'memory.not-found', message: 'Gone.', status: 404, retryable: false },
  connectionFailed: {
    code: 'connection.failed',
    message: 'OPFS is not available.',
    retryable: true,
  },
  noText: { code: 'page.no-text', message: 'Nothing to read.', retryable: true },
  ownNetwork: {
    code: 'link.unusable',
    message: 'It leads into your own network, where the memory on this device fetches nothing.',
    retryable: false,
  },
  server: {
    code: 'memory.server',
    message: 'database is locked',
    status: 500,
    retryable: true,
    traceId: 'tr_55d0a2b9ce',
  },
} as const satisfies Record<string, AppError>;

export const obstacles = {
  restricted: { code: 'page.restricted', message: 'A page of the browser.', retryable: false },
  pdf: { code: 'page.pdf', message: 'A PDF file.', retryable: false },
} as const;

export type SaveChanges = ViewChanges & { ago?: number };

export function save(state: LiveState, { ago = 0, ...changes }: SaveChanges = {}): OutboxView {
  const then = galleryNow - ago;
  const base = {
    id: 'save-1',
    connectionId: 'device',
    container: memories[0],
    source: { url: tab.url, title: tab.title, tabId: tab.id, frameId: null },
    pageKey: tab.url,
    customId: tab.url,
    createdAt: then,
    updatedAt: then,
    state,
  };
  return outboxView(base, changes);
}

export const states = {
  linkWaits: {
    status: 'paused',
    error: { code: 'link.not-permitted', message: 'Not allowed.', retryable: false },
  },
  requested: { status: 'requested' },
  captured: { status: 'captured' },
  sending: { status: 'sending', attempt: 1 },
  waiting: {
    status: 'waiting',
    attempt: 2,
    until: galleryNow + 3 * minute,
    error: errors.unreachable,
  },
  accepted: { status: 'accepted', existed: false },
  learning: {
    status: 'learning',
    existed: false,
    documentId: 'd1',
    polls: 1,
    nextPollAt: galleryNow + 400,
  },
  learned: { status: 'learned', existed: false, documentId: 'd1' },
  existed: { status: 'learned', existed: true, documentId: 'd1' },
  failed: {
    status: 'failed',
    documentId: 'd1',
    reason: 'The text could not be cut into passages.',
  },
  canceled: { status: 'canceled', documentId: 'd1' },
  unlearned: { status: 'unlearned', documentId: 'd1' },
  refused: { status: 'refused', error: errors.noText },
  refusedByService: { status: 'refused', error: errors.validation },
  paused: { status: 'paused', error: errors.unauthorized },
} as const satisfies Record<string, LiveState>;

export const days = (count: number) => count * day;

type HitShape = Omit<SearchResult, 'marks' | 'key'> & { words: readonly string[] };

function hit({ words, ...rest }: HitShape, index: number): SearchResult {
  const marks: [number, number][] = [];
  for (const word of words) {
    for (let at = rest.passage.indexOf(word); at >= 0; at = rest.passage.indexOf(word, at + 1)) {
      marks.push([at, at + word.length]);
    }
  }
  return { ...rest, key: `hit-${index}`, marks: marks.sort((a, b) => a[0] - b[0]) };
}

const hits = (
  [
    {
      memory: 'Reading',
      kind: 'page',
      title: tab.title,
      url: tab.url,
      passage:
        'The customs house burned in 1871 and took the ledgers with it, yet anyone in the lower town could still tell you which family had kept the north light and who had let it go dark. What the harbour lost on paper it kept in talk: the depth of the channel in a dry August, the name of the pilot who would not take a ship out on a Friday, the price of rope in the year of the long frost. A record, it turns out, is only one of the ways in which a place can remember.',
      savedAt: '2026-11-17T08:10:00Z',
      words: ['harbour', 'ledgers'],
    },
    {
      memory: 'Reading',
      kind: 'note',
      title: tab.title,
      url: tab.url,
      passage: 'A harbour remembers in talk what its ledgers forgot.',
      savedAt: '2026-11-17T08:14:00Z',
      words: ['harbour', 'ledgers'],
    },
    {
      memory: 'Work',
      kind: 'page',
      title: 'Double-entry ledgers for people who count other things',
      url: 'https://handbook.example.org/ledgers',
      passage: 'Most ledgers fail not in their sums but in their dates.',
      savedAt: '2026-09-02T15:40:00Z',
      words: ['ledgers'],
    },
    {
      memory: 'Garden notes',
      kind: 'note',
      title: null,
      url: null,
      passage: 'Ask at the harbour shop for seaweed before the first frost.',
      savedAt: null,
      words: ['harbour'],
    },
  ] as const satisfies readonly HitShape[]
).map(hit);

const hostileHits = (
  [
    {
      memory: `W${'o'.repeat(200)}rk`,
      kind: 'page',
      title: hostileTab.title,
      url: hostileTab.url,
      passage: `<img src=x onerror=alert(1)> \u202E${'text '.repeat(30)}needle Z̸̧̢͔̰̲͖̍̄̐͝a̵̛̛̘̫̩͍̓̓͘l̶͕̱̯̽̔͊g̵̡̺̈́o̸̡͉͂ ${'\u200B'.repeat(500)}${'haystack '.repeat(12_000)}`,
      savedAt: '2031-01-01T00:00:00Z',
      words: ['needle'],
    },
    {
      memory: 'قراءات',
      kind: 'page',
      title: 'ذاكرة الموانئ الطويلة',
      url: 'https://example.net/ar',
      passage:
        'احترقت دار الجمارك سنة 1871 وأخذت معها السجلات، غير أن أهل المدينة ظلوا يذكرون أسماء الربابنة.',
      savedAt: '2026-11-20T10:20:00Z',
      words: ['السجلات'],
    },
    {
      memory: '読書',
      kind: 'page',
      title: '港の長い記憶',
      url: 'https://example.jp/',
      passage:
        '税関は一八七一年に焼け落ち、帳簿もともに失われた。それでも下町の人びとは、どの家が北の灯を守っていたかを覚えていた。'.repeat(
          8,
        ),
      savedAt: 'not a date',
      words: ['帳簿'],
    },
    {
      memory: 'x',
      kind: 'note',
      title: '   ',
      url: 'javascript:alert(1)',
      passage: `needle${'needle'.repeat(80)}`,
      savedAt: '1970-01-01T00:00:00Z',
      words: ['needle'],
    },
  ] as const satisfies readonly HitShape[]
).map(hit);

const answered: SearchResults = { hits, unanswered: [], searched: 4, stillLearning: 0 };
const silence = { memory: 'Recipes', reason: 'The Memory is still starting.' };

export const outcomes = {
  results: answered,
  learning: { ...answered, hits: hits.slice(0, 2), stillLearning: 2 },
  partial: { ...answered, hits: hits.slice(0, 3), unanswered: [silence] },
  empty: { ...answered, hits: [] },
  emptyLearning: { ...answered, hits: [], stillLearning: 1 },
  silent: {
    ...answered,
    hits: [],
    unanswered: [silence, { memory: 'Work', reason: 'Access to it was withdrawn.' }],
  },
  hostile: { ...answered, hits: hostileHits },
} as const satisfies Record<string, SearchResults>;

export const shortcuts = [
  { name: '_execute_action', shortcut: 'Alt+Shift+K' },
  { name: 'save-page', shortcut: 'Alt+Shift+S' },
  { name: 'save-selection', shortcut: 'Alt+Shift+H' },
] as const;

export const ownMemories = [
  { id: 'm1', name: 'Reading', documents: 128, notes: 342, facts: 0 },
  { id: 'm2', name: 'Work', documents: 41, notes: 1, facts: 3 },
  { id: 'm3', name: 'Recipes', documents: 1, notes: 0, facts: 0 },
  { id: 'm4', name: 'Garden notes', documents: 0, notes: 0, facts: 0 },
];
export const hostileMemories = hostileConnection.memories.map(({ id, name }, index) => ({
  id,
  name,
  documents: index * 1_234_567,
  notes: index,
  facts: index,
}));

export const undoneRule: OwnerRule = {
  id: 'r3',
  content: 'Never quote from the Memory “Work” when somebody else may be reading along.',
  key: 'k1',
};
export const rules: OwnerRule[] = [
  { id: 'r1', content: 'Answer in short sentences, and name your sources.', key: null },
  { id: 'r2', content: 'Metric units. Dates as 21 November 2026.', key: null },
  undoneRule,
];
export const hostileRules = [
  {
    id: 'r1',
    content: `${'Donaudampfschifffahrt'.repeat(40)} <b>bold</b>\n\nأجب بالعربية`,
    key: null,
  },
];

export const deletionSentence =
  'Nothing has been deleted yet. Confirm to delete the Memory “Reading” and everything in it (documents: 128, notes: 342, standing facts: 0). It stays in the bin for 30 days.';

export const transferFile = '4f8b5f0e-7f0d-4c59-9d3b-0a4dbe1f3b55';
export const exportedFile = [
  '{"format":"keepsake-export","version":1}',
  ...ownMemories.map(({ name }) => JSON.stringify({ type: 'memory', name })),
  ...Array.from({ length: 170 }, () => '{"type":"document"}'),
  ...Array.from({ length: 343 }, () => '{"type":"note"}'),
  ...Array.from({ length: 3 }, () => '{"type":"fact"}'),
  ...rules.map(({ content }) => JSON.stringify({ type: 'rule', content })),
  '{"type":"end","lines":524}',
  '',
].join('\n');

/** The confirmation on this device, which quotes no sentence from the service. */
export const deviceQuestion = {
  'saved.delete': { outcome: 'confirmation-required', sentence: null },
} as const;

/** What was deleted on this device, with hostile and right-to-left titles. */
export const binEntries: readonly BinEntry[] = [
  {
    id: 'b1',
    kind: 'document',
    title: titles[0] ?? '',
    memory: 'Reading',
    deleted_at: new Date(galleryNow - 60_000).toISOString(),
  },
  {
    id: 'b2',
    kind: 'memory',
    title: 'Recipes',
    memory: 'Recipes',
    deleted_at: new Date(galleryNow - days(3)).toISOString(),
  },
  {
    id: 'b3',
    kind: 'note',
    title: `<b>${'9f86d081884c7d65'.repeat(12)}</b>`,
    memory: 'Garden notes',
    deleted_at: new Date(galleryNow - days(12)).toISOString(),
  },
  {
    id: 'b4',
    kind: 'fact',
    title: 'ذاكرة الموانئ الطويلة',
    memory: 'قراءات',
    deleted_at: new Date(galleryNow - days(29)).toISOString(),
  },
  {
    id: 'b5',
    kind: 'note',
    title: '> a notebook lost on a train\n\nStill true of phones.',
    memory: 'Reading',
    deleted_at: new Date(galleryNow - days(30)).toISOString(),
  },
];

export const importReport = {
  memories: { added: 1, known: 3 },
  documents: { added: 12, known: 158 },
  notes: { added: 40, known: 303 },
  facts: { added: 0, known: 3 },
  rules: { added: 1, known: 1, skipped: 1 },
};
const noneImported = {
  memories: { added: 0, known: 4 },
  documents: { added: 0, known: 170 },
  notes: { added: 0, known: 343 },
  facts: { added: 0, known: 3 },
  rules: { added: 0, known: 3, skipped: 0 },
};
export const reports = { some: importReport, none: noneImported };

export const conflict = {
  code: 'memory.conflict',
  message: 'A Memory of this name exists already.',
  status: 409,
  retryable: false,
} as const satisfies AppError;
export const brokenLine = {
  code: 'memory.validation',
  message:
    'Line 1207: The line is damaged or cut off. Everything else is in your library (1 Memory).',
  status: 400,
  details: {
    line: 1207,
    lines: [{ line: 1207, problem: 'The line is damaged or cut off.' }],
    broken: 1,
    imported: importReport,
  },
  retryable: false,
} as const satisfies AppError;
export const noExport = {
  ...brokenLine,
  message: 'Line 1 cannot be read: this is no export of Keepsake. Nothing was imported.',
  details: {
    line: 1,
    lines: [{ line: 1, problem: 'This isn’t a Keepsake export.' }],
    broken: 1,
    imported: {
      ...noneImported,
      memories: { added: 0, known: 0 },
      documents: { added: 0, known: 0 },
      notes: { added: 0, known: 0 },
      facts: { added: 0, known: 0 },
      rules: { added: 0, known: 0, skipped: 0 },
    },
  },
} as const satisfies AppError;
