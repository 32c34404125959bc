/** The same suite against the home on this device: the built extension, in real Chromium, on SQLite in OPFS. */
import { wireAnswerSchema } from '../../lib/contracts/device-wire.ts';
import { launchChromium } from '../browser/chromium.ts';
import { chooseDevice } from '../browser/surfaces.ts';
import { describeContract } from './suite.ts';

describeContract('the home on this device', async () => {
  const browser = await launchChromium({ extensionDir: '.output/chrome-mv3' });
  const page = await chooseDevice(browser);

  return {
    close: () => browser.close(),
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const answer: unknown = await page.evaluate((asked) => chrome.runtime.sendMessage(asked), {
        target: 'device-home',
        method: request.method,
        path: `${pathname}${search}`,
        headers: [...request.headers],
        body: body === '' ? null : body,
      });
      const parsed = wireAnswerSchema.parse(answer);
      if (parsed.outcome === 'failed') throw new Error(parsed.message);
      return new Response(parsed.body, { status: parsed.status, headers: parsed.headers });
    },
  };
});

declare const chrome: { runtime: { sendMessage: (message: unknown) => Promise<unknown> } };
