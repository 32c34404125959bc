/** Scenes of the settings about the extension itself: permissions, saving options, diagnostics. */
import { usualCaptureOptions, type PermissionList } from '../../lib/settings/model.ts';
import { reportText } from '../../lib/diagnostics/diagnostics.ts';
import { connections, keyConnectionStatus, readOnlyConnectionStatus } from './connections.ts';
import type { Answers } from './fake-bridge.ts';
import {
  days,
  errors,
  galleryNow,
  connection,
  noConnection,
  ownMemories,
  rules,
} from './fixtures.ts';
import type { Step, Scene } from './scenes.ts';

const installed = [
  'activeTab',
  'alarms',
  'contextMenus',
  'identity',
  'offscreen',
  'scripting',
  'sidePanel',
  'storage',
] as const;

const nothingAllowed: PermissionList = {
  installed: [...installed],
  installedAt: galleryNow - days(40),
  asked: [
    { name: 'tabs', isGranted: false, since: null },
    { name: 'bookmarks', isGranted: false, since: null },
    { name: 'files', isGranted: false, since: null },
  ],
  sites: [],
  markedSites: 0,
};
const muchAllowed: PermissionList = {
  ...nothingAllowed,
  installedAt: null,
  asked: [
    { name: 'tabs', isGranted: true, since: galleryNow - days(2) },
    { name: 'bookmarks', isGranted: true, since: null },
    { name: 'files', isGranted: true, since: null },
  ],
  sites: [
    { pattern: 'https://*/*', since: galleryNow - days(1), connections: [] },
    {
      pattern: 'https://memory.tidewater.example/*',
      since: galleryNow - days(20),
      connections: ['memory.tidewater.example', 'Work'],
    },
    { pattern: 'https://papers.example.org/*', since: null, connections: [] },
    {
      pattern: 'http://a-host-with-a-name-that-goes-on-and-on.and-on.and-on.library.example/*',
      since: galleryNow,
      connections: [],
    },
  ],
  markedSites: 3,
};

const report = reportText({
  about: { version: '1.4.0', browser: 'Chromium 156', system: 'linux x86-64', language: 'en' },
  connections: { inUse: 'key', kept: ['device', 'key'] },
  permissions: muchAllowed,
  saves: { learned: 212, waiting: 3, refused: 1 },
  troubles: [
    {
      at: galleryNow - days(1),
      what: 'search.run',
      code: 'memory.server',
      status: 502,
      traceId: '5b0a2f0e-5d7c-4c51-8f0b-2f6f6a3c9d21',
    },
    {
      at: galleryNow - days(2),
      what: 'outbox',
      code: 'memory.timeout',
      status: null,
      traceId: null,
    },
  ],
  at: galleryNow,
});

/** The responses that every settings scene needs. */
export const extensionAnswers = {
  'permissions.list': nothingAllowed,
  'options.read': usualCaptureOptions,
  'options.change': { ...usualCaptureOptions, tellsLearned: false },
  'diagnostics.read': { text: report },
  'sites.list': { sites: [] },
  'bin.list': [],
} satisfies Answers;

function settings(name: string, answers: Answers, steps: readonly Step[] = []): Scene {
  return {
    surface: 'options',
    name,
    at: name.startsWith('forgetting') ? 'data' : (/^[a-z]+/.exec(name)?.[0] ?? ''),
    answers: {
      'connection.status': connection,
      'connections.list': connections.device,
      'memories.list-counts': ownMemories,
      'rules.list': rules,
      ...extensionAnswers,
      ...answers,
    },
    steps,
  };
}

const fold = { click: '#permissions summary' };
const showReport = { click: '#about .settings-part > .button' };
const forget = { click: '#data .settings-part:last-child > .button' };

export const settingsScenes: readonly Scene[] = [
  settings('permissions', { 'permissions.list': muchAllowed }, [fold]),
  settings('permissions-loading', { 'permissions.list': 'never', 'options.read': 'never' }),
  settings('permissions-failed', {
    'permissions.list': errors.unanswered,
    'options.read': errors.unanswered,
  }),
  settings('permissions-elsewhere', {
    'connection.status': keyConnectionStatus,
    'connections.list': connections.withdrawn,
    'permissions.list': { ...muchAllowed, asked: muchAllowed.asked.slice(0, 2) },
  }),
  settings('saving-turned', {}, [{ click: '#saving [role=switch] >> nth=1' }]),
  settings('saving-refused', { 'options.change': errors.unanswered }, [
    { click: '#saving [role=switch] >> nth=1' },
  ]),
  settings('saving-picker', {}, [{ click: '#saving .memory-picker-button' }]),
  settings('saving-read-only', {
    'connection.status': readOnlyConnectionStatus,
    'connections.list': connections.readOnly,
  }),
  settings('about-report', {}, [showReport]),
  settings('about-report-failed', { 'diagnostics.read': errors.unanswered }, [showReport]),
  settings(
    'about-no-connection',
    { 'connection.status': noConnection, 'connections.list': connections.none },
    [showReport],
  ),
  settings(
    'forgetting',
    { 'connections.list': connections.none, 'connections.forget-everything': {} },
    [forget],
  ),
  settings(
    'forgetting-elsewhere',
    { 'connection.status': keyConnectionStatus, 'connections.list': connections.all },
    [forget],
  ),
];
