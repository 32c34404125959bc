/** What the dump and the benchmark's steps run in each page. */
import { articleOf } from '../../lib/capture/content/article.ts';
import { articleShares } from '../../lib/capture/content/blocks/article-share.ts';
import { blockRows } from '../../lib/capture/content/blocks/block-rows.ts';
import { allRows, featureNamesOf } from '../../lib/capture/content/blocks/more-features.ts';
import { addArticle, surroundingsOf } from '../../lib/capture/content/blocks/block-surroundings.ts';
import { cutPage } from '../../lib/capture/content/blocks/page-blocks.ts';
import { keptPart } from '../../lib/capture/content/blocks/prune.ts';
import { settleBlocks } from '../../lib/capture/content/blocks/settle-blocks.ts';
import { shippedModel } from '../../lib/capture/content/blocks/shipped-model.ts';
import { probabilityOf } from '../../lib/capture/content/blocks/tree-model.ts';
import { bodyOf } from '../../lib/capture/element-kinds.ts';
import { markdownOf } from '../../lib/capture/markdown/markdown.ts';
import { metadataOf, titleOf } from '../../lib/capture/metadata/page-metadata.ts';
import { unhurried } from '../../lib/capture/pace.ts';
import { normalizeCodeBlocks } from '../../lib/capture/snapshot/code-blocks.ts';
import { takeSnapshot } from '../../lib/capture/snapshot/page-snapshot.ts';
import { specialContentOf } from '../../lib/capture/special/special-content.ts';

/** The blocks of a page as the training reads them; `rows` are 32-bit numbers in base 64, a row a block. */
export type Dump = {
  names: readonly string[];
  texts: readonly string[];
  rows: string;
  hasArticle: boolean;
};

const inPage = {
  /** Gives the blocks of the page; null where it has no body. */
  async dump(): Promise<Dump | null> {
    const snapshot = takeSnapshot(document);
    const body = bodyOf(snapshot);
    if (body === null) return null;
    normalizeCodeBlocks(body);
    const article = articleOf(snapshot)?.content ?? null;
    const cut = await cutPage(body, unhurried);
    const shares = article === null ? null : articleShares(cut.blocks, article);
    const page = surroundingsOf(cut, snapshot.title);
    if (shares !== null) addArticle(page, shares);
    const names = featureNamesOf(page);
    const rows = await allRows(page, names, unhurried);
    const texts = cut.blocks.map(({ text }) => text);
    return { names, texts, rows: packed(rows), hasArticle: shares !== null };
  },

  /** Reads the page as a save does, and gives how long each step takes, in milliseconds. */
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
    specialContentOf(snapshot, document.URL);
    note('special');
    normalizeCodeBlocks(body);
    const article = articleOf(snapshot);
    note('article, where asked');
    const cut = await cutPage(body, unhurried);
    note('blocks');
    const shares = article === null ? null : articleShares(cut.blocks, article.content);
    const page = surroundingsOf(cut, snapshot.title);
    if (shares !== null) addArticle(page, shares);
    note('surroundings');
    const { rows } = await blockRows(page, shippedModel.features, unhurried);
    note('features');
    const forest = shippedModel.blocks[shares === null ? 'alone' : 'besideArticle'];
    const probabilities = rows.map((row) => probabilityOf(forest, row, shippedModel));
    note('trees');
    const keeps = settleBlocks(cut.blocks, probabilities, 0.4);
    const content = await keptPart(body, { blocks: cut.blocks, keeps }, unhurried);
    note('settle, prune');
    await markdownOf(content, snapshot.baseURI, unhurried);
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
