import { describe, expect, it } from 'vitest';
import { messages } from './messages.ts';
import { pageMessages, type PageMessageName } from '../highlights/page-messages.ts';
import { ok } from '../contract/result.ts';
import { createPageRouter, type PageHandlers, type PageSender } from './page-router.ts';
import { createRouter, type Handlers } from './router.ts';

const tab = { id: 7, url: 'https://example.org/a', title: 'A' };
const script = { id: 'keepsake', url: 'https://example.org/a', frameId: 0, tab };
const question = { keepsake: 'page-ask', requestId: 'r1', name: 'highlights.list', input: {} };
const kept = {
  id: '8c0ee3f5-5f0e-4b43-9f4c-0a4cb2f5d1aa',
  selection: {
    url: 'https://example.org/a',
    canonicalLink: null,
    title: 'A',
    text: 'tides',
    isFocused: true,
    anchor: null,
  },
  comment: null,
};

function createWorld({
  isAllowed = () => true,
  changes = {},
}: { isAllowed?: (from: PageSender) => boolean; changes?: Partial<PageHandlers> } = {}) {
  const called: { name: string; from: PageSender }[] = [];
  const reports: { name: string; code: string }[] = [];
  let time = 0;
  const answers: PageHandlers = {
    'highlights.list': async () => ok({ marks: [] }),
    'highlights.save': async () => ok({ memory: 'Reading' }),
    'highlights.undo': async () => ok({}),
    'highlights.remove': async () => ok({}),
    'highlights.restore': async () => ok({}),
    'highlights.shortcut': async () => ok({ keys: '' }),
    'highlights.placed': async () => ok({}),
    ...changes,
  };
  const handlers = Object.fromEntries(
    Object.entries(answers).map(([name, handle]) => [
      name,
      (input: never, from: PageSender) => {
        called.push({ name, from });
        return handle(input, from);
      },
    ]),
  ) as unknown as PageHandlers;
  const route = createPageRouter(handlers, {
    extensionId: 'keepsake',
    isAllowed: async (from) => isAllowed(from),
    stayAwake: (work) => work,
    report: ({ name, code }) => reports.push({ name, code }),
    now: () => time,
  });
  const pass = (ms: number) => {
    time += ms;
  };
  return { route, called, reports, pass };
}

