import type { PageCapture } from '../schema.ts';
import { bodyOf } from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';
import { cloneDocument } from '../snapshot/page-snapshot.ts';
import { articleOf, type Article } from './article.ts';
import { shippedModel } from './block-model.ts';
import { removeBoilerplate, removeOverlays } from './boilerplate.ts';
import { pageContextOf } from './page-context.ts';
import {
  classifyBlocks,
  type ClassifyOptions,
  keepThreshold,
  smoothByShape,
} from './classify-blocks.ts';
import { removeRedundantImages } from './prune-images.ts';
import { cutPage } from './page-blocks.ts';
import { likeliestKind, mayBeThread, type KindGuess } from './page-kind.ts';
import { copyKeptBlocks } from './prune.ts';
import { refineSelection } from './refine-selection.ts';

type ContentCandidate = {
  readonly content: Element;
  extractor: Extract<PageCapture['extractor'], 'blocks' | 'visible-text'>;
  hasBoilerplate: boolean;
};

export async function readableContentOf(snapshot: Document, yieldIfDue: YieldIfDue) {
  const unknown = { kind: 'other', kindConfidence: 0 } as const;
  const body = bodyOf(snapshot);
  if (body === null) return { article: null, candidates: [], ...unknown };
  normalizeCodeBlocks(body);
  await yieldIfDue();
  let article = null as Article | null;
  const findArticle = (hasNotices: boolean) => {
    article = articleOf(snapshot, hasNotices);
    return article?.content ?? null;
  };
  const { title } = snapshot;
  const options = { model: shippedModel, findArticle, title, yieldIfDue };
  const chosen = await chooseContent(snapshot, options);
  await yieldIfDue();
  const visibleText = [visibleTextCandidate(snapshot, false), visibleTextCandidate(snapshot, true)];
  if (chosen === null) return { article, candidates: visibleText, ...unknown };
  const { content, kind, confidence } = chosen;
  const best: ContentCandidate = { content, extractor: 'blocks', hasBoilerplate: false };
  return { article, candidates: [best, ...visibleText], kind, kindConfidence: confidence };
}

/** Copies the content on demand, because it's rarely needed. */
function visibleTextCandidate(snapshot: Document, hasBoilerplate: boolean): ContentCandidate {
  let content: Element | null = null;
  return {
    extractor: 'visible-text',
    hasBoilerplate,
    get content() {
      if (content === null) {
        const copy = cloneDocument(snapshot);
        content = bodyOf(copy) ?? copy.createElement('body');
        (hasBoilerplate ? removeOverlays : removeBoilerplate)(content);
      }
      return content;
    },
  };
}

/** Copies the blocks worth keeping; null if there are none. Doesn't change the snapshot. */
export async function chooseContent(
  snapshot: Document,
  { title, ...options }: ClassifyOptions & { title: string },
): Promise<(KindGuess & { content: Element }) | null> {
  const { yieldIfDue } = options;
  const body = bodyOf(snapshot);
  if (body === null) return null;
  const cut = await cutPage(body, yieldIfDue);
  if (cut.blocks.length === 0) return null;
  await yieldIfDue();
  const page = pageContextOf(cut);
  const { kinds, probabilities, expectedF1 } = await classifyBlocks(page, options);
  const smoothed = smoothByShape(page.shapes, probabilities);
  const isKept = refineSelection(cut.blocks, smoothed, keepThreshold(expectedF1, kinds));
  if (!isKept.includes(true)) return null;
  await yieldIfDue();
  const content = await copyKeptBlocks(body, { blocks: cut.blocks, isKept }, yieldIfDue);
  removeRedundantImages(content, title);
  return { ...likeliestKind(kinds, () => mayBeThread(page)), content };
}
