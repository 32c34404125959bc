import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { runInPage } from './tabs.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

const refusal = new Error('Cannot access contents of the page.');
const answer = [{ result: 'read' }];
const executeScript = vi.fn<() => Promise<unknown[]>>();

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers();
  executeScript.mockReset();
  Object.assign(fakeBrowser.scripting, { executeScript });
  return () => vi.useRealTimers();
});

async function runIn(url: string) {
  const { id: tabId = -1 } = await fakeBrowser.tabs.create({ url });
  const run = runInPage('/capture-page.js', { tabId, frames: 'top' });
  await vi.runAllTimersAsync();
  return run;
}

describe('a script in a page', () => {
  it('is tried again where the page had not been told that it may run', async () => {
    executeScript.mockRejectedValueOnce(refusal).mockResolvedValueOnce(answer);

    expect(await runIn('https://example.org/a')).toMatchObject({
      ok: true,
      value: { answers: ['read'] },
    });
  });

  it.each([
    ['https://example.org/a', 'page.restricted'],
    ['https://example.org/a.pdf', 'page.pdf'],
  ])('is said to be forbidden where it is refused twice at %s', async (url, code) => {
    executeScript.mockRejectedValue(refusal);

    expect(await runIn(url)).toMatchObject({ error: { code } });
    expect(executeScript).toHaveBeenCalledTimes(2);
  });

  it.each(['chrome://version/', ''])(
    'is tried once where the browser lets none into %j',
    async (url) => {
      executeScript.mockRejectedValue(refusal);

      expect(await runIn(url)).toMatchObject({ ok: false });
      expect(executeScript).toHaveBeenCalledTimes(1);
    },
  );
});
