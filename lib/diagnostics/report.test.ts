import { describe, expect, it } from 'vitest';
import { reportText, type ReportFacts } from './diagnostics.ts';

const facts: ReportFacts = {
  about: { version: '0.1.0', browser: 'Chromium 156', system: 'linux x86-64', language: 'en' },
  connections: { inUse: 'key', kept: ['device', 'key', 'key'] },
  permissions: {
    installed: ['activeTab', 'storage'],
    installedAt: 1,
    asked: [
      { name: 'tabs', isGranted: false, since: null },
      { name: 'bookmarks', isGranted: true, since: 5 },
      { name: 'files', isGranted: true, since: 5 },
    ],
    sites: [
      { pattern: 'https://memory.example/*', since: 5, connections: ['memory.example'] },
      { pattern: 'https://example.org/*', since: 5, connections: [] },
      { pattern: 'https://example.com/*', since: 5, connections: [] },
    ],
    markedSites: 3,
  },
  saves: { learned: 12, refused: 1, paused: 0 },
  troubles: [
    { at: 0, what: 'search.run', code: 'memory.server', status: 502, traceId: 'tr_1b77e0' },
    { at: 0, what: 'page.save', code: 'internal', status: null, traceId: null },
  ],
  at: 0,
};

describe('reportText', () => {
  it('lists the facts', () => {
    expect(reportText(facts)).toBe(
      [
        'Keepsake: 0.1.0',
        'Browser: Chromium 156 (linux x86-64)',
        'Language: en',
        'Active connection: key',
        'Connections: device 1, key 2',
        'Permissions: activeTab, storage',
        'Optional permissions: bookmarks, files, sites of connections 1, sites with highlighting 3, other sites 2',
        'Saves: learned 12, refused 1',
        'Written: 1970-01-01T00:00:00.000Z',
        '',
        'Last problems, newest first:',
        '1970-01-01T00:00:00.000Z  search.run  memory.server  502  trace tr_1b77e0',
        '1970-01-01T00:00:00.000Z  page.save  internal',
      ].join('\n'),
    );
  });

  it('shows “none” for missing facts', () => {
    const text = reportText({
      ...facts,
      connections: { inUse: null, kept: [] },
      permissions: { ...facts.permissions, installed: [], asked: [] },
      saves: {},
      troubles: [],
    });

    expect(text).toContain('Active connection: none\nConnections: none\n');
    expect(text).toContain('Permissions: none\nOptional permissions: sites of connections 1,');
    expect(text).toContain('Saves: none\n');
    expect(text.endsWith('Last problems, newest first:\nnone')).toBe(true);
  });
});
