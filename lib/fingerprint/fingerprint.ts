import { hash32 } from '../text/hash32.ts';
import { wordsOf } from '../text/segments.ts';
import { plainText } from '../text/plain-text.ts';

/** Returns a min-hash sketch of word trigrams, at most 400 characters. Ignores numbers, Markdown and link targets. */
export function fingerprintOf(content: string): string {
  const runs = runsOf(withoutNumbers(wordsOf(plainText(content))));
  return `${form}.${runs.size.toString(36)}.${written(sketchOf(runs))}`;
}

/**
 * Returns `unknown` if a fingerprint is in another format. Tolerates 16 differing trigrams or 3%, whichever is more,
 * but at most a fifth of a short text. A sentence added to a very long page can go unnoticed.
 */
export function compareFingerprints(a: string, b: string): 'same' | 'changed' | 'unknown' {
  if (a === b) return 'same';
  const [one, other] = [read(a), read(b)];
  if (one === null || other === null) return 'unknown';
  const shared = one.sketch.filter((value, at) => value === other.sketch[at]).length / rows;
  const total = one.runs + other.runs;
  // |A ∪ B| − |A ∩ B|, from |A ∩ B| / |A ∪ B| and |A| + |B|.
  const differing = ((1 - shared) / (1 + shared)) * total;
  const allowed = Math.max(Math.min(fewestDiffering, total * mostOfFew), total * shareDiffering);
  return differing <= allowed ? 'same' : 'changed';
}

const form = '1';
const runLength = 3;
/** 128 values of 16 bits take 344 characters and estimate similarity of 95% to within 2%. */
const rows = 128;
const fewestDiffering = 16;
const mostOfFew = 0.2;
const shareDiffering = 0.03;

/** `1.204`, `1 204` and `3` all count as the same number. */
function withoutNumbers(words: readonly string[]): string[] {
  return words
    .map((word) => word.toLowerCase().replace(/\p{N}+/gu, '#'))
    .filter((word, at, all) => word !== '#' || all[at - 1] !== '#');
}

/** Hashes runs of three words. A shorter text is one run. */
function runsOf(words: readonly string[]): Set<number> {
  const runs = new Set<number>();
  const last = Math.max(words.length - runLength, words.length === 0 ? -1 : 0);
  for (let at = 0; at <= last; at += 1) runs.add(hash32(words.slice(at, at + runLength).join(' ')));
  return runs;
}

function sketchOf(runs: ReadonlySet<number>): Uint16Array {
  const least = new Uint32Array(rows).fill(0xffff_ffff);
  for (const run of runs) {
    for (let row = 0; row < rows; row += 1) {
      const value = mixed(run ^ Math.imul(row + 1, 0x9e37_79b1));
      if (value < (least[row] ?? 0)) least[row] = value;
    }
  }
  return Uint16Array.from(least, (value) => value & 0xffff);
}

/** MurmurHash3 finalizer. */
function mixed(value: number): number {
  let mix = value;
  mix = Math.imul(mix ^ (mix >>> 16), 0x85eb_ca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2_ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

function written(sketch: Uint16Array): string {
  let bytes = '';
  for (const value of sketch) bytes += String.fromCharCode(value >> 8, value & 0xff);
  return btoa(bytes);
}

function read(fingerprint: string): { runs: number; sketch: readonly number[] } | null {
  const [, runs, base64] = /^1\.([0-9a-z]+)\.([A-Za-z0-9+/]+={0,2})$/.exec(fingerprint) ?? [];
  if (runs === undefined || base64 === undefined || base64.length % 4 !== 0) return null;
  const bytes = atob(base64);
  if (bytes.length !== 2 * rows) return null;
  const sketch = Array.from(
    { length: rows },
    (_, row) => (bytes.charCodeAt(2 * row) << 8) | bytes.charCodeAt(2 * row + 1),
  );
  return { runs: Number.parseInt(runs, 36), sketch };
}

/** Returns the SHA-256 of the UTF-8 encoding, in hexadecimal. */
export async function contentDigest(content: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
