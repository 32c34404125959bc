/** The features of every block of a page, as the rows a model is asked with. */
import type { Pace } from '../../pace.ts';
import { askedFeatures, type Feature } from './block-features.ts';
import { isHeading } from './block-measures.ts';
import { placeOf } from './block-place.ts';
import type { Page } from './block-surroundings.ts';
import { pageFeatures } from './page-features.ts';

/** Gives each block's features, as many and in the order as `names` asks for. Throws for a name that is unknown. */
export function blockRows(
  page: Page,
  names: readonly string[],
  pace: Pace,
): Promise<Float64Array[]> {
  return rowsOf(page, { names, features: askedFeatures, pace });
}

/** Gives each block's features, of those that are given. */
export async function rowsOf(
  page: Page,
  { names, features, pace }: { names: readonly string[]; features: readonly Feature[]; pace: Pace },
): Promise<Float64Array[]> {
  const ofPage = new Map(pageFeatures(page));
  const ofBlock = new Map(features);
  const row = new Float64Array(names.length);
  const measures: (readonly [at: number, of: Feature[1]])[] = [];
  for (const [at, name] of names.entries()) {
    const value = ofPage.get(name);
    const feature = ofBlock.get(name);
    if (value !== undefined) row[at] = value;
    else if (feature !== undefined) measures.push([at, feature]);
    else throw new RangeError(`No feature is named ${name}`);
  }
  const rows: Float64Array[] = [];
  const headings = page.blocks.flatMap((block, at) => (isHeading(block) ? [at] : []));
  let passed = -1;
  for (const at of page.blocks.keys()) {
    if (at % 64 === 0) await pace();
    const isOne = headings[passed + 1] === at;
    const from = (isOne ? at : (headings[passed] ?? -1)) + 1;
    const to = headings[passed + (isOne ? 2 : 1)] ?? page.blocks.length;
    const place = placeOf(page, at, { headingAt: headings[passed] ?? -1, part: { from, to } });
    if (place === null) break;
    const own = row.slice();
    for (const [index, of] of measures) own[index] = of(place);
    rows.push(own);
    if (isOne) passed++;
  }
  return rows;
}
