/**
 * Tells every open page of the extension what changed, over a BroadcastChannel: it never leaves the extension's
 * origin, so no content script can hear or speak on it.
 */
import { type AppEvent, eventSchema } from './messages.ts';

const channelName = 'keepsake.events';

/** Opens the sending end; the background keeps one. */
export function createAnnouncer(): (event: AppEvent) => void {
  const channel = new BroadcastChannel(channelName);
  return (event) => channel.postMessage(event);
}

/** Calls `listener` for each event until the returned function is called. */
export function onEvent(listener: (event: AppEvent) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    const event = eventSchema.safeParse(data);
    if (event.success) listener(event.data);
  });
  return () => channel.close();
}
