/** Causes the failures in a run: random service faults throughout, and strikes at planned moments. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards, hang, htmlPage, refusal, reset, tooManyRequests } from '../faults/faults.ts';
import type { Chance, FaultServer } from '../faults/fault-server.ts';
import type { Browsing } from './browsing.ts';
import type { ChaosService } from './service.ts';
import type { Strike, StrikeKind } from './plan.ts';
import { serialQueue } from '../../lib/async/serial-queue.ts';

/** A strike that was carried out. */
export interface Break {
  readonly kind: StrikeKind;
  /** The strike happened between `from` and `to`, in milliseconds since the epoch. Recovery can take much longer. */
  readonly from: number;
  readonly to: number;
}

export interface Failures {
  /** Starts a strike once all earlier ones have finished. */
  strike: (strike: Strike) => void;
  /** Resolves when at most this many strikes remain; rejects if one failed. */
  leaves: (strikes: number) => Promise<void>;
  breaks: readonly Break[];
}

export interface FailureOptions {
  readonly faults: FaultServer;
  readonly service: ChaosService;
  readonly browsing: Browsing;
  /** The person's actions that a strike can trigger. */
  readonly acts: { tryNow: () => Promise<void>; edit: () => Promise<void> };
}

/** The share of requests that get each fault. */
export const chances: readonly Chance[] = [
  { rate: 0.04, fault: refusal(500) },
  { rate: 0.03, fault: refusal(503, {}, { 'retry-after': '1' }) },
  { rate: 0.02, fault: tooManyRequests },
  { rate: 0.02, fault: htmlPage(502) },
  { rate: 0.04, fault: reset },
  { rate: 0.05, fault: afterwards(reset) },
  { rate: 0.02, fault: afterwards(refusal(504)) },
  { rate: 0.02, fault: { kind: 'truncated', isReset: true } },
  { rate: 0.02, fault: { kind: 'silence', seconds: 2 } },
  { rate: 0.01, fault: { kind: 'slow-body', gapMs: 5 } },
  { rate: 0.01, fault: hang },
];

export function createFailures({ faults, service, browsing, acts }: FailureOptions): Failures {
  const breaks: Break[] = [];
  const inOrder = serialQueue();
  const started: Promise<void>[] = [];

  async function cause({ kind, delayMs, lengthMs }: Strike): Promise<void> {
    await sleep(delayMs);
    const from = Date.now();
    await actions[kind](lengthMs, () => breaks.push({ kind, from, to: Date.now() }));
  }

  const actions: Record<StrikeKind, (lengthMs: number, onFailed: () => void) => Promise<void>> = {
    'worker stopped': async (_, onFailed) => {
      await (await browsing.open()).keepsake.stopServiceWorker();
      onFailed();
    },
    'browser killed': (_, onFailed) => browsing.restart('killed', onFailed),
    'service killed': (_, onFailed) => service.killAndRestart(onFailed),
    'network gone': async (lengthMs, onFailed) => {
      await faults.goAway();
      onFailed();
      await sleep(lengthMs);
      await faults.comeBack();
    },
    'tried now': async (_, onFailed) => {
      await acts.tryNow();
      onFailed();
    },
    // Only a waiting save can be edited, so keep the network down until there is one.
    edited: async (_, onFailed) => {
      await faults.goAway();
      onFailed();
      await acts.edit();
      await faults.comeBack();
    },
  };

  return {
    strike: (strike) => {
      const done = inOrder(() => cause(strike));
      done.catch(() => undefined);
      started.push(done);
    },
    leaves: async (strikes) => void (await Promise.all(started.slice(0, started.length - strikes))),
    breaks,
  };
}
