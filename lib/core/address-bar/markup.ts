/** Writes a line as browsers want it under their address bar: Chromium as XML of its own, Firefox as plain text. Pure. */
import type { Line } from './line.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Gives the XML of Chromium's suggestions, in which every text is text. */
export function addressBarMarkup(line: Line): string {
  return line
    .map(({ text, look }) => {
      const escaped = text.replaceAll(/["&'<>]/gu, (sign) => escapes[sign] ?? '');
      return look === 'plain' ? escaped : `<${look}>${escaped}</${look}>`;
    })
    .join('');
}

export function addressBarText(line: Line): string {
  return line.map(({ text }) => text).join('');
}
