/** What is sent for an address that the service reads itself. */
import type { CaptureError } from '../../contracts/errors.ts';
import { serviceLimits } from '../../contracts/limits.ts';
import type { Material } from '../../contracts/outbox.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { customIdOf } from '../custom-id/custom-id.ts';
import { cutTitle } from '../text/cut-text.ts';

export type LinkMaterial = Extract<Material, { kind: 'link' }>;

export type Link = {
  url: string;
  /** What stood on the link, or beside the bookmark; null where nothing did. */
  title: string | null;
  /** Milliseconds since the epoch. */
  now: number;
};

/**
 * Gives the document of an address: its identity is that of the page it leads to, so that the page, saved later, is the
 * same document. A name and a password in the address are left out. Fails with `link.unusable` for what is no address
 * of the web, or is longer than a service takes.
 */
export function linkMaterial({ url, title, now }: Link): Result<LinkMaterial, CaptureError> {
  if (!URL.canParse(url)) return err(unusable);
  const address = new URL(url);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return err(unusable);
  address.username = '';
  address.password = '';
  const customId = customIdOf({ url: address.href, canonicalLink: null });
  const isTooLong =
    address.href.length > serviceLimits.urlLength || customId.length > serviceLimits.customIdLength;
  if (isTooLong) return err(unusable);
  const words = title?.replace(/\s+/g, ' ').trim() ?? '';
  return ok({
    kind: 'link',
    customId,
    url: address.href,
    title: words === '' ? null : cutTitle(words),
    metadata: { url: address.href, captured_at: new Date(now).toISOString() },
  });
}

const unusable: CaptureError = {
  code: 'link.unusable',
  message: 'This is no address of the web that a service could read.',
  retryable: false,
};
