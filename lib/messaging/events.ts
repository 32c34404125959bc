/** A BroadcastChannel stays within the extension's origin, out of reach of content scripts. */
import { type AppEvent, eventSchema } from './messages.ts';

const channelName = 'keepsake.events';

export function createAnnouncer(): (event: AppEvent) => void {
  const channel = new BroadcastChannel(channelName);
  return (event) => channel.postMessage(event);
}

/** Call the returned function to stop. */
export function onEvent(listener: (event: AppEvent) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    const event = eventSchema.safeParse(data);
    if (event.success) listener(event.data);
  });
  return () => channel.close();
}
