/** Chooses the part of a page that a person came to read. */
import type { PageCapture, PageKind } from '../../contracts/capture.ts';
import { bodyOf } from '../element-kinds.ts';
import type { Pace } from '../pace.ts';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';
import { copyOf } from '../snapshot/page-snapshot.ts';
import { articleOf, type Article } from './article.ts';
import { chooseContent } from './blocks/choose-content.ts';
import { shippedModel } from './blocks/shipped-model.ts';
import { removeFurniture, removeOverlays } from './page-furniture.ts';

export type { Article };

/** A part of the copied page; it is copied out when it is first asked for. */
export type Choice = {
  readonly content: Element;
  extractor: Extract<PageCapture['extractor'], 'blocks' | 'visible-text'>;
  /** Menus and footers are in it. */
  hasFurniture: boolean;
};

export type ReadableContent = {
  /** What the extractor found out; null where it found no article or was not asked. */
  article: Article | null;
  /** Parts of the page that could stand for its text, the best first. */
  choices: readonly Choice[];
  kind: PageKind;
  /** From 0 to 1. */
  kindConfidence: number;
};

/** Gives what of a snapshot could stand for the text of its page. Its blocks of code are brought into one form. */
export async function readableContentOf(snapshot: Document, pace: Pace): Promise<ReadableContent> {
  const unknown = { kind: 'other', kindConfidence: 0 } as const;
  const body = bodyOf(snapshot);
  if (body === null) return { article: null, choices: [], ...unknown };
  normalizeCodeBlocks(body);
  await pace();
  let article: Article | null = null;
  const findArticle = (hasNotices: boolean) => {
    article = articleOf(snapshot, hasNotices);
    return article?.content ?? null;
  };
  const { title } = snapshot;
  const chosen = await chooseContent(snapshot, { model: shippedModel, findArticle, title, pace });
  await pace();
  const inSight = [inSightOf(snapshot, false), inSightOf(snapshot, true)];
  if (chosen === null) return { article, choices: inSight, ...unknown };
  const best: Choice = { content: chosen.content, extractor: 'blocks', hasFurniture: false };
  const { kind, confidence } = chosen;
  return { article, choices: [best, ...inSight], kind, kindConfidence: confidence };
}

/** All that is in sight, with or without menus and footers. Seldom asked for, so that it is only then copied. */
function inSightOf(snapshot: Document, hasFurniture: boolean): Choice {
  let content: Element | null = null;
  return {
    extractor: 'visible-text',
    hasFurniture,
    get content() {
      if (content === null) {
        const copy = copyOf(snapshot);
        content = bodyOf(copy) ?? copy.createElement('body');
        (hasFurniture ? removeOverlays : removeFurniture)(content);
      }
      return content;
    },
  };
}
