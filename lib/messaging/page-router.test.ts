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
    'highlights.save': async () => ok({ memory: 'Reading', color: 'yellow' }),
    'highlights.color': async () => ok({}),
    'highlights.comment': async ({ id }) => ok({ id }),
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

describe('createPageRouter', () => {
  it('handles a content script’s message, using the URLs reported by the browser', async () => {
    const { route, called } = createWorld();

    const answer = await route(question, script);

    expect(answer).toEqual({ ok: true, value: { marks: [] } });
    expect(called[0]?.from).toEqual({
      tabId: 7,
      frameId: 0,
      pageUrl: tab.url,
      frameUrl: tab.url,
    });
  });

  it.each([
    [
      'uses the tab’s URL for a page that navigated within itself',
      { ...script, tab: { ...tab, url: 'https://example.org/b' } },
      { pageUrl: 'https://example.org/b', frameUrl: 'https://example.org/b' },
    ],
    [
      'keeps a frame’s URL separate from the page’s',
      { ...script, url: 'https://frame.example/', frameId: 4 },
      { pageUrl: tab.url, frameUrl: 'https://frame.example/' },
    ],
    [
      'treats a frame as a page if the tab’s URL is hidden',
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
    'a sender without an id': { url: script.url, frameId: 0, tab },
    'an extension page, which has its own router': {
      ...script,
      url: 'chrome-extension://keepsake/popup.html',
    },
    'a popup': { id: 'keepsake', url: 'chrome-extension://keepsake/popup.html' },
    'a script without a tab': { id: 'keepsake', url: script.url, frameId: 0 },
    'a script whose frame is unknown': { id: 'keepsake', url: script.url, tab },
    'a tab without an id': { ...script, tab: { url: tab.url } },
    'a file': { ...script, url: 'file:///connection/ada/a.html' },
    'a frame without a URL': { ...script, url: 'about:srcdoc', frameId: 4 },
    'a prerendered page': { ...script, documentLifecycle: 'prerender' },
    'a page in the back-forward cache': { ...script, documentLifecycle: 'cached' },
    'a page whose tab has navigated to another site': {
      ...script,
      tab: { ...tab, url: 'https://other.example/' },
    },
  };
  const asked = Object.entries(strangers).flatMap(([who, sender]) =>
    (Object.keys(pageMessages) as PageMessageName[]).map((name) => ({ who, sender, name })),
  );

  it.each(asked)('rejects $name from $who', async ({ sender, name }) => {
    const { route, called } = createWorld();

    const answer = await route({ ...question, name }, sender);

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.refused' } });
    expect(called).toEqual([]);
  });

  it('rejects a content script on a site the person doesn’t allow', async () => {
    const { route, called } = createWorld({
      isAllowed: ({ frameUrl }) => frameUrl.startsWith('https://allowed.example/'),
    });

    const answer = await route(question, script);

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.refused' } });
    expect(called).toEqual([]);
  });

  it.each(Object.keys(messages))('does not handle %s, which is for extension pages', (name) => {
    const { route } = createWorld();

    expect(route({ ...question, name }, script)).toBeUndefined();
    expect(route({ ...question, keepsake: 'ask', name }, script)).toBeUndefined();
  });

  it.each(Object.keys(pageMessages))('is the only router that handles %s', (name) => {
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
    ['an invalid id', { ...kept, id: '../1' }],
    [
      'more text than a note can contain',
      {
        ...kept,
        selection: { ...kept.selection, text: 'x'.repeat(2 * 1024 * 1024 + 1) },
      },
    ],
    ['a comment that is too long', { ...kept, comment: 'x'.repeat(2 * 1024 * 1024 + 1) }],
    ['no selection', { id: kept.id, comment: null }],
  ])('rejects %s', async (_, input) => {
    const { route, called } = createWorld();

    const answer = await route({ ...question, name: 'highlights.save', input }, script);

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.invalid' } });
    expect(called).toEqual([]);
  });

  it('limits saves per minute and tab', async () => {
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

  it('fails and reports if a handler throws', async () => {
    const { route, reports } = createWorld({
      changes: { 'highlights.list': () => Promise.reject(new Error('secret text')) },
    });

    const answer = await route(question, script);

    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('secret text');
    expect(reports).toEqual([{ name: 'highlights.list', code: 'internal' }]);
  });
});
