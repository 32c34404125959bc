/** A passage as a quotation in Markdown, to be taken along: never without where it is from. Pure. */
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { hitView } from './hit-view.ts';

/** Gives the passage as a block quote, and below it the title of its source with the link to it. */
export function quoteOf(hit: RecallHit): string {
  const { title, opens } = hitView(hit);
  const lines = hit.passage.trim().split(/\s*\n\s*/u);
  const quote = lines.map((line) => `> ${escaped(line)}`).join('\n>\n');
  const name = escaped(title.replace(/\s+/gu, ' '));
  const source = opens && hit.url !== null ? `[${name}](${linkTarget(hit.url)})` : name;
  return `${quote}\n\n— ${source}\n`;
}

/** Keeps every letter from being read as a mark; what cannot be one is left as it is. */
function escaped(line: string): string {
  return line
    .replace(/[\\`*[\]<>]/gu, String.raw`\$&`)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replace(/^(?:#{1,6}(?=\s|$)|[-+=~])/u, String.raw`\$&`)
    .replace(/^(\d+)([.)]\s)/u, String.raw`$1\$2`);
}

/** A parenthesis would end the link early. An address of the web has no angle brackets and no spaces. */
function linkTarget(url: string): string {
  return /[()]/.test(url) ? `<${url}>` : url;
}
