import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { listenToOnline, watchWhileOffline } from './alarms.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

let events: EventTarget;
let heard: number;

beforeEach(() => {
  fakeBrowser.reset();
  events = new EventTarget();
  heard = 0;
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  listenToOnline(() => {
    heard += 1;
  });
});
afterEach(() => vi.unstubAllGlobals());

function setOnline(onLine: boolean): void {
  vi.stubGlobal('navigator', { onLine });
}

async function ring(): Promise<void> {
  const alarm = await fakeBrowser.alarms.get('keepsake.network');
  if (alarm !== undefined) await fakeBrowser.alarms.onAlarm.trigger(alarm);
}

describe('listenToOnline', () => {
  it('reports the browser’s online event', () => {
    events.dispatchEvent(new Event('online'));

    expect(heard).toBe(1);
  });

  it('uses an alarm to check while offline, until the browser is online', async () => {
    setOnline(false);
    await watchWhileOffline();
    await ring();
    expect(heard).toBe(0);

    setOnline(true);
    await ring();
    expect(heard).toBe(1);

    await ring();
    expect(heard).toBe(1);
    expect(await fakeBrowser.alarms.getAll()).toEqual([]);
  });

  it('sets no alarm while online', async () => {
    setOnline(true);

    await watchWhileOffline();

    expect(await fakeBrowser.alarms.getAll()).toEqual([]);
  });

  it('uses a single alarm and ignores other alarms', async () => {
    setOnline(false);
    await watchWhileOffline();
    await watchWhileOffline();
    expect(await fakeBrowser.alarms.getAll()).toHaveLength(1);

    setOnline(true);
    const [own] = await fakeBrowser.alarms.getAll();
    if (own !== undefined) {
      await fakeBrowser.alarms.onAlarm.trigger({ ...own, name: 'keepsake.work' });
    }
    expect(heard).toBe(0);
  });
});
