/** What befalls a run: chance faults of the service throughout, and strikes at the moments the plan has drawn. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards, hang, htmlPage, refusal, reset, tooManyRequests } from '../faults/faults.ts';
import type { Chance, FaultServer } from '../faults/fault-server.ts';
import type { Browsing } from './browsing.ts';
import type { Home } from './home.ts';
import type { Strike, StrikeKind } from './plan.ts';
import { createTurn } from './turn.ts';

/** A strike as it was done. */
export interface Break {
  readonly kind: StrikeKind;
  /** The blow fell between the two, milliseconds since the epoch; what was struck may come back much later. */
  readonly from: number;
  readonly to: number;
}

export interface Weather {
  /** Sets a strike off, after those before it. */
  strike: (strike: Strike) => void;
  /** Resolves when at most so many strikes are still to come; rejects where one could not be done. */
  leaves: (strikes: number) => Promise<void>;
  /** Those that were done. */
  breaks: readonly Break[];
}

export interface WeatherOptions {
  readonly faults: FaultServer;
  readonly home: Home;
  readonly browsing: Browsing;
  /** What the person does of their own accord. */
  readonly acts: { tryNow: () => Promise<void>; edit: () => Promise<void> };
}

/** Of every request in a hundred: what the service, or the way to it, does instead of answering. */
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

export function createWeather({ faults, home, browsing, acts }: WeatherOptions): Weather {
  const breaks: Break[] = [];
  const inTurn = createTurn();
  const struck: Promise<void>[] = [];

  async function befall({ kind, delayMs, lengthMs }: Strike): Promise<void> {
    await sleep(delayMs);
    const from = Date.now();
    await deeds[kind](lengthMs, () => breaks.push({ kind, from, to: Date.now() }));
  }

  const deeds: Record<StrikeKind, (lengthMs: number, fallen: () => void) => Promise<void>> = {
    'worker stopped': async (_, fallen) => {
      await (await browsing.open()).keepsake.stopServiceWorker();
      fallen();
    },
    'browser killed': (_, fallen) => browsing.restart('killed', fallen),
    'service killed': (_, fallen) => home.killAndRestart(fallen),
    'network gone': async (lengthMs, fallen) => {
      await faults.goAway();
      fallen();
      await sleep(lengthMs);
      await faults.comeBack();
    },
    'tried now': async (_, fallen) => {
      await acts.tryNow();
      fallen();
    },
    // What waits can be changed, so the network is gone until something waits.
    edited: async (_, fallen) => {
      await faults.goAway();
      fallen();
      await acts.edit();
      await faults.comeBack();
    },
  };

  return {
    strike: (strike) => {
      const done = inTurn(() => befall(strike));
      done.catch(() => undefined);
      struck.push(done);
    },
    leaves: async (strikes) => void (await Promise.all(struck.slice(0, struck.length - strikes))),
    breaks,
  };
}
