/** Judges the blocks of a page by the model: by themselves first and, where that leaves doubt, beside the article. */
import type { Pace } from '../../pace.ts';
import { articleShares } from './article-share.ts';
import { blockRows } from './block-rows.ts';
import { addArticle, type Page } from './block-surroundings.ts';
import { hopeOf } from './keep-from.ts';
import { kindChancesOf, type KindChances } from './page-kind.ts';
import { probabilityOf, type Model } from './tree-model.ts';

export type Judgement = {
  /** For each block how likely it belongs to the text of the page. */
  probabilities: readonly number[];
  /** The best match that can be hoped for: see `hopeOf`. */
  hope: number;
  kinds: KindChances;
};

/** What is judged by. */
export type JudgingMeans = {
  model: Model;
  /**
   * Gives what an extractor takes for the article, its elements copied or rebuilt; null where it finds none. It takes
   * about as long as everything else, so it is asked only where it can make a difference.
   */
  findArticle: () => Element | null;
  pace: Pace;
};

/** Judges a page that has a block at least; what the article is found to be is added to the page. */
export async function judgeBlocks(
  page: Page,
  { model, findArticle, pace }: JudgingMeans,
): Promise<Judgement> {
  const alone = await judgementOf(page, model, pace);
  if (isClear(alone)) return alone;
  const article = findArticle();
  await pace();
  if (article === null) return alone;
  addArticle(page, articleShares(page.blocks, article));
  return judgementOf(page, model, pace);
}

/**
 * On two pages in five it is clear what to keep; beside the article, one block in a hundred of these would be judged
 * otherwise, and their F1 would be 0.001 better.
 */
function isClear({ probabilities, hope }: Judgement): boolean {
  const doubtful = probabilities.filter((each) => each > 0.25 && each < 0.75);
  return hope >= 0.9 && doubtful.length <= 0.1 * probabilities.length;
}

async function judgementOf(page: Page, model: Model, pace: Pace): Promise<Judgement> {
  const rows = await blockRows(page, model.features, pace);
  const kinds = kindChancesOf(rows[0] ?? [], model);
  const probabilities: number[] = [];
  for (const row of rows) {
    if (probabilities.length % 64 === 0) await pace();
    probabilities.push(probabilityOf(model.blocks, row, model));
  }
  return { probabilities, hope: hopeOf(page.blocks, probabilities), kinds };
}
