import { describe, expect, it } from 'vitest';
import { messages, type MessageName } from './messages.ts';
import { err, ok } from '../contract/result.ts';
import { createRouter, type Handlers } from './router.ts';

const extensionOrigin = 'chrome-extension://keepsake';
const ownPage = { id: 'keepsake', url: `${extensionOrigin}/popup.html`, frameId: 0 };
const question = { keepsake: 'ask', requestId: 'r1', name: 'panel.take', input: { windowId: 1 } };

function createWorld(changes: Partial<Handlers> = {}) {
  const called: string[] = [];
  const reports: { name: string; code: string }[] = [];
  let awake = 0;
  const record = (name: string) => async () => {
    called.push(name);
    return err({ code: 'internal', message: 'Not in this test.', retryable: false } as const);
  };
  const handlers = {
    ...Object.fromEntries(Object.keys(messages).map((name) => [name, record(name)])),
    ...changes,
  } as unknown as Handlers;
  const route = createRouter(handlers, {
    extensionId: 'keepsake',
    extensionOrigin,
    report: ({ name, code }) => reports.push({ name, code }),
    stayAwake: (work) => {
      awake += 1;
      return work.finally(() => {
        awake -= 1;
      });
    },
    now: () => 0,
  });
  return { route, called, reports, awake: () => awake };
}

describe('the router', () => {
  it('answers a page of the extension', async () => {
    const { route } = createWorld({ 'panel.take': async () => ok({ q: 'tides' }) });

    expect(await route(question, ownPage)).toEqual({ ok: true, value: { q: 'tides' } });
  });

  it.each([
    ['a page in a tab', { ...ownPage, tab: { id: 7 } }],
    ['a popup, which is in no tab', ownPage],
    ['a page in no tab whose frame is not told', { id: 'keepsake', url: ownPage.url }],
  ])('answers %s', async (_, sender) => {
    const { route } = createWorld({ 'panel.take': async () => ok({ q: 'tides' }) });

    expect(await route(question, sender)).toMatchObject({ ok: true });
  });

  it('stays awake until a question is answered, however long that takes', async () => {
    const answer = Promise.withResolvers<void>();
    const { route, awake } = createWorld({
      'panel.take': async () => {
        await answer.promise;
        return ok({ q: null });
      },
    });

    const asked = route(question, ownPage);
    expect(awake()).toBe(1);
    answer.resolve();
    await asked;

    expect(awake()).toBe(0);
  });

  const strangers = {
    'a frame of ours in a page': { ...ownPage, frameId: 4, tab: { id: 7 } },
    'a frame of ours in a page of ours': { ...ownPage, frameId: 4 },
    'a page in a tab whose frame is not told': { id: 'keepsake', url: ownPage.url, tab: { id: 7 } },
    'a content script': { id: 'keepsake', url: 'https://example.org/' },
    'a page that looks like ours': { id: 'keepsake', url: `${extensionOrigin}.example.org/` },
    'a page made by a script of ours': { id: 'keepsake', url: `blob:${extensionOrigin}/1` },
    'a frame without an address': { id: 'keepsake', url: 'about:srcdoc' },
    'a page without an address': { id: 'keepsake' },
    'another extension': { id: 'other', url: 'chrome-extension://other/popup.html' },
    'another extension with our address': { id: 'other', url: ownPage.url },
    'nobody known': {},
  };
  const asked = Object.entries(strangers).flatMap(([who, sender]) =>
    (Object.keys(messages) as MessageName[]).map((name) => ({ who, sender, name })),
  );

  it.each(asked)('refuses $name from $who', async ({ sender, name }) => {
    const { route, called } = createWorld();

    const answer = await route({ ...question, name }, sender);

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.refused' } });
    expect(called).toEqual([]);
  });

  it('refuses an input that is not of its form', async () => {
    const { route, called } = createWorld();

    const answer = await route({ ...question, name: 'page.save', input: { tabId: '7' } }, ownPage);

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.invalid' } });
    expect(called).toEqual([]);
  });

  it.each([null, 'ask', { name: 'panel.take' }, { ...question, name: 'no.such' }])(
    'leaves %j to other listeners',
    (message) => {
      expect(createWorld().route(message, ownPage)).toBeUndefined();
    },
  );

  it('answers and reports where a handler throws', async () => {
    const { route, reports } = createWorld({
      'panel.take': () => Promise.reject(new Error('secret text')),
    });

    const answer = await route(question, ownPage);

    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('secret text');
    expect(reports).toEqual([{ name: 'panel.take', code: 'internal' }]);
  });
});
