/**
 * A server on loopback that stands before the real service and does to its answers whatever a test asks for.
 *
 * Without a rule everything is passed on. A rule names the requests it is about and the fault they meet, a few times or
 * always; `random` lets faults happen by chance, the same ones again for the same seed and order of requests.
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
  /** A fetch handler in this process, or the address of a service that runs elsewhere. */
  readonly target: ((request: Request) => Promise<Response>) | string;
  /** For silence and slow bodies; real time when left out. */
  readonly sleep?: Sleep;
  /** Told that the caller will hear nothing for `ms` milliseconds, or ever. */
  readonly stalled?: (ms: number) => void;
}

export interface Rule {
  /** Every method when left out. */
  readonly method?: string;
  /** Tried on the path without its query; every path when left out. */
  readonly path?: RegExp;
  /** How many requests meet it; all when left out. */
  readonly times?: number;
  /** Null passes the request on, and so shields it from a later rule and from chance. */
  readonly fault: Fault | null;
}

export interface Chance extends Omit<Rule, 'times'> {
  /** Of the requests it is about, in [0, 1]; the rates of all that are about one request add up to 1 at most. */
  readonly rate: number;
}

export interface FaultServer {
  readonly url: string;
  /** Another origin on this device, which answers every request with success and remembers it. */
  readonly other: { readonly url: string; log(): readonly Entry[] };
  /** Adds a rule, which is asked before those added earlier; gives the function that takes it away. */
  script(rule: Rule): () => void;
  /** Lets faults happen by chance where no rule is about a request; an empty list ends that. */
  random(seed: number, chances: readonly Chance[]): void;
  /** Takes away every rule and all chance. */
  calm(): void;
  log(): readonly Entry[];
  forgetLog(): void;
  /** Resolves when so many requests have come since the log was last forgotten. */
  received(count: number): Promise<void>;
  /** Resolves when no request is under way, nor at work in the service for a caller that has hung up. */
  settled(): Promise<void>;
  /** As a network that is gone: connections end, new ones are refused. `comeBack` listens on the same port again. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Ends every connection and both servers. */
  stop(): Promise<void>;
}

/** Starts it on a free port of 127.0.0.1. */
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
    // The caller hung up, or nobody answers at the target: either way the connection ends without an answer.
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

/** Would pass for several answers of the contract, so that whoever follows a redirect is found out. */
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
  // It rejects where the signal aborts, which is an end as good as the other.
  await sleepFor(ms, undefined, { signal }).catch(() => undefined);
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('It has no port.'));
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
