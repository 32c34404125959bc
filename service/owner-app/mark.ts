/** The mark of Keepsake, as it stands on a page and as the icon of the tab. */
import { html, raw } from 'hono/html';

const LOCKET = 'M22.3 4.5v39a19.55 19.55 0 0 1 0-39z';
const RIBBON = 'M25.7 4.5A19.5 19.5 0 0 1 43.5 24v19.5l-8.9-7.3-8.9 7.3z';

/** Draws it `size` pixels wide, in the colours of the stylesheet. */
export function mark(size: number) {
  return html`<svg viewBox="0 0 48 48" width="${size}" height="${size}" aria-hidden="true">
    <path class="mark-locket" d="${raw(LOCKET)}" />
    <path class="mark-ribbon" d="${raw(RIBBON)}" />
  </svg>`;
}

/** The same as a file, in colours that stand on light and on dark. */
export const markFile =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">' +
  `<path fill="#2e8068" d="${LOCKET}"/><path fill="#e9ad2b" d="${RIBBON}"/></svg>`;
