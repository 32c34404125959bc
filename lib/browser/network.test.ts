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

describe('the network', () => {
  it('is told of by the browser', () => {
    events.dispatchEvent(new Event('online'));

    expect(heard).toBe(1);
  });

  it('is looked for while it is gone, until it is there', async () => {
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

  it('is not looked for while it is there', async () => {
    setOnline(true);

    await watchWhileOffline();

    expect(await fakeBrowser.alarms.getAll()).toEqual([]);
  });

  it('is looked for by one alarm, and heard by no other', async () => {
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
