/** The words of the welcome page. */
import type { ConnectionKind } from '../../lib/contracts/connections.ts';

export const welcomeWords = {
  title: 'Keep what you read. Find it by the words you remember.',
  lead: 'Keepsake saves pages and highlights to a memory you own, and brings back the very passage when you need it.',
  steps: 'Setting up',
  way: ['A place', 'A first Memory', 'Ready'],
  home: {
    title: 'Where should your memory live?',
    action: 'Keep my memory on this device',
    working: 'Making room on this device',
    workingText: 'This takes a few seconds.',
    retry: 'Try again',
    elsewhere: 'Or use a memory that lives elsewhere',
    done: 'Your memory lives on this device',
    facts: [
      {
        title: 'It stays here',
        text: 'Everything is kept in this browser, on this device. Nothing is sent anywhere.',
      },
      {
        title: 'It is yours alone',
        text: 'No account and no key. It works without a network.',
      },
      {
        title: 'It goes with this browser',
        text: 'If you remove Keepsake or delete this browser profile, your memory is deleted too. You can take a copy out at any time, in the settings.',
      },
    ],
  },
  memory: {
    title: 'Name your first Memory',
    text: 'A Memory holds what belongs together, and every find says which one it came from. You can add more at any time.',
    label: 'Name',
    suggestions: ['Reading', 'Work', 'Recipes', 'Research'],
    suggest: 'Ideas',
    action: 'Create',
    working: 'Creating',
  },
  choose: {
    title: 'Where shall saves go?',
    text: 'Your key works. These Memories are in reach of it. You can choose another for any single save.',
    label: 'Memory that saves go to',
    action: 'Save to this Memory',
  },
  noMemory: { action: 'Look again', working: 'Looking' },
  ready: {
    title: 'You’re ready',
    text: 'Four things to try.',
    memories: 'Your Memories',
    addMemory: 'New Memory…',
    manage: 'Manage Memories, rules and data',
    cancel: 'Cancel',
    tries: {
      pin: {
        title: 'Pin Keepsake',
        text: 'Open the puzzle piece in the toolbar and pin the locket, so that it is always one click away.',
      },
      save: { title: 'Save a page', text: 'On any article, open Keepsake and press Enter.' },
      highlight: {
        title: 'Keep a sentence',
        text: 'Select the words, right-click, and keep the selection.',
      },
      search: {
        title: 'Find it again',
        text: 'Open Keepsake, type a few words you remember, and press Enter.',
      },
    },
  },
  again: {
    title: 'Keepsake is set up',
    text: {
      device: 'Your memory lives in this browser, on this device. Nothing is sent anywhere.',
      key: 'Your memory lives at a service, to which Keepsake sends what you save and what you look for.',
      'read-only':
        'Your memory lives at a service, to which Keepsake sends what you look for. Nothing can be saved there.',
    } satisfies Record<ConnectionKind, string>,
  },
  loading: 'Looking for your memory',
  exhibit: {
    label: 'An example of a find',
    caption: 'A find: the passage, the words that led to it, and the Memory it came from.',
    memory: 'Reading',
    title: 'On keeping a commonplace book',
    host: 'example.org',
    query: 'copied sentences lost notebook',
    passage:
      'She copied sentences out by hand, not to own them but to be able to come back to them; a notebook lost on a train cost her more than the books themselves.',
  },
} as const;