describe('the router of scripts in pages', () => {
  it('answers a script of ours, with the addresses the browser gives', async () => {
    const { route, called } = createWorld();

    const answer = await route(question, script);

    expect(answer).toEqual({ ok: true, value: { marks: [] } });
    expect(called[0]?.from).toEqual({
      tabId: 7,
      frameId: 0,
      pageUrl: tab.url,
      pageTitle: 'A',
      frameUrl: tab.url,
    });
  });

  it.each([
    [
      'a page that went on within itself has the address of its tab',
      { ...script, tab: { ...tab, url: 'https://example.org/b' } },
      { pageUrl: 'https://example.org/b', frameUrl: 'https://example.org/b' },
    ],
    [
      'a frame has its own address beside that of the page',
      { ...script, url: 'https://frame.example/', frameId: 4 },
      { pageUrl: tab.url, frameUrl: 'https://frame.example/' },
    ],
    [
      'a frame in a tab whose address is not told is a page of its own',
      { ...script, url: 'https://frame.example/', frameId: 4, tab: { id: 7 } },
      { pageUrl: 'https://frame.example/', frameUrl: 'https://frame.example/' },
    ],
  ])('%s', async (_, sender, expected) => {
    const { route, called } = createWorld();

    await route(question, sender);

    expect(called[0]?.from).toMatchObject(expected);
  });

  const strangers = {
    'another extension': { ...script, id: 'other' },
    'nobody known': { url: script.url, frameId: 0, tab },
    'a page of ours, which has a router of its own': {
      ...script,
      url: 'chrome-extension://keepsake/popup.html',
    },
    'a popup': { id: 'keepsake', url: 'chrome-extension://keepsake/popup.html' },
    'a script in no tab': { id: 'keepsake', url: script.url, frameId: 0 },
    'a script whose frame is not told': { id: 'keepsake', url: script.url, tab },
    'a tab without a number': { ...script, tab: { url: tab.url } },
    'a file': { ...script, url: 'file:///connection/ada/a.html' },
    'a frame without an address': { ...script, url: 'about:srcdoc', frameId: 4 },
    'a page that is only being prepared': { ...script, documentLifecycle: 'prerender' },
    'a page that was put aside': { ...script, documentLifecycle: 'cached' },
    'a page whose tab has gone to another site': {
      ...script,
      tab: { ...tab, url: 'https://other.example/' },
    },
  };
  const asked = Object.entries(strangers).flatMap(([who, sender]) =>
    (Object.keys(pageMessages) as PageMessageName[]).map((name) => ({ who, sender, name })),
  );

  it.each(asked)('refuses $name from $who', async ({ sender, name }) => {
    const { route, called } = createWorld();

    const answer = await route({ ...question, name }, sender);

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.refused' } });
    expect(called).toEqual([]);
  });

  it('refuses a script of ours where the person does not let one run', async () => {
    const { route, called } = createWorld({
      isAllowed: ({ frameUrl }) => frameUrl.startsWith('https://allowed.example/'),
    });

    const answer = await route(question, script);

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.refused' } });
    expect(called).toEqual([]);
  });

  it.each(Object.keys(messages))('knows nothing of %s, which pages of ours ask', (name) => {
    const { route } = createWorld();

    expect(route({ ...question, name }, script)).toBeUndefined();
    expect(route({ ...question, keepsake: 'ask', name }, script)).toBeUndefined();
  });

  it.each(Object.keys(pageMessages))('alone knows %s', (name) => {
    const other = createRouter({} as Handlers, {
      extensionId: 'keepsake',
      extensionOrigin: 'chrome-extension://keepsake',
      stayAwake: (work) => work,
      report: () => undefined,
      now: () => 0,
    });
    const page = { id: 'keepsake', url: 'chrome-extension://keepsake/popup.html', frameId: 0 };

    expect(other({ ...question, name }, page)).toBeUndefined();
    expect(other({ ...question, keepsake: 'ask', name }, page)).toBeUndefined();
  });

  it.each([
    ['an id that is none', { ...kept, id: '../1' }],
    [
      'more text than a note holds',
      {
        ...kept,
        selection: { ...kept.selection, text: 'x'.repeat(2 * 1024 * 1024 + 1) },
      },
    ],
    ['a comment as long', { ...kept, comment: 'x'.repeat(2 * 1024 * 1024 + 1) }],
    ['no selection', { id: kept.id, comment: null }],
  ])('refuses to keep %s', async (_, input) => {
    const { route, called } = createWorld();

    const answer = await route({ ...question, name: 'highlights.save', input }, script);

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.invalid' } });
    expect(called).toEqual([]);
  });

  it('keeps no more than a person can in a minute, for each tab', async () => {
    const { route, pass } = createWorld();
    const keep = (sender: object) =>
      route({ ...question, name: 'highlights.save', input: kept }, sender);

    for (let times = 0; times < 60; times++) {
      expect(await keep(script)).toMatchObject({ ok: true });
    }

    expect(await keep(script)).toMatchObject({ ok: false, error: { code: 'message.refused' } });
    expect(await keep({ ...script, tab: { ...tab, id: 8 } })).toMatchObject({ ok: true });
    pass(60_000);
    expect(await keep(script)).toMatchObject({ ok: true });
  });

  it('answers and reports where a handler throws', async () => {
    const { route, reports } = createWorld({
      changes: { 'highlights.list': () => Promise.reject(new Error('secret text')) },
    });

    const answer = await route(question, script);

    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('secret text');
    expect(reports).toEqual([{ name: 'highlights.list', code: 'internal' }]);
  });
});
