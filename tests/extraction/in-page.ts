/** The functions that the dump and the benchmark's `--steps` call in each page. */
import { articleOf } from '../../lib/capture/content/article.ts';
import { articleShares } from '../../lib/capture/content/classify-blocks.ts';
import { featureRows } from '../../lib/capture/content/block-features.ts';
import { allFeatureRows, featureNamesOf } from './training-features.ts';
import { addArticle, pageContextOf, type Shape } from '../../lib/capture/content/page-context.ts';
import { cutPage } from '../../lib/capture/content/page-blocks.ts';
import { copyKeptBlocks } from '../../lib/capture/content/prune.ts';
import { refineSelection } from '../../lib/capture/content/refine-selection.ts';
import { dropRepeats } from '../../lib/capture/content/repeats.ts';
import { shippedModel, probabilityOf } from '../../lib/capture/content/block-model.ts';
import { bodyOf } from '../../lib/capture/elements.ts';
import { markdownOf } from '../../lib/capture/markdown/markdown.ts';
import { metadataOf } from '../../lib/capture/metadata/page-metadata.ts';
import { titleOf } from '../../lib/capture/metadata/title.ts';
import { neverYield } from '../../lib/capture/cooperative-yield.ts';
import { normalizeCodeBlocks } from '../../lib/capture/snapshot/code-blocks.ts';
import { takeSnapshot } from '../../lib/capture/snapshot/page-snapshot.ts';
import { conversationOf } from '../../lib/capture/conversation/conversation.ts';

/** The blocks of a page, for training. `rows` has the features of each block as 32-bit floats, in base64. */
export type Dump = {
  names: readonly string[];
  texts: readonly string[];
  rows: string;
  hasArticle: boolean;
  /** For each block, the number of its shape. */
  shapes: readonly number[];
};

const inPage = {
  /** Returns the blocks of the page; null if it has no body. */
  async dump(): Promise<Dump | null> {
    const snapshot = takeSnapshot(document);
    const body = bodyOf(snapshot);
    if (body === null) return null;
    normalizeCodeBlocks(body);
    const article = articleOf(snapshot)?.content ?? null;
    const cut = await cutPage(body, neverYield);
    const shares = article === null ? null : articleShares(cut.blocks, article);
    const page = pageContextOf(cut);
    if (shares !== null) addArticle(page, shares);
    const names = featureNamesOf(page);
    const rows = await allFeatureRows(page, names, neverYield);
    const texts = cut.blocks.map(({ text }) => text);
    const numbers = new Map<Shape, number>();
    for (const shape of page.shapes) if (!numbers.has(shape)) numbers.set(shape, numbers.size);
    const shapes = page.shapes.map((shape) => numbers.get(shape) ?? 0);
    return { names, texts, rows: packed(rows), hasArticle: shares !== null, shapes };
  },

  /** Captures the page as a save does, and returns the milliseconds that each step took. */
  async steps(): Promise<Record<string, number>> {
    const steps: Record<string, number> = {};
    let since = performance.now();
    const note = (step: string) => {
      steps[step] = performance.now() - since;
      since = performance.now();
    };
    const snapshot = takeSnapshot(document);
    note('snapshot');
    const body = bodyOf(snapshot);
    if (body === null) return steps;
    conversationOf(snapshot, document.URL);
    note('special');
    normalizeCodeBlocks(body);
    const article = articleOf(snapshot);
    note('article, where asked');
    const cut = await cutPage(body, neverYield);
    note('blocks');
    const shares = article === null ? null : articleShares(cut.blocks, article.content);
    const page = pageContextOf(cut);
    if (shares !== null) addArticle(page, shares);
    note('surroundings');
    const { rows } = await featureRows(page, {
      names: shippedModel.features,
      yieldIfDue: neverYield,
    });
    note('features');
    const forest = shippedModel.blocks[shares === null ? 'alone' : 'besideArticle'];
    const probabilities = rows.map((row) => probabilityOf(forest, row, shippedModel));
    note('trees');
    const refined = refineSelection(cut.blocks, probabilities, 0.4);
    const isKept = await dropRepeats(cut.blocks, refined, neverYield);
    const content = await copyKeptBlocks(body, { blocks: cut.blocks, isKept }, neverYield);
    note('settle, prune');
    await markdownOf(content, snapshot.baseURI, neverYield);
    note('markdown');
    titleOf(snapshot, article?.title);
    metadataOf(snapshot, article);
    note('metadata');
    return steps;
  },
};
Object.assign(globalThis, { inPage });

function packed(rows: readonly (readonly number[])[]): string {
  const bytes = new Uint8Array(Float32Array.from(rows.flat()).buffer);
  let letters = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(letters);
}
