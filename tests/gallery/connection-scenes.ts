/** Scenes of connections: their states on every surface, and connecting a new one. */
import {
  connections,
  keyConnectionStatus,
  outcomesOfConnecting,
  readOnlyConnectionStatus,
} from './connections.ts';
import { extensionAnswers } from './settings-scenes.ts';
import type { Answers } from './fake-bridge.ts';
import {
  days,
  deletionSentence,
  emptyConnection,
  errors,
  galleryNow,
  connection,
  noConnection,
  ownMemories,
  page,
  rules,
  save,
  states,
} from './fixtures.ts';
import { preview } from './preview-scenes.ts';
import type { Step, Scene } from './scenes.ts';

const primary = { click: '.welcome-setup .button[data-look="primary"]' };
const waysElsewhere = '.welcome-elsewhere .button';
const byKey = { click: `${waysElsewhere}:first-child` };
const byConsent = { click: `${waysElsewhere}:last-child` };
const askKeyButton = { click: '.settings-ask-key .button:first-child' };

function typed(address: string): Step[] {
  return [
    { fill: ['.connect-form input[type=text]', address] },
    { fill: ['.connect-form input[type=password]', 'keepsake_not_a_real_key'] },
    { press: 'Enter' },
  ];
}

function popup(name: string, answers: Answers): Scene {
  return { surface: 'popup', name, answers: { 'preview.take': preview(), ...answers } };
}

function welcome(name: string, answers: Answers, steps: readonly Step[] = []): Scene {
  return {
    surface: 'welcome',
    name,
    answers: {
      'connection.status': noConnection,
      'connections.list': connections.none,
      ...answers,
    },
    steps,
  };
}

function options(name: string, answers: Answers, steps: readonly Step[] = []): Scene {
  return {
    surface: 'options',
    at: 'connections',
    name,
    answers: {
      'connection.status': connection,
      'memories.list-counts': ownMemories,
      'rules.list': rules,
      'memories.delete': { outcome: 'confirmation-required', sentence: deletionSentence },
      ...extensionAnswers,
      'outbox.list': {
        items: [
          save(states.paused, { id: 'a', ago: days(1) }),
          save(states.paused, { id: 'b', kind: 'note', ago: days(2) }),
        ],
        storage: { usedBytes: 1_000, limitBytes: 1_000_000, isNearlyFull: false },
      },
      ...answers,
    },
    steps,
  };
}

const moving = [{ click: '#connections .settings-part > .button' }];

export const connectionScenes: readonly Scene[] = [
  popup('connection-withdrawn', {
    'page.describe': page({ connection: keyConnectionStatus }),
    'connections.list': connections.withdrawn,
  }),
  popup('connection-withdrawn-paused', {
    'page.describe': page({ connection: keyConnectionStatus, saves: [save(states.paused)] }),
    'connections.list': connections.withdrawn,
  }),
  popup('connection-withdrawn-twice', {
    'page.describe': page({ connection: keyConnectionStatus }),
    'connections.list': connections.withdrawnTwice,
  }),
  popup('connection-key-missing', {
    'page.describe': page({ connection: keyConnectionStatus }),
    'connections.list': connections.missing,
  }),
  popup('connection-consent-ended', {
    'page.describe': page({ connection: readOnlyConnectionStatus }),
    'connections.list': connections.consentEnded,
  }),
  {
    surface: 'sidepanel',
    name: 'connection-withdrawn',
    answers: {
      'connection.status': keyConnectionStatus,
      'panel.take': { q: null },
      'search.cancel': {},
      'connections.list': connections.withdrawn,
    },
  },
  {
    surface: 'sidepanel',
    name: 'connection-rejected',
    answers: {
      'connection.status': {
        ...keyConnectionStatus,
        withdrawn: [{ access: 'all', error: errors.unauthorized, at: galleryNow }],
      },
      'panel.take': { q: null },
      'search.cancel': {},
      'search.run': errors.unauthorized,
      'connections.list': connections.rejected,
    },
    steps: [{ fill: ['[type="search"]', 'lapwings'] }, { press: 'Enter' }],
  },
  popup('connection-none-in-use', {
    'page.describe': page({ connection: noConnection }),
    'connections.list': connections.noneInUse,
  }),
  {
    ...options('connection-removed', {
      'connections.list': connections.all,
      'connections.remove': {},
    }),
    nextAnswers: { 'connections.list': connections.afterRemoval },
  },
  welcome('connect-key', {}, [byKey]),
  welcome('connect-key-refused', { 'connections.connect-with-key': outcomesOfConnecting.refused }, [
    byKey,
    ...typed('memory.tidewater.example'),
  ]),
  welcome('connect-unusable-spelling', {}, [byKey, ...typed('http://[::1]:4321')]),
  welcome('connect-key-again', { 'connections.list': connections.noneInUse }, [
    byKey,
    ...typed('memory.tidewater.example'),
  ]),
  {
    ...welcome('connect-key-slow', { 'connections.connect-with-key': 'never' }, [
      byKey,
      ...typed('memory.tidewater.example'),
    ]),
    laterBy: 0,
  },
  welcome('connect-consent', {}, [byConsent]),
  welcome(
    'connect-consent-again',
    {
      'connections.list': connections.noneInUse,
      'connections.begin-consent': outcomesOfConnecting.refused,
    },
    [byConsent],
  ),
  welcome('choose', { 'connection.create': keyConnectionStatus }, [primary]),
  welcome('no-memory', {
    'connection.status': { ...keyConnectionStatus, memories: [], chosenMemoryId: null },
  }),
  welcome('ready-read-only', { 'connection.create': readOnlyConnectionStatus }, [primary]),
  welcome('again-key', { 'connection.status': keyConnectionStatus }),
  welcome('again-read-only', { 'connection.status': readOnlyConnectionStatus }),
  options('connections-withdrawn-twice', {
    'connection.status': keyConnectionStatus,
    'connections.list': connections.withdrawnTwice,
  }),
  options('connections-key-missing', {
    'connection.status': keyConnectionStatus,
    'connections.list': connections.missing,
  }),
  options('connections-consent-ended', {
    'connection.status': readOnlyConnectionStatus,
    'connections.list': connections.consentEnded,
  }),
  options('connections-key-asks', {
    'connection.status': keyConnectionStatus,
    'connections.list': connections.keyAsks,
  }),
  options('connections-ask-key', { 'connections.list': connections.askKey }),
  options(
    'ask-key-bad',
    { 'connections.list': connections.askKey, 'connections.keep-ask-key': { outcome: 'bad-key' } },
    [
      askKeyButton,
      { fill: ['.settings-ask-key input[type=password]', 'not a key'] },
      { press: 'Enter' },
    ],
  ),
  options('waiting-elsewhere', { 'connections.list': connections.all }),
  options('waiting-moving', { 'connections.list': connections.all }, moving),
  options('waiting-removed', { 'connections.list': connections.strays }, moving),
  options('waiting-no-memory', {
    'connection.status': emptyConnection,
    'memories.list-counts': [],
    'connections.list': connections.straysWithoutMemory,
  }),
  options('waiting-nowhere', {
    'connection.status': readOnlyConnectionStatus,
    'connections.list': connections.straysWithoutConnection,
  }),
];
