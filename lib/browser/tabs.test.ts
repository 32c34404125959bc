import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { openTab, runInPage } from './tabs.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

const refusal = new Error('Cannot access contents of the page.');
const answer = [{ result: 'read' }];
const executeScript = vi.fn<(script: object) => Promise<unknown[]>>();

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

describe('runInPage', () => {
  it('retries if the grant hasn’t reached the page yet', async () => {
    executeScript.mockRejectedValueOnce(refusal).mockResolvedValueOnce(answer);

    expect(await runIn('https://example.org/a')).toMatchObject({
      ok: true,
      value: { answers: ['read'] },
    });
  });

  it.each([
    ['https://example.org/a', 'page.restricted'],
    ['https://example.org/a.pdf', 'page.pdf'],
  ])('fails after a second refusal at %s', async (url, code) => {
    executeScript.mockRejectedValue(refusal);

    expect(await runIn(url)).toMatchObject({ error: { code } });
    expect(executeScript).toHaveBeenCalledTimes(2);
  });

  it.each(['chrome://version/', ''])(
    'tries once at %j, which browsers never allow',
    async (url) => {
      executeScript.mockRejectedValue(refusal);

      expect(await runIn(url)).toMatchObject({ ok: false });
      expect(executeScript).toHaveBeenCalledTimes(1);
    },
  );
});

describe('runInPage with a part', () => {
  it('requests the part right before the capture', async () => {
    executeScript.mockResolvedValue(answer);
    const { id: tabId = -1 } = await fakeBrowser.tabs.create({ url: 'https://example.org/a' });

    await runInPage('/capture-page.js', { tabId, frames: 'top', part: 'page' });

    expect(executeScript.mock.calls).toMatchObject([
      [{ args: ['page'] }],
      [{ files: ['/capture-page.js'] }],
    ]);
  });
});

describe('openTab', () => {
  type Tab = { id: number; index: number; windowId: number; url: string; active: boolean };

  /** Creates tabs at `urls`, the last one active, then opens `url` and returns the tabs. */
  async function openBeside(urls: readonly string[], url: string): Promise<Tab[]> {
    const tabs = urls.map((shown, at): Tab => ({
      id: at + 1,
      index: at,
      windowId: 1,
      url: shown,
      active: at === urls.length - 1,
    }));
    const activate = (tab: Tab) => tabs.forEach((one) => (one.active = one === tab));
    vi.spyOn(fakeBrowser.tabs, 'query').mockImplementation((async ({
      active,
    }: {
      active?: boolean;
    }) => structuredClone(tabs.filter((tab) => active !== true || tab.active))) as never);
    const get = async (id: number) => structuredClone(tabs.find((tab) => tab.id === id));
    // oxlint-disable-next-line typescript/no-misused-promises -- the types know only the form that takes a callback
    vi.spyOn(fakeBrowser.tabs, 'get').mockImplementation(get);
    vi.spyOn(fakeBrowser.tabs, 'update').mockImplementation((async (id: number, change: object) => {
      const tab = tabs.find((one) => one.id === id);
      if (tab === undefined) throw new Error(`No tab ${id}.`);
      activate(Object.assign(tab, change));
      return tab;
    }) as never);
    vi.spyOn(fakeBrowser.tabs, 'create').mockImplementation((async (given: Partial<Tab>) => {
      const tab = { id: 99, index: 0, windowId: 1, url: '', active: true, ...given };
      tabs.splice(tab.index, 0, tab);
      activate(tab);
      return tab;
    }) as never);
    vi.spyOn(fakeBrowser.windows, 'update').mockResolvedValue({} as never);
    await openTab(url);
    vi.restoreAllMocks();
    return tabs;
  }

  const wanted = 'https://example.org/a#:~:text=tides';
  const other = 'https://example.org/b';

  it.each([
    ['the page', 'https://example.org/a'],
    ['another passage of it', 'https://example.org/a#:~:text=moon'],
    ['another section of it', 'https://example.org/a#two'],
  ])('goes to the tab that shows %s', async (_, shown) => {
    const tabs = await openBeside([shown, other], wanted);

    expect(tabs).toMatchObject([{ url: wanted, active: true }, { url: other }]);
  });

  it('lets the page itself go to the passage, because Chromium scrolls only then', async () => {
    executeScript.mockResolvedValue([{}]);

    const tabs = await openBeside([`${other}?2`, 'https://example.org/a', other], wanted);

    expect(executeScript).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ target: { tabId: 2 }, args: [wanted] }),
    );
    expect(tabs[1]).toMatchObject({ url: 'https://example.org/a', active: true });
  });

  it.each([
    ['a page that the browser doesn’t reveal', ''],
    ['another page', 'https://example.org/a?page=2'],
    ['another page of an app with routes after #', 'https://example.org/a#/inbox'],
  ])('opens a new tab after one with %s', async (_, shown) => {
    const tabs = await openBeside([other, shown], wanted);

    expect(tabs).toMatchObject([{ url: other }, { url: shown }, { url: wanted, active: true }]);
  });
});
