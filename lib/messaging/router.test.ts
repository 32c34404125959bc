import { describe, expect, it } from 'vitest';
import { messages, type MessageName } from '../contracts/messages.ts';
import { err, ok } from '../contracts/result.ts';
import { createRouter, type Handlers } from './router.ts';

const extensionOrigin = 'chrome-extension://keepsake';
const ownPage = { id: 'keepsake', url: `${extensionOrigin}/popup.html` };
const question = { keepsake: 'ask', requestId: 'r1', name: 'panel.take', input: { windowId: 1 } };

function createWorld(changes: Partial<Handlers> = {}) {
  const called: string[] = [];
  const reports: { name: string; code: string }[] = [];
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
    now: () => 0,
  });
  return { route, called, reports };
}

describe('the router', () => {
  it('answers a page of the extension', async () => {
    const { route } = createWorld({ 'panel.take': async () => ok({ q: 'tides' }) });

    expect(await route(question, ownPage)).toEqual({ ok: true, value: { q: 'tides' } });
  });

  const strangers = {
    'a content script': { id: 'keepsake', url: 'https://example.org/' },
    'a page that looks like ours': { id: 'keepsake', url: `${extensionOrigin}.example.org/` },
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
