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
   * about as long as everything else, so it is asked only where it can make a difference. `hasNotices` says whether notices
   * may have to be left out first.
   */
  findArticle: (hasNotices: boolean) => Element | null;
  pace: Pace;
};

/** Judges a page that has a block at least; what the article is found to be is added to the page. */
export async function judgeBlocks(
  page: Page,
  { model, findArticle, pace }: JudgingMeans,
): Promise<Judgement> {
  const { rows, renew } = await blockRows(page, model.features, pace);
  const kinds = kindChancesOf(rows[0] ?? [], model);
  const alone = { kinds, ...(await judged(page, { rows, forest: 'alone', model, pace })) };
  if (!asksArticle(alone)) return alone;
  const article = findArticle(page.hasNotices);
  await pace();
  if (article === null) return alone;
  addArticle(page, articleShares(page.blocks, article));
  await renew();
  return { kinds, ...(await judged(page, { rows, forest: 'besideArticle', model, pace })) };
}

/** Of these the article says something; of others, such as products, it says as often what is wrong. */
const kindsWithArticle = ['article', 'documentation', 'list'];

/**
 * On one page in two, which is likely of another kind or clear: to ask for it there as well, F1 would be 0.001 better on
 * articles, and no better over all.
 */
function asksArticle({ probabilities, hope, kinds }: Judgement): boolean {
  const likely = kindsWithArticle.reduce((sum, kind) => sum + (kinds.get(kind) ?? 0), 0);
  const doubtful = probabilities.filter((each) => each > 0.25 && each < 0.75);
  const isClear = hope >= 0.9 && doubtful.length <= 0.1 * probabilities.length;
  return likely >= 0.5 && !isClear;
}

type Asked = Pick<JudgingMeans, 'model' | 'pace'> & {
  rows: readonly (readonly number[])[];
  forest: keyof Model['blocks'];
};

async function judged(
  page: Page,
  { rows, forest, model, pace }: Asked,
): Promise<Pick<Judgement, 'probabilities' | 'hope'>> {
  const probabilities: number[] = [];
  for (const row of rows) {
    if (probabilities.length % 64 === 0) await pace();
    probabilities.push(probabilityOf(model.blocks[forest], row, model));
  }
  return { probabilities, hope: hopeOf(page.blocks, probabilities) };
}
