import type { YieldIfDue } from '../cooperative-yield.ts';
import { featureRows } from './block-features.ts';
import { addArticle, type PageContext, type Shape } from './page-context.ts';
import { kindProbabilitiesOf, type KindProbabilities } from './page-kind.ts';
import { probabilityOf, type Model } from './block-model.ts';
import type { Block } from './page-blocks.ts';

type BlockClassification = {
  probabilities: readonly number[];
  expectedF1: number;
  kinds: KindProbabilities;
};

export type ClassifyOptions = {
  model: Model;
  /** Extracts the article. Takes as long as all other steps, so it's only called if it can change the result. */
  findArticle: (hasNotices: boolean) => Element | null;
  yieldIfDue: YieldIfDue;
};

/** Classifies the blocks of a page, which must have at least one. Adds the article to `page` if it was needed. */
export async function classifyBlocks(
  page: PageContext,
  { model, findArticle, yieldIfDue }: ClassifyOptions,
): Promise<BlockClassification> {
  const { rows, refreshArticleFeatures } = await featureRows(page, {
    names: model.features,
    yieldIfDue,
  });
  const kinds = kindProbabilitiesOf(rows[0] ?? [], model);
  const withoutArticle = await classifyWith('alone');
  if (!needsArticle(withoutArticle)) return withoutArticle;
  const article = findArticle(page.hasNotices);
  await yieldIfDue();
  if (article === null) return withoutArticle;
  addArticle(page, articleShares(page.blocks, article));
  await refreshArticleFeatures();
  return classifyWith('besideArticle');

  async function classifyWith(forest: keyof Model['blocks']): Promise<BlockClassification> {
    const probabilities: number[] = [];
    for (const row of rows) {
      if (probabilities.length % 64 === 0) await yieldIfDue();
      probabilities.push(probabilityOf(model.blocks[forest], row, model));
    }
    return { kinds, probabilities, expectedF1: expectedF1Of(page.blocks, probabilities) };
  }
}

/** For other kinds, such as products, the article misleads as often as it helps. */
const kindsWithArticle = ['article', 'documentation', 'list'];

/** Extracting the article for the other pages too would gain 0.001 F1 on articles and nothing overall. */
function needsArticle({ probabilities, expectedF1, kinds }: BlockClassification): boolean {
  const likely = kindsWithArticle.reduce((sum, kind) => sum + (kinds.get(kind) ?? 0), 0);
  const doubtful = probabilities.filter((each) => each > 0.25 && each < 0.75);
  const isClear = expectedF1 >= 0.9 && doubtful.length <= 0.1 * probabilities.length;
  return likely >= 0.5 && !isClear;
}

/**
 * Returns, for each block, the share of its characters that are in `article`. Compares text, because extractors rebuild
 * elements.
 */
export function articleShares(blocks: readonly Block[], article: Element): Float64Array {
  const texts = blocks.flatMap((block, at) =>
    block.texts.map(({ data }) => ({ key: data.trim(), at })),
  );
  const places = Map.groupBy(texts.keys(), (place) => texts[place]?.key);
  const found = new Float64Array(blocks.length);
  const walker = article.ownerDocument.createTreeWalker(article, 4 /* NodeFilter.SHOW_TEXT */);
  let reached = -1;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const key = (node.nodeValue ?? '').trim();
    const list = key === '' ? undefined : places.get(key);
    if (list === undefined || list.length === 0) continue;
    const after = list.findIndex((place) => place > reached);
    const [place = 0] = list.splice(Math.max(0, after), 1);
    reached = place;
    const blockIndex = texts[place]?.at ?? 0;
    found[blockIndex] = (found[blockIndex] ?? 0) + key.length;
  }
  return found.map((letters, at) => Math.min(1, letters / letterCount(blocks[at])));
}

function letterCount(block: Block | undefined): number {
  const letters = (block?.texts ?? []).reduce((sum, { data }) => sum + data.trim().length, 0);
  return Math.max(1, letters);
}

/** The threshold for keeping a block, as a share of the expected F1. */
const defaultShare = 0.5;

/** Stray blocks hurt articles more; missing blocks hurt documentation more. */
const shareByKind: Readonly<Record<string, number>> = {
  article: 0.65,
  documentation: 0.4,
  forum: 0.55,
  product: 0.6,
};

const minThreshold = 0.2;

/** Returns the highest expected F1 of any threshold, from 0 to 1. */
export function expectedF1Of(
  blocks: readonly Pick<Block, 'words'>[],
  probabilities: readonly number[],
): number {
  const likeliestFirst = blocks
    .map(({ words }, at) => ({ words, probability: probabilities[at] ?? 0 }))
    .toSorted((a, b) => b.probability - a.probability);
  let expected = 0;
  for (const { words, probability } of likeliestFirst) expected += words * probability;
  let best = 0;
  let kept = 0;
  let right = 0;
  for (const { words, probability } of likeliestFirst) {
    kept += words;
    right += words * probability;
    best = Math.max(best, (2 * right) / Math.max(1, kept + expected));
  }
  return best;
}

/** Returns the threshold for keeping a block, which is lower if the model is unsure, so that something is kept. */
export function keepThreshold(expectedF1: number, kinds: KindProbabilities): number {
  let share = defaultShare;
  for (const [kind, chance] of kinds)
    share += chance * ((shareByKind[kind] ?? defaultShare) - defaultShare);
  return Math.max(minThreshold, share * expectedF1);
}

const minShapeBlocks = 8;
const shapeWeight = 0.5;
/** Pulls probabilities toward the mean of blocks with the same shape, so that a short post among many isn't lost. */
export function smoothByShape(
  shapes: readonly Shape[],
  probabilities: readonly number[],
): readonly number[] {
  const sums = new Map<Shape, number>();
  for (const [at, shape] of shapes.entries()) {
    sums.set(shape, (sums.get(shape) ?? 0) + (probabilities[at] ?? 0));
  }
  return probabilities.map((probability, at) => {
    const shape = shapes[at];
    if (shape === undefined || shape.blocks < minShapeBlocks) return probability;
    const mean = (sums.get(shape) ?? 0) / shape.blocks;
    return probability + shapeWeight * (mean - probability);
  });
}
