/** What happens to a run: random service faults throughout, and strikes at planned moments. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards, hang, htmlPage, refusal, reset, tooManyRequests } from '../faults/faults.ts';
import type { Chance, FaultServer } from '../faults/fault-server.ts';
import type { Browsing } from './browsing.ts';
import type { Home } from './home.ts';
import type { Strike, StrikeKind } from './plan.ts';
import { createTurn } from './turn.ts';

/** A strike that was carried out. */
export interface Break {
  readonly kind: StrikeKind;
  /**
   * It happened between the two, in milliseconds since the epoch; recovery can take much longer.
   */
  readonly from: number;
  readonly to: number;
}

export interface Weather {
  /** Starts a strike after the ones before it. */
  strike: (strike: Strike) => void;
  /** Resolves when at most this many strikes remain; rejects if one failed. */
  leaves: (strikes: number) => Promise<void>;
  breaks: readonly Break[];
}

export interface WeatherOptions {
  readonly faults: FaultServer;
  readonly home: Home;
  readonly browsing: Browsing;
  /** What the person does unprompted. */
  readonly acts: { tryNow: () => Promise<void>; edit: () => Promise<void> };
}

/** The percentage of requests that get each fault instead of a response. */
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
    // Only a waiting save can be edited, so keep the network down until one waits.
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
