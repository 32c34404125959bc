/** The features of every block of a page, as the rows a model is asked with. */
import type { Pace } from '../../pace.ts';
import { askedFeatures, type Feature } from './block-features.ts';
import { placesOf, type Place } from './block-place.ts';
import type { Page } from './block-surroundings.ts';
import { pageArticleFeatures, pageFeatures } from './page-features.ts';

export type BlockRows = {
  /** A row a block. */
  readonly rows: readonly (readonly number[])[];
  /** Measures again what the article changes, once it was added to the page. */
  readonly renew: () => Promise<void>;
};

/** Gives each block's features, as many and in the order as `names` asks for. Throws for a name that is unknown. */
export function blockRows(page: Page, names: readonly string[], pace: Pace): Promise<BlockRows> {
  return rowsOf(page, { names, features: askedFeatures, pace });
}

type Asked = { names: readonly string[]; features: readonly Feature[]; pace: Pace };

/** Gives each block's features, of those that are given. */
export async function rowsOf(page: Page, { names, features, pace }: Asked): Promise<BlockRows> {
  const ofPage = new Map(pageFeatures(page));
  const unknown = new Set(names);
  for (const name of ofPage.keys()) unknown.delete(name);
  const measures = features.flatMap(([name, of, needs]) =>
    unknown.delete(name) ? [{ at: names.indexOf(name), of, isOfArticle: needs === 'article' }] : [],
  );
  for (const name of unknown) throw new RangeError(`No feature is named ${name}`);
  const row = names.map((name) => ofPage.get(name) ?? 0);
  const places = await placesOf(page, row, pace);
  await fill(places, measures, pace);
  return {
    rows: places.map(({ row: own }) => own),
    async renew() {
      for (const [name, value] of pageArticleFeatures(page)) {
        const at = names.indexOf(name);
        if (at >= 0) for (const { row: own } of places) own[at] = value;
      }
      await fill(
        places,
        measures.filter(({ isOfArticle }) => isOfArticle),
        pace,
      );
    },
  };
}

type Measure = { at: number; of: Feature[1] };

/** One feature after the other, of all blocks each: so the engine calls the same again and again. */
async function fill(
  places: readonly Place[],
  measures: readonly Measure[],
  pace: Pace,
): Promise<void> {
  for (const { at, of } of measures) {
    // oxlint-disable-next-line no-await-in-loop -- the turns of the page
    await pace();
    measure(places, at, of);
  }
}

function measure(places: readonly Place[], at: number, of: Feature[1]): void {
  for (const place of places) place.row[at] = of(place);
}
