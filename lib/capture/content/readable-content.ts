import type { PageCapture } from '../schema.ts';
import { bodyOf, withTag } from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';
import { cloneDocument } from '../snapshot/page-snapshot.ts';
import { articleOf, type Article } from './article.ts';
import { shippedModel } from './block-model.ts';
import { removeBoilerplate, removeConsentOverlays, removeOverlays } from './boilerplate.ts';
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
import { dropRepeats } from './repeats.ts';

export type ReadableContent = {
  article: Article | null;
  kind: PageCapture['kind'];
  kindConfidence: number;
  /** Null if no block is worth keeping. */
  blocks: Element | null;
  /** Copies on demand, because these are rarely needed. Each call returns a new copy. */
  visibleText: Record<VisiblePart, () => Element>;
};

/** `own` leaves out menus and other elements around the content, `withMenus` overlays, and `whole` only cookie overlays. */
type VisiblePart = 'own' | 'withMenus' | 'whole';

export async function readableContentOf(
  snapshot: Document,
  yieldIfDue: YieldIfDue,
): Promise<ReadableContent> {
  const copyWithout = (remove: (root: Element) => void) => () => {
    const copy = cloneDocument(snapshot);
    const content = bodyOf(copy) ?? copy.createElement('body');
    remove(content);
    return content;
  };
  const visibleText = {
    own: copyWithout(removeBoilerplate),
    withMenus: copyWithout(removeOverlays),
    whole: copyWithout((root) => {
      removeConsentOverlays(root);
      for (const button of Array.from(root.querySelectorAll('button'))) keepLabel(button);
    }),
  };
  const unknown = { blocks: null, visibleText, kind: 'other', kindConfidence: 0 } as const;
  const body = bodyOf(snapshot);
  if (body === null) return { article: null, ...unknown };
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
  if (chosen === null) return { article, ...unknown };
  const { content, kind, confidence } = chosen;
  return { article, blocks: content, visibleText, kind, kindConfidence: confidence };
}

/** Turns a button into text, because apps use buttons as cards, and Markdown has none. */
function keepLabel(button: Element): void {
  button.before(' ');
  button.after(' ');
  button.replaceWith(withTag(button, 'span'));
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
  const refined = refineSelection(cut.blocks, smoothed, keepThreshold(expectedF1, kinds));
  if (!refined.includes(true)) return null;
  await yieldIfDue();
  const isKept = await dropRepeats(cut.blocks, refined, yieldIfDue);
  const content = await copyKeptBlocks(body, { blocks: cut.blocks, isKept }, yieldIfDue);
  removeRedundantImages(content, title);
  return { ...likeliestKind(kinds, () => mayBeThread(page)), content };
}
