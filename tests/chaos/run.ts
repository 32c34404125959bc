/**
 * Saves hundreds of pages and notes while everything that can fail does, and compares the service's
 * contents to what was asked for: `npm run chaos -- [count] [seed]`, or KEEPSAKE_CHAOS and
 * KEEPSAKE_CHAOS_SEED. A long run is divided between browsers, each with its own profile and service.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../browser/remove-folder.ts';
import { startFaultServer } from '../faults/fault-server.ts';
import { startBrowsing, type Browsing } from './browsing.ts';
import { connect } from './connect.ts';
import { watchEnds } from './ends.ts';
import { startChaosService } from './service.ts';
import { judge } from './judge.ts';
import { askedFor, type Asked } from './ledger.ts';
import { createPerson } from './person.ts';
import { drawPlan, strikeKinds, type Plan } from './plan.ts';
import { reportOf } from './report.ts';
import { carryOut, type Saver } from './saving.ts';
import { serveSite } from './site.ts';
import { serialQueue } from '../../lib/async/serial-queue.ts';
import { chances, createFailures, type Failures } from './failures.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');
const memories = ['Harbours', 'Lighthouses'];
/** Tabs in which pages are saved in parallel. */
const lanes = 3;
/** A strike blocks its browser for about a second, so a larger run is divided between several browsers. */
const mostPerBrowser = 2_500;

const [, , givenCount, givenSeed] = process.argv;
const count = Number(givenCount ?? process.env['KEEPSAKE_CHAOS'] ?? 500);
const seed = Number(givenSeed ?? process.env['KEEPSAKE_CHAOS_SEED'] ?? Date.now() % 1_000_000);

if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  throw new Error('Pass two whole numbers: how many saves and notes, and the seed.');
}

if (count > mostPerBrowser) process.exit(await divide());

/** A run that takes longer than this is stuck. */
const longestRunMs = 60_000 + count * 4_000;
const longestSettlingMs = 150_000 + count * 200;

console.log(`${count} saves and notes, seed ${seed}`);
const late = new Promise<never>((_, reject) => {
  setTimeout(() => reject(new Error('The run did not finish.')), longestRunMs).unref();
});
// Without an explicit exit, Node sometimes spins forever closing the pipes of a killed browser
// (`Environment::CleanupHandles`, seen in Node 24.21).
process.exit(await run(drawPlan({ seed, count, memories: memories.length })));

/** Divides the run between browsers, with a seed for each, and returns the exit code. */
async function divide(): Promise<number> {
  const browsers = Math.ceil(count / mostPerBrowser);
  console.log(`${count} saves and notes in ${browsers} browsers, seeds from ${seed}`);
  const codes = await Promise.all(
    Array.from({ length: browsers }, async (_, nth) => {
      const share =
        Math.floor((count * (nth + 1)) / browsers) - Math.floor((count * nth) / browsers);
      const given = [import.meta.filename, String(share), String(seed + nth)];
      const child = spawn(process.execPath, given, { stdio: 'inherit' });
      await once(child, 'exit');
      return child.exitCode;
    }),
  );
  const passed = codes.filter((code) => code === 0).length;
  console.log(`${passed} passed, ${browsers - passed} failed`);
  return passed === browsers ? 0 : 1;
}

/** Carries out the plan and returns the exit code. */
async function run(plan: Plan): Promise<number> {
  const service = await startChaosService();
  const faults = await startFaultServer({ target: service.url });
  const ends = watchEnds(faults);
  const site = await serveSite();
  const profileDir = await mkdtemp(join(tmpdir(), 'keepsake-chaos-profile-'));
  const browsing = startBrowsing({ extensionDir, profileDir, siteOrigin: site.origin });
  try {
    const memoryIds = await connect({ service, browsing, address: faults.url, memories });
    const ledger: Asked[] = [];
    const person = createPerson({ browsing, ledger, lane: lanes });
    const failures = createFailures({ faults, service, browsing, acts: person });
    const startedAt = performance.now();

    faults.random(seed, chances);
    const saver = { browsing, memoryIds, inFront: serialQueue() };
    await Promise.race([late, saveAll(plan, { saver, failures, ledger, origin: site.origin })]);
    // Release requests that hang, and stop all faults.
    faults.calm();
    await faults.goAway();
    await faults.comeBack();
    const calmAt = performance.now();
    const left = await person.settle(longestSettlingMs);
    const restAt = performance.now();

    const { breaks } = failures;
    const log = faults.log();
    const shown = await listSaves(browsing);
    const contents = await service.contents();
    const verdict = judge({ ...ends, ledger, memories, contents, log, breaks, shown });
    verdict.faults.push(...left.map((one) => `Still in progress: ${one}.`));
    const missed = strikeKinds.filter((name) => !breaks.some(({ kind }) => kind === name));
    verdict.faults.push(...missed.map((kind) => `Inconclusive: there was no ${kind}.`));
    const seconds = { run: (calmAt - startedAt) / 1_000, settling: (restAt - calmAt) / 1_000 };
    console.log(reportOf({ seed, ledger, log, breaks, verdict, seconds }).join('\n'));
    const wrong = verdict.faults.length;
    console.log(wrong === 0 ? '1 passed, 0 failed' : `0 passed, 1 failed (${wrong} wrong)`);
    return wrong === 0 ? 0 : 1;
  } finally {
    await browsing.close().catch(() => undefined);
    ends.stop();
    await faults.stop();
    await site.close();
    await service.close();
    await removeFolder(profileDir);
  }
}

interface Scene {
  readonly saver: Saver;
  readonly failures: Failures;
  readonly ledger: Asked[];
  readonly origin: string;
}

async function saveAll(
  { wishes, strikes }: Plan,
  { saver, failures, ledger, origin }: Scene,
): Promise<void> {
  const left = wishes.values();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      // All lanes share one iterator: each takes the next wish once it has finished its previous one.
      for (const wish of left) {
        // Wait if strikes are pending, so that saves don't run ahead of the strikes planned for them.
        await failures.leaves(1);
        for (const strike of strikes.get(wish.nth) ?? []) failures.strike(strike);
        const asked = askedFor(wish, origin);
        ledger.push(asked);
        await carryOut(asked, lane, saver);
        if ((wish.nth + 1) % 50 === 0) console.log(`  ${wish.nth + 1} asked for`);
      }
    }),
  );
  await failures.leaves(0);
}

async function listSaves(browsing: Browsing) {
  const listed = await (await browsing.open()).ask('outbox.list', {});
  if (!listed.ok) throw new Error(`Could not read the list of saves: ${listed.error.code}.`);
  return listed.value;
}
