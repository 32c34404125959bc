/** Uses a BroadcastChannel, which stays within the extension's origin, out of reach of content scripts. */
import { type AppEvent, eventSchema } from './messages.ts';

const channelName = 'keepsake.events';

export function createAnnouncer(): (event: AppEvent) => void {
  const channel = new BroadcastChannel(channelName);
  return (event) => channel.postMessage(event);
}

/** Returns a function that stops listening. */
export function onEvent(listener: (event: AppEvent) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    const event = eventSchema.safeParse(data);
    if (event.success) listener(event.data);
  });
  return () => channel.close();
}
