/** All that is kept of one reading of a page: what is sent, by which name, and how a later reading is told from it. */
import type { PageCapture } from '../../contracts/capture.ts';
import type { Material } from '../../contracts/outbox.ts';
import { customIdOf, versionIdOf } from '../custom-id/custom-id.ts';
import { pageMaterial } from '../outbox/material.ts';
import { contentDigest } from './content-digest.ts';
import { fingerprintOf } from './fingerprint.ts';

export type PageWords = {
  material: Material;
  customId: string;
  fingerprint: string;
  /** Of the text as it was read. */
  digest: string;
  /** The page was still loading; absent where it was not. */
  isUnfinished?: boolean;
  /** The page reports an error; absent where it does not. */
  errorStatus?: number;
};

export type PageWish = {
  /** The title in the person's own words; null leaves the page's. */
  title: string | null;
  /** Beside what the Memory holds of this page: the text becomes part of its name, so the same version is one document. */
  asVersion: boolean;
};

/** Gives what is kept of a reading. Digesting the text is the one thing that takes a moment. */
export async function pageWords(
  capture: PageCapture,
  { title, asVersion }: PageWish,
): Promise<PageWords> {
  const pageId = customIdOf(capture);
  const digest = await contentDigest(capture.content);
  const customId = asVersion ? versionIdOf(pageId, digest) : pageId;
  const versionOf = asVersion ? pageId : null;
  return {
    material: pageMaterial(capture, customId, { title, versionOf }),
    customId,
    fingerprint: fingerprintOf(capture.content),
    digest,
    ...(capture.isUnfinished === true ? { isUnfinished: true } : {}),
    ...(capture.errorStatus === undefined ? {} : { errorStatus: capture.errorStatus }),
  };
}
