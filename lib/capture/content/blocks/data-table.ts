/** Tells tables of data from those that lay out a page. */
import { headingTags } from '../../element-kinds.ts';
import type { Section } from './page-blocks.ts';

/** More words than this in a cell, on average, are those of a layout. */
const longestCell = 25;

/** What only a layout has in its cells. */
const ofLayout = `table, form, article, section, ${headingTags}`;

/** Says whether the rows and columns of a table mean something. Its words have to be added up. */
export function isDataTable({ element, words }: Section): boolean {
  if (!element.matches('table:not([role=none i], [role=presentation i])')) return false;
  if (element.querySelector(ofLayout) !== null) return false;
  const rows = element.querySelectorAll('tr').length;
  const cells = element.querySelectorAll('td, th').length;
  return cells >= 2 * rows && words <= longestCell * cells;
}
