/** Indexing and search speed of the device service in real Chromium. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { splitPassages } from '../../lib/text/split-passages.ts';
import { indexAll } from './bare-sqlite.ts';
import { type Row, timeRows } from './figure.ts';
import { generatePages, type GeneratedPage } from './generate-pages.ts';
import { askInTurn, type HomeQuestion } from './home-asker.ts';
import { withFolder, withKeepsake } from './keepsake-browser.ts';
import { queriesOf } from './queries.ts';

const SEED = 20261121;

/** Learning 1,000 pages, beside SQLite in Node that writes and indexes the same without a service around it. */
export async function benchDeviceSaves(): Promise<Row[]> {
  const pages = generatePages(1_000, SEED);
  const passages = pages.reduce(
    (sum, { content, title }) => sum + splitPassages(content, title).length,
    0,
  );
  const seconds = await withKeepsake((_, asker) => learn(asker, pages));
  const bare = await withFolder(async (folder) => indexAll(join(folder, 'bare.sqlite3'), pages));
  const name = 'bare SQLite in Node';
  return [
    {
      name: `home on this device: ${pages.length.toLocaleString('en')} pages handed over and learned`,
      value: pages.length / seconds,
      unit: 'pages/s',
      baselines: [{ name, value: bare.perSecond }],
    },
    {
      name: 'home on this device: the same',
      value: passages / seconds,
      unit: 'passages/s',
      baselines: [{ name, value: bare.passagesPerSecond }],
    },
  ];
}

/** Searching 2,000 pages as a person types, beside an answer that needs no search. */
export async function benchDeviceSearch(): Promise<Row[]> {
  const pages = generatePages(2_000, SEED);
  return withKeepsake(async (_, asker) => {
    await learn(asker, pages);
    const listing: HomeQuestion = { method: 'GET', path: '/v1/containers' };
    const listed = await timesOf(
      asker,
      Array.from({ length: 100 }, () => listing),
    );
    const rows: Row[] = [];
    for (const [kind, queries] of Object.entries(queriesOf(pages, 100))) {
      const times = await timesOf(asker, queries.map(searchQuestion));
      const name = `search, home on this device, ${pages.length.toLocaleString('en')} pages: ${kind}`;
      rows.push(...timeRows(name, times, { 'listing the Memories': listed }));
    }
    return rows;
  });
}

/** Adds the pages, waits until the last is indexed, and returns how many seconds that took. */
async function learn(asker: Page, pages: readonly GeneratedPage[]): Promise<number> {
  const begun = performance.now();
  const batchSize = 100;
  for (let start = 0; start < pages.length; start += batchSize) {
    await askInTurn(asker, pages.slice(start, start + batchSize).map(addQuestion));
  }
  await untilLearned(asker);
  return (performance.now() - begun) / 1000;
}

async function timesOf(asker: Page, questions: readonly HomeQuestion[]): Promise<number[]> {
  const answers = await askInTurn(asker, questions);
  return answers.map(({ ms }) => ms);
}

function addQuestion({ url, title, content }: GeneratedPage): HomeQuestion {
  return { method: 'POST', path: '/v1/documents', body: { content, title, custom_id: url } };
}

export function searchQuestion(q: string): HomeQuestion {
  return { method: 'POST', path: '/v1/search', body: { q } };
}

const newestSchema = z.object({ documents: z.array(z.object({ learned: z.boolean() })) });

/** Learning goes in the order of saving, so the newest page is the last one learned. */
export async function untilLearned(asker: Page): Promise<void> {
  for (;;) {
    const [answer] = await askInTurn(asker, [{ method: 'GET', path: '/v1/documents?limit=1' }]);
    const newest = z.parse(newestSchema, JSON.parse(answer?.body ?? '')).documents[0];
    if (newest?.learned === true) return;
    await asker.waitForTimeout(100);
  }
}
