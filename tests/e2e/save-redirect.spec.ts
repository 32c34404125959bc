/**
 * Tests that fetch in Chromium can be limited to the public internet, which the service on this device relies on to
 * read an address safely.
 */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { launchChromium } from '../browser/chromium.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { test } from './shared-browsers.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');

/** Lets any origin read the responses, as if the extension had access to every site. */
const open = { 'access-control-allow-origin': '*' };

let inner: PageServer;
let outer: PageServer;
let asked: number;

test.beforeAll(async () => {
  asked = 0;
  inner = await servePages({
    '/secret': () => {
      asked += 1;
      return new Response('secret', { headers: open });
    },
  });
  outer = await servePages({
    '/away': () =>
      new Response(null, { status: 302, headers: { ...open, location: `${inner.origin}/secret` } }),
    '/stay': () => new Response('heron', { headers: open }),
  });
});
test.afterAll(async () => {
  await inner.close();
  await outer.close();
});

test('follows no redirect into the local network, whatever access the extension has', async () => {
  // All test servers are on this device; make one of them count as an internet site.
  const { host } = new URL(outer.origin);
  const extraArgs = [`--ip-address-space-overrides=${host}=public`];
  const browser = await launchChromium({ extensionDir, extraArgs });
  const page = await browser.openExtensionPage('/welcome.html');
  const fetched = (url: string, init: object) =>
    page.evaluate(
      ([address, options]) =>
        fetch(address, options).then(
          (answer) => answer.text(),
          () => 'refused',
        ),
      [url, init] as const,
    );
  const guarded = { targetAddressSpace: 'public' };

  expect(await fetched(`${outer.origin}/stay`, guarded)).toBe('heron');
  expect(await fetched(`${outer.origin}/away`, guarded)).toBe('refused');
  expect(asked).toBe(0);

  // Without the option the redirect is followed, so the option is what blocks it.
  expect(await fetched(`${outer.origin}/away`, {})).toBe('secret');
  await browser.close();
});
