/** Scenes of the Ask, profile and rules views. */
import { nothingAnswers, nothingFound } from '../../lib/contract/nothing-found.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { CallWait } from '../../lib/search/model.ts';
import type { ProfileView, RulesView } from '../../lib/profile/model.ts';
import type { AskedAnswer } from '../../lib/ask/model.ts';
import { connections, keyConnectionStatus } from './connections.ts';
import type { Answers } from './fake-bridge.ts';
import {
  days,
  errors,
  galleryNow,
  connection,
  noConnection,
  hostileTab,
  outcomes,
  rules,
} from './fixtures.ts';
import { extensionAnswers } from './settings-scenes.ts';
import type { Step, Scene } from './scenes.ts';

const minute = 60_000;
const question = 'What became of the harbour’s ledgers, and who still knows what stood in them?';

const answer: AskedAnswer = {
  text: 'They burned with the customs house in 1871.\n\nWhat stood in them lived on in talk: anyone in the lower town could still name the family that kept the north light, the depth of the channel in a dry August and the price of rope in the year of the long frost.',
  sources: outcomes.results.hits.slice(0, 2).map((hit) => ({ ...hit, marks: [] })),
  sourcesFrom: 'answer',
};
const hostileAnswer: AskedAnswer = {
  text: `<script>alert(1)</script> <a href="https://evil.example/">Click</a> [here](javascript:alert(1))\n\n${'Donaudampfschifffahrt'.repeat(30)}\n\nاحترقت دار الجمارك سنة 1871 وأخذت معها السجلات.\n \n\n${'So it goes on. '.repeat(2_000)}`,
  sources: outcomes.hostile.hits.map((hit) => ({
    ...hit,
    memory: hit.key === 'hit-3' ? '' : hit.memory,
  })),
  sourcesFrom: 'search',
};

const [quoted] = answer.sources;
const quotes: AskedAnswer = {
  ...answer,
  text: `From your library:\n\n“${quoted?.passage.split('. ')[0]}.”\n— ${quoted?.title}`,
  isQuotes: true,
};
const markdown: AskedAnswer = {
  ...answer,
  text: '**Two things** happened to them:\n\n1. They *burned* in `1871` [1].\n2. They were **remembered** in talk [2], [1, 2].\n\n> Nobody wrote them again.\n\nSee [the essay](https://www.tidewater-quarterly.example/essays).\n\n| Year | Ledgers |\n| --- | --- |\n| 1870 | 412 |\n| 1871 | none |',
};
const tellText: Step = {
  tell: {
    event: 'ask.text',
    askId: 'id-1',
    text: 'They **burned** with the customs house [1], and wh',
  },
};

const troubles = {
  model: {
    code: 'memory.server',
    message: 'The model’s endpoint returned status 500.',
    status: 500,
    details: { agent: 'small' },
    retryable: true,
  },
  incapable: {
    code: 'memory.capability-unavailable',
    message: 'No model is set for this memory.',
    status: 422,
    retryable: false,
  },
  rateLimited: {
    code: 'memory.rate-limited',
    message: 'Too many requests.',
    status: 429,
    details: { limit_per_min: 60 },
    retryable: true,
  },
  usedUp: {
    code: 'memory.daily-limit',
    message:
      'The daily limit of 20 questions and new standing facts is reached. Try again after 00:00 UTC.',
    status: 429,
    details: { max_turns_per_day: 20, retry_after: 9 * 3_600 },
    retryable: true,
  },
  timeout: { code: 'memory.timeout', message: 'No answer in 90 s.', retryable: true },
} as const satisfies Record<string, AppError>;

const openAsk: Step = { click: '.panel-nav [data-view="ask"]' };
const openProfile: Step = { click: '.panel-nav [data-view="profile"]' };
const send = (message: string): readonly Step[] => [
  { fill: ['.ask-box textarea', message] },
  { press: 'Enter' },
];

function ask(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'sidepanel',
    name: `ask-${name}`,
    answers: { 'connection.status': connection, 'ask.cancel': {}, ...answers },
    ...more,
    steps: [openAsk, ...(more.steps ?? [])],
  };
}

