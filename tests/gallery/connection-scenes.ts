/** Scenes of connections: their states on every surface, and connecting a new one. */
import { homes, keyHome, outcomesOfConnecting, readOnlyHome } from './connections.ts';
import { extensionAnswers } from './settings-scenes.ts';
import type { Answers } from './fake-bridge.ts';
import {
  days,
  deletionSentence,
  emptyHome,
  home,
  homeless,
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
    answers: { 'home.status': homeless, 'connections.list': homes.none, ...answers },
    steps,
  };
}

function options(name: string, answers: Answers, steps: readonly Step[] = []): Scene {
  return {
    surface: 'options',
    name,
    answers: {
      'home.status': home,
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

const moving = [{ click: '#homes .settings-part > .button' }];

export const connectionScenes: readonly Scene[] = [
  popup('home-withdrawn', {
    'page.describe': page({ home: keyHome }),
    'connections.list': homes.withdrawn,
  }),
  popup('home-withdrawn-paused', {
    'page.describe': page({ home: keyHome, saves: [save(states.paused)] }),
    'connections.list': homes.withdrawn,
  }),
  popup('home-withdrawn-twice', {
    'page.describe': page({ home: keyHome }),
    'connections.list': homes.withdrawnTwice,
  }),
  popup('home-key-missing', {
    'page.describe': page({ home: keyHome }),
    'connections.list': homes.missing,
  }),
  popup('home-consent-ended', {
    'page.describe': page({ home: readOnlyHome }),
    'connections.list': homes.consentEnded,
  }),
  {
    surface: 'sidepanel',
    name: 'home-withdrawn',
    answers: {
      'home.status': keyHome,
      'panel.take': { q: null },
      'recall.cancel': {},
      'connections.list': homes.withdrawn,
    },
  },
  popup('home-none-in-use', {
    'page.describe': page({ home: homeless }),
    'connections.list': homes.noneInUse,
  }),
  {
    ...options('home-removed', { 'connections.list': homes.all, 'connections.remove': {} }),
    nextAnswers: { 'connections.list': homes.afterRemoval },
  },
  welcome('connect-key', {}, [byKey]),
  welcome('connect-key-refused', { 'connections.connect-with-key': outcomesOfConnecting.refused }, [
    byKey,
    ...typed('memory.tidewater.example'),
  ]),
  welcome('connect-unusable-spelling', {}, [byKey, ...typed('http://[::1]:4321')]),
  welcome('connect-key-again', { 'connections.list': homes.noneInUse }, [
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
      'connections.list': homes.noneInUse,
      'connections.begin-consent': outcomesOfConnecting.refused,
    },
    [byConsent],
  ),
  welcome('choose', { 'home.create': keyHome }, [primary]),
  welcome('no-memory', { 'home.status': { ...keyHome, memories: [], chosenMemoryId: null } }),
  welcome('ready-read-only', { 'home.create': readOnlyHome }, [primary]),
  welcome('again-key', { 'home.status': keyHome }),
  welcome('again-read-only', { 'home.status': readOnlyHome }),
  options('homes-withdrawn-twice', {
    'home.status': keyHome,
    'connections.list': homes.withdrawnTwice,
  }),
  options('homes-key-missing', { 'home.status': keyHome, 'connections.list': homes.missing }),
  options('homes-consent-ended', {
    'home.status': readOnlyHome,
    'connections.list': homes.consentEnded,
  }),
  options('homes-key-asks', { 'home.status': keyHome, 'connections.list': homes.keyAsks }),
  options('homes-ask-key', { 'connections.list': homes.askKey }),
  options(
    'ask-key-bad',
    { 'connections.list': homes.askKey, 'connections.keep-ask-key': { outcome: 'bad-key' } },
    [
      askKeyButton,
      { fill: ['.settings-ask-key input[type=password]', 'not a key'] },
      { press: 'Enter' },
    ],
  ),
  options('waiting-elsewhere', { 'connections.list': homes.all }),
  options('waiting-moving', { 'connections.list': homes.all }, moving),
  options('waiting-removed', { 'connections.list': homes.strays }, moving),
  options('waiting-no-memory', {
    'home.status': emptyHome,
    'memories.list-counts': [],
    'connections.list': homes.straysWithoutMemory,
  }),
  options('waiting-nowhere', {
    'home.status': readOnlyHome,
    'connections.list': homes.straysWithoutHome,
  }),
];
