/** Sends requests over several parallel connections. Each connection waits for a response before its next request. */
import { Agent, request } from 'node:http';

export interface Asking {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
}

export interface LoadRun {
  readonly perSecond: number;
  /** The duration of each request, in milliseconds. */
  readonly times: readonly number[];
}

/** Posts every body to the path; rejects at the first failed response. */
export async function postAll(
  { url, token, connections }: Asking,
  path: string,
  bodies: readonly unknown[],
): Promise<LoadRun> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waiting = bodies.values();
  const times: number[] = [];

  async function work(): Promise<void> {
    // The connections share one iterator, so that each body is sent once.
    for (const body of waiting) {
      const begun = performance.now();
      await post({ agent, address: url + path, token, body: JSON.stringify(body) });
      times.push(performance.now() - begun);
    }
  }

  const begun = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, work));
  } finally {
    agent.destroy();
  }
  return { perSecond: (bodies.length * 1000) / (performance.now() - begun), times };
}

interface Post {
  readonly agent: Agent;
  readonly address: string;
  readonly token: string;
  readonly body: string;
}

function post({ agent, address, token, body }: Post): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent, headers }, (answer) => {
      const { statusCode = 0 } = answer;
      answer.once('error', reject).once('end', () => {
        if (statusCode < 300) resolve();
        else reject(new Error(`${address} returned ${statusCode}`));
      });
      answer.resume();
    });
    sent.once('error', reject).end(body);
  });
}
