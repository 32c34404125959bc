import { utf8Bytes } from '../capture/capture-errors.ts';
import type { Material, OutboxItem, OutboxList } from './model.ts';

export type StorageLimits = {
  /** Bytes of text waiting to be sent. */
  unsentBytes: number;
  /** Number of unsent items, including those not read yet. */
  unsentItems: number;
  /** Number of finished items to keep; beyond it, the oldest are removed. */
  finishedItems: number;
};

export const storageLimits: StorageLimits = {
  // Enough for hundreds of long articles, or 32 pages of the maximum size. Even on a nearly full disk, browsers grant
  // an origin a few hundred megabytes, which also have to hold the Memories on this device.
  unsentBytes: 64 * 1024 * 1024,
  // Enough for weeks of saving offline, and about as many as a list can show.
  unsentItems: 2_000,
  // About 600 bytes each. Finished items show whether a page was saved before.
  finishedItems: 20_000,
};

/** Share of a limit at which the person is warned. */
const nearlyFull = 0.8;

export type Usage = { items: number; bytes: number };

export function isFull({ items, bytes }: Usage, limits: StorageLimits): boolean {
  return items >= limits.unsentItems || bytes >= limits.unsentBytes;
}

export function storageFigures(
  { items, bytes }: Usage,
  limits: StorageLimits,
): OutboxList['storage'] {
  const { unsentBytes, unsentItems } = limits;
  return {
    usedBytes: bytes,
    limitBytes: unsentBytes,
    isNearlyFull: bytes >= unsentBytes * nearlyFull || items >= unsentItems * nearlyFull,
  };
}

/** Returns 0 if there is no text. */
export function bytesOf(material: OutboxItem['material']): number {
  return material === null ? 0 : textsOf(material).reduce((sum, text) => sum + utf8Bytes(text), 0);
}

function textsOf(material: Material): string[] {
  if (material.kind === 'note') return [material.content];
  const { title, customId, metadata } = material;
  const text = material.kind === 'page' ? material.content : material.url;
  return [text, title ?? '', customId, JSON.stringify(metadata)];
}
