/** How much of the browser's storage the outbox may take, and when it says that this is running out. */
import type { AppError } from '../../contracts/errors.ts';
import type { Material, OutboxItem, OutboxList } from '../../contracts/outbox.ts';

export type StorageLimits = {
  /** Bytes of text that wait to be sent. */
  unsentBytes: number;
  /** Saves that wait to be sent, also those that are not read yet. */
  unsentItems: number;
  /** Saves that are done; beyond it the oldest are let go. */
  finishedItems: number;
};

export const storageLimits: StorageLimits = {
  // Hundreds of long articles, or 32 of the largest pages there can be. Browsers grant an origin some hundred
  // megabytes even on a nearly full disk, and the Memories of this device live in the same share.
  unsentBytes: 64 * 1024 * 1024,
  // Weeks of saving without a network; as many as one view can still show and a person go through.
  unsentItems: 2_000,
  // Without text, about 600 bytes each. They only answer "was this page saved before?".
  finishedItems: 20_000,
};

/** The share of a limit from which the person is warned. */
const nearlyFull = 0.8;

/** What waits to be sent, all items together. */
export type Usage = { items: number; bytes: number };

/** Whether no other save can be taken in. */
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

/** Bytes of UTF-8 of all that is sent of an item; 0 where its text is not read yet or was taken. */
export function bytesOf(material: OutboxItem['material']): number {
  return material === null ? 0 : textsOf(material).reduce((sum, text) => sum + utf8Bytes(text), 0);
}

export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function textsOf(material: Material): string[] {
  if (material.kind === 'note') return [material.content];
  const { title, customId, metadata } = material;
  const text = material.kind === 'page' ? material.content : material.url;
  return [text, title ?? '', customId, JSON.stringify(metadata)];
}

export const storageFull: AppError = {
  code: 'storage.full',
  message: 'Too much is waiting to be sent, so nothing more can be kept for now.',
  retryable: false,
};

export const storageRefused: AppError = {
  code: 'storage.failed',
  message: 'The browser did not write this down.',
  retryable: true,
};
