/** Chooses the text of a page block by block, as a model has learned it from pages whose text is known. */
import { bodyOf } from '../../element-kinds.ts';
import { surroundingsOf } from './block-surroundings.ts';
import { judgeBlocks, type JudgingMeans } from './judge-blocks.ts';
import { keepFromOf } from './keep-from.ts';
import { removeIdlePictures } from './kept-pictures.ts';
import { cutPage } from './page-blocks.ts';
import { likeliestKind, mayBeThread, type ToldKind } from './page-kind.ts';
import { keptPart } from './prune.ts';
import { leanOnBuild } from './same-build.ts';
import { settleBlocks } from './settle-blocks.ts';

export type ChosenContent = ToldKind & {
  /** A copy of the body with nothing but the blocks that are kept. */
  content: Element;
};

/** What the choice is made by; `title` is that of the document. */
export type Means = JudgingMeans & { title: string };

/** Gives the text of a copied page, which is not changed; null where the page has no text or none is kept. */
export async function chooseContent(
  snapshot: Document,
  { model, findArticle, title, pace }: Means,
): Promise<ChosenContent | null> {
  const body = bodyOf(snapshot);
  if (body === null) return null;
  const cut = await cutPage(body, pace);
  if (cut.blocks.length === 0) return null;
  await pace();
  const page = surroundingsOf(cut, title);
  const { kinds, probabilities, hope } = await judgeBlocks(page, { model, findArticle, pace });
  const likely = leanOnBuild(page.shapes, probabilities);
  const keeps = settleBlocks(cut.blocks, likely, keepFromOf(hope, kinds));
  if (!keeps.includes(true)) return null;
  await pace();
  const content = await keptPart(body, { blocks: cut.blocks, keeps }, pace);
  removeIdlePictures(content, title);
  return { ...likeliestKind(kinds, () => mayBeThread(page)), content };
}
