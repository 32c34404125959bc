/** The home on this device with 2,000 pages, in real Chromium: how fast it learns, and how fast it finds. */
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { type Figure, median, milliseconds, percentile } from './figure.ts';
import type { GeneratedPage } from './generate-pages.ts';
import { askInTurn, type HomeQuestion } from './home-asker.ts';
import { queriesOf } from './queries.ts';

/** Hands the pages to the home and waits until the last is learned. */
export async function benchLearning(asker: Page, pages: readonly GeneratedPage[]): Promise<Figure> {
  const startedAt = performance.now();
  const batchSize = 100;
  for (let start = 0; start < pages.length; start += batchSize) {
    const batch = pages.slice(start, start + batchSize);
    await askInTurn(asker, batch.map(addQuestion));
  }
  const handedOver = (performance.now() - startedAt) / 1000;
  await untilLearned(asker);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    what: `learn ${pages.length} pages`,
    figure: `${(pages.length / seconds).toFixed(0)} pages/s`,
    beside: `${seconds.toFixed(1)} s in all, ${(seconds / handedOver).toFixed(1)} × handing them over`,
  };
}

/** Searches as a person types, beside an answer that needs no search. */
export async function benchSearch(asker: Page, pages: readonly GeneratedPage[]): Promise<Figure[]> {
  const listing: HomeQuestion = { method: 'GET', path: '/v1/containers' };
  const base = median(
    await timesOf(
      asker,
      Array.from({ length: 100 }, () => listing),
    ),
  );
  const figures: Figure[] = [];
  for (const [kind, queries] of Object.entries(queriesOf(pages, 100))) {
    const times = await timesOf(asker, queries.map(searchQuestion));
    const middle = median(times);
    figures.push({
      what: `search ${pages.length} pages: ${kind}`,
      figure: milliseconds(middle),
      beside: `p95 ${milliseconds(percentile(times, 0.95))}, ${(middle / base).toFixed(1)} × listing the Memories (${milliseconds(base)})`,
    });
  }
  return figures;
}

async function timesOf(asker: Page, questions: readonly HomeQuestion[]): Promise<number[]> {
  const answers = await askInTurn(asker, questions);
  return answers.map(({ ms }) => ms);
}

function addQuestion({ url, title, content }: GeneratedPage): HomeQuestion {
  return { method: 'POST', path: '/v1/documents', body: { content, title, custom_id: url } };
}

function searchQuestion(q: string): HomeQuestion {
  return { method: 'POST', path: '/v1/search', body: { q } };
}

const newestSchema = z.object({ documents: z.array(z.object({ learned: z.boolean() })) });

/** Learning goes in the order of saving, so the newest page is the last one learned. */
async function untilLearned(asker: Page): Promise<void> {
  for (;;) {
    const [answer] = await askInTurn(asker, [{ method: 'GET', path: '/v1/documents?limit=1' }]);
    if (newestSchema.parse(JSON.parse(answer?.body ?? '')).documents[0]?.learned === true) return;
    await asker.waitForTimeout(100);
  }
}
