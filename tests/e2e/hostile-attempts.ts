/** Attacks from a content script in a page and from another extension. */
import type { Page } from '@playwright/test';

/** Sends every message from a content script, plainly and disguised as an extension page in several ways. */
export function sendAll(
  extensionPage: Page,
  given: { tabId: number; inputs: object; ownPage: string },
): Promise<{ name: string; answer: unknown }[]> {
  return extensionPage.evaluate(async ({ tabId, ...args }) => {
    const func = async ({ inputs, ownPage }: { inputs: object; ownPage: string }) => {
      const { id } = chrome.runtime;
      const forged = { id, url: ownPage, origin: new URL(ownPage).origin };
      const disguises = [
        {},
        { sender: forged, ...forged },
        { from: 'popup', __proto__: { sender: forged }, tab: undefined, frameId: 0 },
        { requestId: ownPage, sender: { ...forged, tab: { url: ownPage } }, trusted: true },
      ];
      const answers: { name: string; answer: unknown }[] = [];
      for (const [name, input] of Object.entries(inputs)) {
        for (const disguise of disguises) {
          const question = { keepsake: 'ask', requestId: 'r', name, input, ...disguise };
          answers.push({ name, answer: await chrome.runtime.sendMessage(question) });
        }
      }
      return answers;
    };
    const [done] = await chrome.scripting.executeScript({ target: { tabId }, func, args: [args] });
    return done?.result ?? [];
  }, given);
}

/** Sends the messages of Keepsake's page script from a different content script; returns each response or null. */
export function askAsMarks(
  extensionPage: Page,
  tabId: number,
  questions: readonly { name: string; input: object }[],
): Promise<unknown[]> {
  return extensionPage.evaluate(
    async ({ id, asked }) => {
      const func = async (all: string) => {
        const answers: unknown[] = [];
        for (const one of JSON.parse(all) as object[]) {
          const question = { keepsake: 'page-ask', requestId: 'r', ...one };
          const answer = await chrome.runtime.sendMessage(question).catch(() => null);
          answers.push(answer ?? null);
        }
        return answers;
      };
      const target = { tabId: id };
      const [done] = await chrome.scripting.executeScript({ target, func, args: [asked] });
      return done?.result ?? [];
    },
    // Chromium drops null values from script arguments.
    { id: tabId, asked: JSON.stringify(questions) },
  );
}

/** Calls the device service directly, opens a port, and reads databases and storage, all from a content script. */
export function trySideDoors(extensionPage: Page, tabId: number): Promise<unknown> {
  return extensionPage.evaluate(async (id) => {
    const func = async () => {
      const wire = {
        target: 'device-service',
        method: 'GET',
        path: '/v1/containers',
        headers: [],
        body: null,
      };
      const response: unknown = await chrome.runtime.sendMessage(wire).catch(() => undefined);
      const port = chrome.runtime.connect();
      const heard = await new Promise<string>((resolve) => {
        port.onMessage.addListener(() => resolve('heard something'));
        port.onDisconnect.addListener(() => resolve('closed without a word'));
        port.postMessage({ keepsake: 'ask', requestId: 'r', name: 'connection.status', input: {} });
      });
      const databases = (await indexedDB.databases()).map(({ name }) => name);
      const read = (area: 'session' | 'local') =>
        Promise.resolve()
          .then(() => chrome.storage[area].get(null))
          .catch(() => 'closed');
      const [session, local] = [await read('session'), await read('local')];
      return { service: response ?? null, port: heard, databases, session, local };
    };
    const [done] = await chrome.scripting.executeScript({ target: { tabId: id }, func });
    return done?.result;
  }, tabId);
}

/** Sends every message to Keepsake from outside. Runs in a page and in the worker of another extension. */
export async function sendFromOutside({
  inputs,
  id,
  url,
}: {
  inputs: object;
  id: string;
  url: string;
}) {
  const answers: unknown[] = [];
  for (const [name, input] of Object.entries(inputs)) {
    const question = { keepsake: 'ask', requestId: 'r', name, input, sender: { id, url } };
    const answer: unknown = await chrome.runtime.sendMessage(id, question).catch(() => undefined);
    if (answer !== undefined) answers.push(answer);
  }
  const wire = { target: 'device-service', method: 'GET', path: '/v1/containers', headers: [] };
  const served: unknown = await chrome.runtime
    .sendMessage(id, { ...wire, body: null })
    .catch(() => undefined);
  if (served !== undefined) answers.push(served);
  const port = chrome.runtime.connect(id);
  const heard = await new Promise<string>((resolve) => {
    port.onMessage.addListener(() => resolve('heard something'));
    port.onDisconnect.addListener(() => resolve('closed without a word'));
  });
  const file = await fetch(url).then(
    (response) => response.text(),
    () => null,
  );
  return { answers, port: heard, file };
}

type Listeners = { addListener: (listener: () => void) => void };
type Port = { onMessage: Listeners; onDisconnect: Listeners; postMessage: (m: unknown) => void };
type Injection<Args extends unknown[], Result> = {
  target: { tabId: number };
  func: (...args: Args) => Promise<Result>;
  args?: Args;
};
declare const chrome: {
  runtime: {
    id: string;
    sendMessage: (...idAndMessage: unknown[]) => Promise<unknown>;
    connect: (id?: string) => Port;
  };
  scripting: {
    executeScript: <Args extends unknown[], Result>(
      injection: Injection<Args, Result>,
    ) => Promise<{ result: Result }[]>;
  };
  storage: Record<'session' | 'local', { get: (keys: null) => Promise<unknown> }>;
};
