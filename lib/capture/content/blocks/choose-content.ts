/** Chooses the text of a page block by block, as a model has learned it from pages whose text is known. */
import { bodyOf } from '../../element-kinds.ts';
import type { Pace } from '../../pace.ts';
import { articleShares } from './article-share.ts';
import { blockRows } from './block-features.ts';
import { surroundingsOf } from './block-surroundings.ts';
import { keepFromOf } from './keep-from.ts';
import { removeIdlePictures } from './kept-pictures.ts';
import { cutPage } from './page-blocks.ts';
import { kindChancesOf, likeliestKind, type ToldKind } from './page-kind.ts';
import { keptPart } from './prune.ts';
import { leanOnBuild } from './same-build.ts';
import { settleBlocks } from './settle-blocks.ts';
import { probabilityOf, type Model } from './tree-model.ts';

export type ChosenContent = ToldKind & {
  /** A copy of the body with nothing but the blocks that are kept. */
  content: Element;
};

/** What has been found out about the page before. */
export type Known = {
  model: Model;
  /** What an extractor took for the article, its elements copied or rebuilt; null where it found none. */
  article: Element | null;
  /** The title of the document. */
  title: string;
  pace: Pace;
};

/** Gives the text of a copied page, which is not changed; null where the page has no text or none is kept. */
export async function chooseContent(
  snapshot: Document,
  { model, article, title, pace }: Known,
): Promise<ChosenContent | null> {
  const body = bodyOf(snapshot);
  if (body === null) return null;
  const cut = await cutPage(body, pace);
  const shares = article === null ? null : articleShares(cut.blocks, article);
  await pace();
  const page = surroundingsOf(cut, { shares, title });
  const rows = await blockRows(page, model.features, pace);
  const [first] = rows;
  if (first === undefined) return null;
  const kinds = kindChancesOf(first, model);
  const probabilities: number[] = [];
  for (const row of rows) {
    if (probabilities.length % 64 === 0) await pace();
    probabilities.push(probabilityOf(model.blocks, row));
  }
  const keepFrom = keepFromOf(cut.blocks, probabilities, kinds);
  const keeps = settleBlocks(cut.blocks, leanOnBuild(page.shapes, probabilities), keepFrom);
  if (!keeps.includes(true)) return null;
  await pace();
  const content = await keptPart(body, { blocks: cut.blocks, keeps }, pace);
  removeIdlePictures(content, title);
  return { ...likeliestKind(kinds), content };
}
