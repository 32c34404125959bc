/** Formats the report of a run. */
import type { Entry } from '../faults/fault-server.ts';
import type { Verdict } from './judge.ts';
import type { Asked } from './ledger.ts';
import type { Break } from './failures.ts';

export interface Outcome {
  readonly seed: number;
  readonly ledger: readonly Asked[];
  readonly log: readonly Entry[];
  readonly breaks: readonly Break[];
  readonly verdict: Verdict;
  readonly seconds: { readonly run: number; readonly settling: number };
}

export function reportOf({ seed, ledger, log, breaks, verdict, seconds }: Outcome): string[] {
  const pages = ledger.filter(({ wish }) => wish.kind === 'page').length;
  const clicks = sum(ledger.map((asked) => asked.clicks.size));
  const retries = sum(
    ledger.flatMap((asked) => [...asked.clicks.values()].map((one) => one.retries)),
  );
  const { all, taken } = verdict.lostClicks;
  return [
    ...table([
      ['Seed', seed],
      ['Asked for', `${pages} pages, ${ledger.length - pages} notes, by ${clicks} saves`],
      ['Documents', verdict.documents],
      ['Notes', verdict.notes],
      ['Notes sent again after', listed(counted(verdict.lostResponses))],
      ['Edited before sent', sum(ledger.map(({ edits }) => edits.length))],
      ['Retried at the end', retries],
      ['Refused', listed(verdict.refused)],
      ['Clicks without response', `${all}, of them ${taken} accepted anyway`],
      ['Strikes', listed(counted(breaks.map(({ kind }) => kind)))],
      ['Requests', log.length],
      ['Faults', listed(counted(log.flatMap((entry) => nameOf(entry) ?? [])))],
      ['Seconds', `${seconds.run.toFixed(0)}, and ${seconds.settling.toFixed(0)} to settle`],
    ]),
    '',
    ...verdict.faults.map((fault) => `WRONG  ${fault}`),
  ];
}

function table(rows: readonly (readonly [string, string | number])[]): string[] {
  return rows.map(([name, value]) => `  ${name.padEnd(24)}${value}`);
}

function nameOf({ fault }: Entry): string | null {
  if (fault === null) return null;
  const kind = fault.kind === 'answer' ? String(fault.status) : fault.kind;
  return fault.isDone === true ? `${kind} after the write` : kind;
}

function counted(names: readonly string[]): Map<string, number> {
  const groups = Map.groupBy(names, (name) => name);
  return new Map([...groups].map(([name, all]) => [name, all.length]));
}

function listed(counts: ReadonlyMap<string, number>): string {
  if (counts.size === 0) return 'none';
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
