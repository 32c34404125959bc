/** How much storage the outbox can use, and when it warns that it is nearly full. */
import { type Material, type OutboxItem, type OutboxList, utf8Bytes } from './model.ts';

export type StorageLimits = {
  /** Bytes of text that wait to be sent. */
  unsentBytes: number;
  /** Unsent saves, including those that are not read yet. */
  unsentItems: number;
  /** Finished saves; beyond this the oldest are removed. */
  finishedItems: number;
};

export const storageLimits: StorageLimits = {
  // Hundreds of long articles, or 32 pages of the maximum size. Browsers grant an origin a few hundred megabytes even
  // on a nearly full disk, and the Memories on this device share them.
  unsentBytes: 64 * 1024 * 1024,
  // Weeks of saving offline; about as many as one list can show.
  unsentItems: 2_000,
  // About 600 bytes each, since they have no text. They answer "was this page saved before?".
  finishedItems: 20_000,
};

/** The share of a limit at which the person is warned. */
const nearlyFull = 0.8;

/** All unsent items together. */
export type Usage = { items: number; bytes: number };

/** Whether another save would exceed a limit. */
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

/** UTF-8 size of everything that is sent for an item; 0 if it has no text. */
export function bytesOf(material: OutboxItem['material']): number {
  return material === null ? 0 : textsOf(material).reduce((sum, text) => sum + utf8Bytes(text), 0);
}

function textsOf(material: Material): string[] {
  if (material.kind === 'note') return [material.content];
  const { title, customId, metadata } = material;
  const text = material.kind === 'page' ? material.content : material.url;
  return [text, title ?? '', customId, JSON.stringify(metadata)];
}
