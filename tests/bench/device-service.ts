/** Measures how fast the service on this device indexes and searches in real Chromium. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { splitPassages } from '../../lib/text/split-passages.ts';
import { indexAll } from './bare-sqlite.ts';
import { type Row, timeRows } from './figure.ts';
import { generatePages, type GeneratedPage } from './generate-pages.ts';
import { sendInOrder, type DeviceRequest } from './timed-requests.ts';
import { withFolder, withKeepsake } from './keepsake-browser.ts';
import { queriesOf } from './queries.ts';

const SEED = 20261121;

/** Measures how fast 1,000 pages are saved and indexed, compared with SQLite in Node without a service. */
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
      name: `service on this device: ${pages.length.toLocaleString('en')} pages saved and indexed`,
      value: pages.length / seconds,
      unit: 'pages/s',
      baselines: [{ name, value: bare.perSecond }],
    },
    {
      name: 'service on this device: the same',
      value: passages / seconds,
      unit: 'passages/s',
      baselines: [{ name, value: bare.passagesPerSecond }],
    },
  ];
}

/** Measures searches of 2,000 pages, compared with a request that needs no search. */
export async function benchDeviceSearch(): Promise<Row[]> {
  const pages = generatePages(2_000, SEED);
  return withKeepsake(async (_, asker) => {
    await learn(asker, pages);
    const listing: DeviceRequest = { method: 'GET', path: '/v1/containers' };
    const listed = await timesOf(
      asker,
      Array.from({ length: 100 }, () => listing),
    );
    const rows: Row[] = [];
    for (const [kind, queries] of Object.entries(queriesOf(pages, 100))) {
      const times = await timesOf(asker, queries.map(searchRequest));
      const name = `search, service on this device, ${pages.length.toLocaleString('en')} pages: ${kind}`;
      rows.push(...timeRows(name, times, { 'listing the Memories': listed }));
    }
    return rows;
  });
}

/** Saves the pages, waits until the last is indexed, and returns the seconds it took. */
async function learn(asker: Page, pages: readonly GeneratedPage[]): Promise<number> {
  const begun = performance.now();
  const batchSize = 100;
  for (let start = 0; start < pages.length; start += batchSize) {
    await sendInOrder(asker, pages.slice(start, start + batchSize).map(addRequest));
  }
  await untilLearned(asker);
  return (performance.now() - begun) / 1000;
}

async function timesOf(asker: Page, requests: readonly DeviceRequest[]): Promise<number[]> {
  const responses = await sendInOrder(asker, requests);
  return responses.map(({ ms }) => ms);
}

function addRequest({ url, title, content }: GeneratedPage): DeviceRequest {
  return { method: 'POST', path: '/v1/documents', body: { content, title, custom_id: url } };
}

export function searchRequest(q: string): DeviceRequest {
  return { method: 'POST', path: '/v1/search', body: { q } };
}

const newestSchema = z.object({ documents: z.array(z.object({ learned: z.boolean() })) });

/** Waits until all pages are indexed: the newest is the last, because pages are indexed in the order of saving. */
export async function untilLearned(asker: Page): Promise<void> {
  for (;;) {
    const [response] = await sendInOrder(asker, [{ method: 'GET', path: '/v1/documents?limit=1' }]);
    const newest = z.parse(newestSchema, JSON.parse(response?.body ?? '')).documents[0];
    if (newest?.learned === true) return;
    await asker.waitForTimeout(100);
  }
}
