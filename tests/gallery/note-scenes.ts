/**
 * Scenes of writing notes and facts: the form, its draft, the outcome, and facts waiting to be
 * added.
 */
import type { FactView } from '../../lib/notes/model.ts';
import type { ProfileView } from '../../lib/profile/model.ts';
import type { Answers } from './fake-bridge.ts';
import {
  errors,
  galleryNow,
  connection,
  hostileConnection,
  memories,
  page,
  save,
  states,
} from './fixtures.ts';
import { preview, previews } from './preview-scenes.ts';
import type { Step, Scene } from './scenes.ts';

const id = 'b6c0a7de-5b3c-4a8e-9f4e-0a3d5b1c9e77';
const text =
  'The ledger of 1871 is not lost: Ines says a copy went to the parish of São Vicente with the widow of the last ' +
  'harbourmaster.\n\nAsk for it by the year, not by the name.';
const draft = { id, content: text, isFact: false };
const fact = { id, content: 'I am allergic to hazelnuts.', isFact: true };
const noDraft: Answers = { 'notes.draft': null, 'facts.list': { facts: [] } };
const write: Step = { click: '.note-bar-button' };
const typed: Step = { fill: ['.note-field', text] };
const send: Step = { press: 'Control+Enter' };
const item = save(states.captured, {
  id: 'id-1',
  kind: 'note',
  connectionId: connection.connectionId ?? '',
  isWritten: true,
  customId: null,
  pageKey: 'note:id-1',
  opening: 'The ledger of 1871 is not lost',
  source: { url: '', title: 'The ledger of 1871 is not lost', tabId: null, frameId: null },
  heldUntil: galleryNow + 3_600_000,
});

function writing(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'popup',
    name: `note-${name}`,
    answers: {
      'preview.take': preview(),
      'page.describe': page(),
      'notes.save-draft': {},
      ...noDraft,
      ...answers,
    },
    ...more,
  };
}

const sentAlready = {
  code: 'save.sent',
  message: 'The note is on its way already.',
  retryable: false,
} as const;

const begun: FactView = {
  id,
  connectionId: 'c1',
  createdAt: galleryNow - 60_000,
  opening: fact.content,
  container: memories[0],
  state: { status: 'under-way', since: galleryNow - 9_000 },
  wait: null,
};
const facts: FactView[] = [
  { ...begun, wait: { reason: 'turn' } },
  {
    ...begun,
    id: 'f2',
    opening: 'I read Portuguese, and would rather have sources in the original.',
    state: { status: 'unknown', error: errors.unreachable },
  },
  {
    ...begun,
    id: 'f3',
    opening: 'I work in the mornings.',
    state: { status: 'refused', error: errors.validation },
  },
  { ...begun, id: 'f4', opening: 'My desk is in the old mill.', state: { status: 'stopped' } },
];
const arrived: FactView = { ...begun, state: { status: 'kept' } };

const profile: ProfileView = {
  standing: [
    {
      text: 'Reads Portuguese, and prefers sources in the original.',
      memory: 'Reading',
      savedAt: null,
    },
  ],
  current: [],
  readAt: galleryNow - 60_000,
};

function profiled(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'sidepanel',
    name: `profile-fact-${name}`,
    answers: {
      'connection.status': connection,
      'profile.read': profile,
      'rules.read': { rules: [], readAt: galleryNow },
      'notes.save-draft': {},
      ...noDraft,
      ...answers,
    },
    ...more,
    steps: [{ click: '.panel-nav [data-view="profile"]' }, ...(more.steps ?? [])],
  };
}

const add: Step = { click: '.add-fact-button' };

export const noteScenes: readonly Scene[] = [
  writing('empty', {}, { steps: [write] }),
  writing('written', { 'notes.draft': draft }, { steps: [write] }),
  writing(
    'long',
    { 'notes.draft': { ...draft, content: `${text}\n\n`.repeat(8) } },
    { steps: [write] },
  ),
  writing('fact', { 'notes.draft': fact }, { steps: [write] }),
  writing(
    'hostile',
    {
      'page.describe': page({ connection: hostileConnection }),
      'notes.draft': { ...draft, content: `\u202Eesrever ${'Donaudampfschifffahrt'.repeat(30)}` },
    },
    { steps: [write] },
  ),
  writing(
    'picker',
    { 'notes.draft': draft },
    { steps: [write, { click: '.note-screen .memory-picker-button' }] },
  ),
  writing('sending', { 'notes.save': 'never' }, { steps: [write, typed, send] }),
  writing('failed', { 'notes.save': errors.unanswered }, { steps: [write, typed, send] }),
  writing('kept', { 'notes.save': item }, { steps: [write, typed, send] }),
  writing(
    'undo-too-late',
    { 'notes.save': item, 'notes.undo': sentAlready },
    { steps: [write, typed, send, { click: '[data-act="undo"]' }] },
  ),
  writing('draft', { 'notes.draft': draft }),
  writing('slow', {}, { held: ['notes.draft'] }),
  writing('slow-draft', { 'notes.draft': fact }, { held: ['notes.draft'] }),
  writing('below-selection', { 'preview.take': previews.selected }),
  writing('facts', { 'facts.list': { facts } }),
  writing('fact-under-way', { 'facts.list': { facts: [begun] } }),
  writing(
    'fact-kept',
    {},
    {
      steps: [
        write,
        typed,
        { press: 'Escape' },
        { tell: { event: 'facts.changed', fact: arrived } },
      ],
    },
  ),
  profiled('open', {}, { steps: [add] }),
  profiled('written', { 'notes.draft': fact }, { steps: [add] }),
  profiled('failed', { 'facts.add': errors.unanswered }, { steps: [add, typed, send] }),
  profiled('rows', { 'facts.list': { facts } }),
  profiled(
    'kept',
    {},
    {
      steps: [add, typed, { press: 'Escape' }, { tell: { event: 'facts.changed', fact: arrived } }],
    },
  ),
  profiled('read-only', { 'connection.status': { ...connection, kind: 'read-only' } }),
  {
    surface: 'sidepanel',
    name: 'saves-note',
    answers: {
      'connection.status': connection,
      'outbox.list': {
        items: [
          { ...item, state: { status: 'accepted', existed: false } },
          save(states.accepted, {
            id: 'h1',
            kind: 'note',
            connectionId: connection.connectionId ?? '',
            opening: 'A record, it turns out',
            ago: 60_000,
          }),
        ],
        storage: { usedBytes: 0, limitBytes: 1, isNearlyFull: false },
      },
    },
    steps: [{ click: '.panel-nav [data-view="library"]' }],
  },
];
