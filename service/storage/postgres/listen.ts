import { Client, type ClientConfig } from 'pg';
import { sleep } from '../../../lib/async/sleep.ts';

/** How often the listener is called without a notification: a pooler might not pass them on, and a lost one isn't repeated. */
const POLL_MS = 5_000;

/** Listens on a dedicated connection, which is replaced if it's lost. */
export function listenOn(configure: () => ClientConfig, channel: string, listener: () => void) {
  const closing = new AbortController();
  const polling = setInterval(listener, POLL_MS);
  polling.unref();

  /** Listens until the connection is lost. */
  async function listen(): Promise<void> {
    const client = new Client(configure());
    const end = () => void client.end().catch(() => undefined);
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    closing.signal.addEventListener('abort', end, { once: true });
    try {
      // Ending a client while it connects settles only this.
      await Promise.race([client.connect(), lost.then(() => Promise.reject(new Error('Lost.')))]);
      client.on('notification', listener);
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      await lost;
    } finally {
      closing.signal.removeEventListener('abort', end);
      end();
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      // Until the connection is back, only polling calls the listener.
      await listen().catch(() => undefined);
      await sleep(POLL_MS, closing.signal);
    }
  }
  const listening = keepListening();

  return {
    async close(): Promise<void> {
      closing.abort();
      clearInterval(polling);
      await listening;
    },
  };
}
