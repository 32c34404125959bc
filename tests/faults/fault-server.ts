/**
 * A loopback server in front of the real service that injects faults into its responses. Without a rule it forwards
 * everything. A rule selects requests and sets their fault, for a number of times or always. `random` injects random
 * faults, reproducible for the same seed and order of requests.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { createRandom, type Random } from '../bench/random.ts';
import type { Fault } from './faults.ts';
import { createLogBook, type Entry, type OpenEntry } from './log-book.ts';
import { answerWith, misbehave, type Sleep } from './misbehave.ts';
import { passToAddress, passToHandler, type PassOn, type Received } from './pass-on.ts';

export type { Entry } from './log-book.ts';

export interface FaultServerOptions {
  /** A fetch handler in this process, or the address of a service elsewhere. */
  readonly target: ((request: Request) => Promise<Response>) | string;
  /** Waits during silence and slow bodies; in real time by default. */
  readonly sleep?: Sleep;
  /** Called when the caller will receive nothing for `ms` milliseconds, which may be `Infinity`. */
  readonly stalled?: (ms: number) => void;
}

export interface Rule {
  /** Every method by default. */
  readonly method?: string;
  /** Matched against the path without its query; every path by default. */
  readonly path?: RegExp;
  /** How many requests it applies to; all by default. */
  readonly times?: number;
  /** Null forwards the request, and overrides earlier rules and random faults. */
  readonly fault: Fault | null;
}

export interface Chance extends Omit<Rule, 'times'> {
  /** The share of matching requests that get the fault. The rates for a request add up to at most 1. */
  readonly rate: number;
}

export interface FaultServer {
  readonly url: string;
  /** Another origin on this device, which responds to every request with success and logs it. */
  readonly other: { readonly url: string; log(): readonly Entry[] };
  /** Adds a rule that takes precedence over earlier ones; returns a function that removes it. */
  script(rule: Rule): () => void;
  /** Injects random faults into requests without a rule. An empty list stops that. */
  random(seed: number, chances: readonly Chance[]): void;
  /** Removes all rules and random faults. */
  calm(): void;
  log(): readonly Entry[];
  forgetLog(): void;
  /** Resolves when this many requests have arrived since the log was last cleared. */
  received(count: number): Promise<void>;
  /** Resolves when no request is in flight or still being served for a caller that hung up. */
  settled(): Promise<void>;
  /** Simulates a lost network: closes connections and refuses new ones, until `comeBack` listens on the same port. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Closes every connection and stops both servers. */
  stop(): Promise<void>;
}

/** Starts the server on a free port of 127.0.0.1. */
export async function startFaultServer(options: FaultServerOptions): Promise<FaultServer> {
  const { target, sleep = inRealTime, stalled = () => undefined } = options;
  let url = '';
  const passOn =
    typeof target === 'string' ? passToAddress(target) : passToHandler(target, () => url);
  const plan = createPlan();
  const book = createLogBook();
  let serving = 0;
  const elsewhere = createLogBook();

  const otherServer = createServer((incoming, outgoing) => {
    welcome(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const otherUrl = await listen(otherServer, 0);

  async function welcome(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    elsewhere.enter(await receive(incoming), { fault: null, outgoing });
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(friendlyAnswer);
  }

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const received = await receive(incoming);
    const fault = plan.faultOf(received);
    const entry = book.enter(received, { fault, outgoing });
    const serve = async () => {
      serving += 1;
      try {
        return await serveOnce({ passOn, received, entry });
      } finally {
        serving -= 1;
        book.look();
      }
    };
    if (fault === null) return answerWith(await serve(), outgoing);
    const { path } = received;
    const redirects = { other: otherUrl + path, same: `${url}/elsewhere${path}` };
    await misbehave(fault, { outgoing, sleep, stalled, redirects, serve });
  }

  const server = createServer((incoming, outgoing) => {
    // The caller hung up or the target is down: either way the connection ends without a response.
    respond(incoming, outgoing).catch(() => outgoing.destroy());
  });
  url = await listen(server, 0);
  const port = Number(new URL(url).port);

  return {
    url,
    other: { url: otherUrl, log: () => elsewhere.entries },
    script: (rule) => plan.add(rule),
    random: (seed, chances) => plan.leaveToChance(seed, chances),
    calm: () => plan.clear(),
    log: () => book.entries,
    forgetLog: () => book.clear(),
    received: (count) => book.when(() => book.entries.length >= count),
    settled: () =>
      book.when(() => serving === 0 && book.entries.every(({ outcome }) => outcome !== 'pending')),
    goAway: () => close(server),
    async comeBack() {
      await listen(server, port);
    },
    async stop() {
      await Promise.all([close(server), close(otherServer)]);
    },
  };
}

/** Looks like several valid responses at once, to catch a client that follows a redirect. */
const friendlyAnswer = JSON.stringify({
  status: 'queued',
  id: 'elsewhere',
  containers: [],
  documents: [],
  results: [],
  rules: [],
  answer: 'Answered elsewhere.',
});

function createPlan() {
  let rules: (Rule & { left: number })[] = [];
  let random: Random | null = null;
  let chances: readonly Chance[] = [];

  return {
    add(rule: Rule) {
      const added = { ...rule, left: rule.times ?? Infinity };
      rules.unshift(added);
      return () => {
        rules = rules.filter((other) => other !== added);
      };
    },
    leaveToChance(seed: number, given: readonly Chance[]) {
      random = createRandom(seed);
      chances = given;
    },
    clear() {
      rules = [];
      chances = [];
    },
    faultOf(received: Received): Fault | null {
      const rule = rules.find((one) => one.left > 0 && isAbout(one, received));
      if (rule !== undefined) {
        rule.left -= 1;
        return rule.fault;
      }
      const possible = chances.filter((chance) => isAbout(chance, received));
      if (random === null || possible.length === 0) return null;
      let drawn = random.next();
      return possible.find(({ rate }) => (drawn -= rate) < 0)?.fault ?? null;
    },
  };
}

function isAbout(rule: Pick<Rule, 'method' | 'path'>, { method, path }: Received): boolean {
  const [pathname = ''] = path.split('?');
  return (rule.method ?? method) === method && (rule.path?.test(pathname) ?? true);
}

async function serveOnce(given: {
  passOn: PassOn;
  received: Received;
  entry: OpenEntry;
}): Promise<Response> {
  given.entry.isPassedOn = true;
  const response = await given.passOn(given.received);
  given.entry.servedStatus = response.status;
  given.entry.isDone = response.ok;
  return response;
}

async function receive(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = await incoming.toArray();
  const { method = 'GET', url = '/', headers } = incoming;
  return { method, path: url, headers, body: Buffer.concat(chunks) };
}

async function inRealTime(ms: number, signal: AbortSignal): Promise<void> {
  // An abort rejects this, which ends the wait as intended.
  await sleepFor(ms, undefined, { signal }).catch(() => undefined);
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string')
        reject(new Error('The server has no port.'));
      else resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
