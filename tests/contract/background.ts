/** Starts the background as composed in production, with the extension pages that send it messages. */
import { compose } from '../../entrypoints/background/compose.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { type Ask, createAsk } from '../../lib/messaging/client.ts';
import { createRouter } from '../../lib/messaging/router.ts';

const origin = 'chrome-extension://keepsake';
const silent = { debug: () => undefined, warn: () => undefined };

/** Starts a background on the browser APIs that the test mocks. Collects announced events in `events`. */
export function startBackground() {
  const events: AppEvent[] = [];
  const background = compose({ log: silent, announce: (event) => events.push(event) });
  const router = createRouter(background.handlers, {
    extensionId: 'keepsake',
    extensionOrigin: origin,
    report: () => undefined,
    stayAwake: (work) => work,
    now: Date.now,
  });
  const pageAt = (path: string): Ask =>
    createAsk({
      send: async (message) =>
        router(message, { id: 'keepsake', url: `${origin}${path}`, frameId: 0 }),
      sleep: async () => undefined,
      newId: () => crypto.randomUUID(),
    });
  return {
    background,
    events,
    popup: pageAt('/popup.html'),
    panel: pageAt('/sidepanel.html'),
    settings: pageAt('/options.html'),
  };
}

export type Background = ReturnType<typeof startBackground>;