function asked(name: string, reply: NonNullable<Answers['ask.ask']>): Scene {
  return ask(name, { 'ask.ask': reply }, { steps: send(question) });
}

function waiting(name: string, wait: CallWait | null): Scene {
  return ask(
    `waiting-${name}`,
    { 'ask.ask': 'never' },
    {
      steps: [...send(question), { tell: { event: 'call.waiting', callId: 'id-1', wait } }],
      laterBy: 12_000,
    },
  );
}

const pause = { until: galleryNow + 24_000 } as const;

const askScenes: readonly Scene[] = [
  ask('idle', {}),
  ask('first-use', { 'connection.status': noConnection, 'connections.list': connections.none }),
  ask('long-word', {}, { steps: [{ fill: ['.ask-box textarea', '9f86d081884c7d65'.repeat(8)] }] }),
  ask('example', {}, { steps: [{ click: '.ask-idle-example' }] }),
  asked('waiting', 'never'),
  waiting('long', null),
  waiting('turn', { reason: 'turn' }),
  waiting('limit', { reason: 'rate-limit', ...pause }),
  waiting('busy', { reason: 'turns-exhausted', ...pause }),
  waiting('retry', { reason: 'retry', until: galleryNow + 15_000 }),
  asked('answered', answer),
  asked('quotes', quotes),
  asked('related', { ...quotes, text: nothingAnswers, isUnanswered: true }),
  asked('markdown', markdown),
  ask('writing', { 'ask.ask': 'never' }, { steps: [...send(question), tellText] }),
  asked('model-failed', troubles.model),
  asked('answered-by-search', { ...answer, sourcesFrom: 'search' }),
  asked('answered-sourceless', { ...answer, sources: [] }),
  asked('answered-nothing', { text: nothingFound, sources: [], sourcesFrom: 'search' }),
  asked('answered-hostile', hostileAnswer),
  ask(
    'many',
    { 'ask.ask': { ...answer, sources: answer.sources.slice(0, 1) } },
    { steps: [...send('When did the customs house burn?'), ...send(question)] },
  ),
  ask(
    'stopped',
    { 'ask.ask': 'never' },
    { steps: [...send(question), { click: '.ask-waiting .button' }] },
  ),
  asked('incapable', troubles.incapable),
  asked('withdrawn', errors.unauthorized),
  asked('rate-limited', troubles.rateLimited),
  asked('used-up', troubles.usedUp),
  asked('timeout', troubles.timeout),
  asked('failed', errors.server),
  ask(
    'not-opened',
    { 'ask.ask': answer, 'search.open': errors.unanswered },
    { steps: [...send(question), { click: '.ask-sources .hit-card-open' }] },
  ),
];

const profile: ProfileView = {
  standing: [
    {
      text: 'Reads Portuguese, and prefers sources in the original.',
      memory: 'Reading',
      savedAt: '2026-06-02T09:00:00Z',
    },
    { text: 'Is allergic to hazelnuts.', memory: 'Recipes', savedAt: '2025-12-24T18:30:00Z' },
  ],
  current: [
    {
      text: 'Is writing about how port towns remember what their records forgot.',
      memory: 'Reading',
      savedAt: '2026-11-17T08:14:00Z',
    },
    {
      text: 'Plans to cover the beds with seaweed before the first frost.',
      memory: 'Garden notes',
      savedAt: null,
    },
    {
      text: '> a notebook lost on a train cost her more than the books themselves\n\nStill true of phones.',
      memory: 'Reading',
      savedAt: '2026-11-16T08:14:00Z',
    },
    { text: 'Compares bookkeeping tools for the club.', memory: 'Work', savedAt: 'last week' },
  ],
  readAt: galleryNow - 12 * minute,
};
const facts: ProfileView = {
  ...profile,
  standing: profile.standing.map((fact, at) => ({ ...fact, id: `fact-${at}` })),
};
const emptyProfile: ProfileView = { standing: [], current: [], readAt: profile.readAt };
const ruleView: RulesView = {
  rules: rules.map(({ content }) => content),
  readAt: galleryNow - days(1),
};
const noRules: RulesView = { rules: [], readAt: ruleView.readAt };
const hostileFact = {
  text: `<b>bold</b> \u202Eesrever ${'Donaudampfschifffahrt'.repeat(30)} ${'word '.repeat(400)}`,
  memory: `W${'o'.repeat(200)}rk`,
  savedAt: `soon ${hostileTab.title}`,
};

