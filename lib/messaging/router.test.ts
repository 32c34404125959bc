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

describe('createRouter', () => {
  it('handles a message from an extension page', async () => {
    const { route } = createWorld({ 'panel.take': async () => ok({ q: 'tides' }) });

    expect(await route(question, ownPage)).toEqual({ ok: true, value: { q: 'tides' } });
  });

  it.each([
    ['a page in a tab', { ...ownPage, tab: { id: 7 } }],
    ['a popup, which has no tab', ownPage],
    ['a page without a tab whose frame is unknown', { id: 'keepsake', url: ownPage.url }],
  ])('accepts %s', async (_, sender) => {
    const { route } = createWorld({ 'panel.take': async () => ok({ q: 'tides' }) });

    expect(await route(question, sender)).toMatchObject({ ok: true });
  });

  it('keeps the background awake until a message is handled', async () => {
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
    'one of our frames in a web page': { ...ownPage, frameId: 4, tab: { id: 7 } },
    'one of our frames in one of our pages': { ...ownPage, frameId: 4 },
    'a page in a tab whose frame is unknown': { id: 'keepsake', url: ownPage.url, tab: { id: 7 } },
    'a content script': { id: 'keepsake', url: 'https://example.org/' },
    'a page that looks like ours': { id: 'keepsake', url: `${extensionOrigin}.example.org/` },
    'a blob page created by our script': { id: 'keepsake', url: `blob:${extensionOrigin}/1` },
    'a frame without a URL': { id: 'keepsake', url: 'about:srcdoc' },
    'a page without a URL': { id: 'keepsake' },
    'another extension': { id: 'other', url: 'chrome-extension://other/popup.html' },
    'another extension with our URL': { id: 'other', url: ownPage.url },
    'an empty sender': {},
  };
  const asked = Object.entries(strangers).flatMap(([who, sender]) =>
    (Object.keys(messages) as MessageName[]).map((name) => ({ who, sender, name })),
  );

  it.each(asked)('rejects $name from $who', async ({ sender, name }) => {
    const { route, called } = createWorld();

    const answer = await route({ ...question, name }, sender);

    expect(answer).toMatchObject({ ok: false, error: { code: 'message.refused' } });
    expect(called).toEqual([]);
  });

  it('rejects malformed input', async () => {
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

  it('fails and reports if a handler throws', async () => {
    const { route, reports } = createWorld({
      'panel.take': () => Promise.reject(new Error('secret text')),
    });

    const answer = await route(question, ownPage);

    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('secret text');
    expect(reports).toEqual([{ name: 'panel.take', code: 'internal' }]);
  });
});
