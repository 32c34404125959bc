/**
 * Tests a sleeping service, which may need a minute for its first response: Keepsake waits and doesn't report an empty
 * library.
 */
import { createServer, type Server } from 'node:http';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { firstHit, searchFromPopup, visit } from '../browser/surfaces.ts';
import { en, enLead } from '../english.ts';
import { type Keepsake, test } from './keepsake.ts';

const passage = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const found = {
  results: [
    { container_name: 'Harbours', content: passage, document_id: 'd1', title: 'The ledger' },
  ],
  containers: [{ name: 'Harbours' }],
};

let memory: SleepingMemory;
test.beforeEach(async ({ keepsake }) => {
  memory = await startSleepingMemory();
  await keepsake.approveHost('http://127.0.0.1/*');
});
test.afterEach(() => memory.close());

test('shows the results in the panel after a response that takes 75 s, long after the popup closed', async ({
  keepsake,
}) => {
  memory.sleep(75_000);
  await connect(keepsake);
  const page = await visit(keepsake, memory.url);

  const panel = await searchFromPopup(keepsake, page, 'violet barometer');

  await expect(panel.getByRole('combobox', { name: en('search_search') })).toHaveValue(
    'violet barometer',
  );
  await expect(panel.getByText(en('search_waiting_held_title')).first()).toBeVisible();
  await expect(panel.getByText(en('common_slow')).first()).toBeVisible();
  await expect(panel.getByRole('button', { name: en('common_cancel') })).toBeVisible();
  const popups = () => keepsake.context.pages().filter((shown) => /popup/.test(shown.url()));
  expect(popups()).toEqual([]);
  // Each second is shown only briefly, and a busy machine skips some.
  await expect(panel.getByText(/^6\ds$/)).toBeVisible({ timeout: 75_000 });
  await expect(panel.getByText(enLead('search_empty_title'))).toBeHidden();

  await expect(firstHit(panel)).toContainText(passage, { timeout: 25_000 });
  await expect(firstHit(panel)).toContainText('Harbours');
  expect(memory.searches()).toBe(1);
});

test('reports a search without a response as timed out, and retries it only on a click', async ({
  keepsake,
}) => {
  memory.sleep('for ever');
  await connect(keepsake);
  const panel = await search(keepsake, 'violet barometer');

  const told = panel.getByText(en('errors_memory_timeout_title'));
  await expect(told).toBeVisible({ timeout: 100_000 });
  await expect(panel.getByRole('status')).toHaveText(en('search_announce_failed'));
  await expect(panel.getByText(enLead('search_empty_title'))).toBeHidden();
  expect(memory.searches()).toBe(1);

  memory.wake();
  await panel.getByRole('button', { name: en('common_retry') }).click();
  await expect(firstHit(panel)).toContainText(passage);
  expect(memory.searches()).toBe(2);
});

test('repeats a search if the worker stops before the response', async ({ keepsake }) => {
  memory.sleep('for ever');
  await connect(keepsake);
  const panel = await search(keepsake, 'violet barometer');
  await expect.poll(() => memory.searches()).toBe(1);

  await keepsake.stopServiceWorker();

  await expect.poll(() => memory.searches()).toBe(2);
  await expect(panel.getByText(en('search_waiting_held_title')).first()).toBeVisible();
  memory.wake();
  await expect(firstHit(panel)).toContainText(passage);
});

test('aborts the search on Cancel and when the panel closes', async ({ keepsake }) => {
  memory.sleep('for ever');
  await connect(keepsake);
  const panel = await search(keepsake, 'violet barometer');

  await panel.getByRole('button', { name: en('common_cancel') }).click();
  await expect(panel.getByText(en('search_stopped_title'))).toBeVisible();
  await expect.poll(() => memory.givenUp()).toBe(1);

  await panel.getByRole('button', { name: en('common_retry') }).click();
  await expect.poll(() => memory.searches()).toBe(2);
  await panel.close();
  await expect.poll(() => memory.givenUp()).toBe(2);
});

async function search(keepsake: Keepsake, words: string): Promise<Page> {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('combobox', { name: en('search_search') }).fill(words);
  return panel;
}

async function connect(keepsake: Keepsake): Promise<void> {
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(memory.url);
  await settings.getByLabel(en('connections_key'), { exact: true }).fill('key_of_the_test_0001');
  await settings.keyboard.press('Enter');
  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
  ).toBeVisible();
  await settings.close();
}

type SleepingMemory = Awaited<ReturnType<typeof startSleepingMemory>>;

/** Starts a service that responds to searches only once it is awake, and to everything else immediately. */
async function startSleepingMemory() {
  let waking = Promise.resolve();
  let wake = () => {};
  let searches = 0;
  let givenUp = 0;
  const server: Server = createServer((request, response) => {
    const send = (body: unknown) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (request.url === '/v1/containers') {
      send({ containers: [{ id: 'm1', name: 'Harbours' }] });
    } else if (request.url === '/v1/search') {
      searches += 1;
      response.on('close', () => {
        if (!response.writableEnded) givenUp += 1;
      });
      void waking.then(() => send(found));
    } else {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>A page</title><p>Some words.');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');

  return {
    url: `http://127.0.0.1:${bound.port}`,
    /** Puts the service to sleep. It wakes this long after the first search. */
    sleep(ms: number | 'for ever') {
      const asked = Promise.withResolvers<void>();
      wake = asked.resolve;
      server.on('request', ({ url }) => {
        if (ms !== 'for ever' && url === '/v1/search') void sleepFor(ms).then(asked.resolve);
      });
      waking = asked.promise;
    },
    wake: () => wake(),
    searches: () => searches,
    /** Returns the number of searches that the client aborted before a response. */
    givenUp: () => givenUp,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