function profiled(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'sidepanel',
    name: `profile-${name}`,
    answers: {
      'connection.status': connection,
      'profile.read': profile,
      ...answers,
    },
    ...more,
    steps: [openProfile, ...(more.steps ?? [])],
  };
}

function about(name: string, reply: NonNullable<Answers['profile.about']>): Scene {
  return profiled(
    `about-${name}`,
    { 'profile.about': reply },
    { steps: [{ fill: ['.profile-head input', 'frost'] }, { press: 'Enter' }] },
  );
}

const profileScenes: readonly Scene[] = [
  profiled('ready', {}),
  profiled(
    'deletable',
    {
      'profile.read': facts,
      'facts.delete': { outcome: 'confirmation-required', sentence: 'Confirm to forget it.' },
      'bin.restore': {},
    },
    { nextAnswers: { 'facts.delete': { outcome: 'deleted', binId: 'b1' } } },
  ),
  profiled('of-a-service', { 'connection.status': keyConnectionStatus, 'profile.read': facts }),
  profiled('first-use', {
    'connection.status': noConnection,
    'connections.list': connections.none,
  }),
  profiled('reading', { 'profile.read': 'never' }),
  profiled('slow', { 'profile.read': 'never' }, { laterBy: 14_000 }),
  profiled('withdrawn', { 'profile.read': errors.unauthorized }),
  profiled('failed', { 'profile.read': errors.server }),
  profiled(
    'mended',
    { 'profile.read': errors.server },
    { nextAnswers: { 'profile.read': profile } },
  ),
  profiled('empty', { 'profile.read': emptyProfile }),
  profiled(
    'empty-then-failed',
    { 'profile.read': emptyProfile },
    { nextAnswers: { 'profile.read': errors.server } },
  ),
  profiled(
    'no-standing-then-failed',
    { 'profile.read': { ...profile, standing: [] } },
    { nextAnswers: { 'profile.read': errors.server } },
  ),
  profiled('no-standing', { 'profile.read': { ...profile, standing: [] } }),
  profiled('long', {
    'profile.read': {
      ...profile,
      current: Array.from({ length: 140 }, (_, index) => ({
        text: `Fact ${index + 1}`,
        memory: 'Work',
        savedAt: null,
      })),
    },
  }),
  profiled('hostile', {
    'profile.read': {
      ...profile,
      standing: [hostileFact, { text: 'أقرأ بالعربية', memory: 'قراءات', savedAt: null }],
    },
  }),
  about('asking', 'never'),
  about('found', { passages: profile.current.slice(0, 2) }),
  about('nothing', { passages: [] }),
  about('failed', errors.server),
];

/** Returns a scene of a connected service's rules, in the settings. */
function ruled(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'options',
    name: `service-rules-${name}`,
    at: 'rules',
    answers: {
      ...extensionAnswers,
      'connection.status': keyConnectionStatus,
      'connections.list': connections.device,
      'rules.read': ruleView,
      ...answers,
    },
    ...more,
  };
}

const rulesScenes: readonly Scene[] = [
  ruled('ready', {}),
  ruled('reading', { 'rules.read': 'never' }),
  ruled('failed', { 'rules.read': troubles.timeout }),
  ruled('empty', { 'rules.read': noRules }),
  ruled(
    'empty-then-failed',
    { 'rules.read': noRules },
    { nextAnswers: { 'rules.read': errors.server } },
  ),
  ruled('hostile', { 'rules.read': { ...ruleView, rules: [hostileFact.text] } }),
];

export const askAndProfileScenes: readonly Scene[] = [
  ...askScenes,
  ...profileScenes,
  ...rulesScenes,
];
