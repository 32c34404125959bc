/** What the person may change of an item before it is sent, and what a service would not take of it. */
import type { AppError } from '../../contracts/errors.ts';
import { serviceLimits } from '../../contracts/limits.ts';
import type { Editable } from '../../contracts/outbox.ts';
import { utf8Bytes } from './storage.ts';
import { editable, isIn } from './standing.ts';
import type { KeptItem } from './view.ts';

/** Null where there is no text, or it is being sent or was taken already. */
export function editableOf({ state, material }: KeptItem): Editable | null {
  if (material === null || material.kind === 'link' || !isIn(state, editable)) return null;
  return { title: material.kind === 'page' ? material.title : null, content: material.content };
}

/** Gives what is wrong with the person's words for an item, as `memory.validation`; null where they can be sent. */
export function troubleWith({ title, content }: Editable, kind: KeptItem['kind']): AppError | null {
  if (kind === 'page' && title !== null) {
    if (title.trim() === '') return invalid('The title is empty. Give it a title.');
    if (isLongerThan(title, serviceLimits.titleLength)) {
      return invalid(
        `The title is longer than ${serviceLimits.titleLength} characters. Shorten it.`,
      );
    }
  }
  if (content.trim() === '') {
    return invalid('The text is empty. Write something, or discard what you saved.');
  }
  const bytes = utf8Bytes(content);
  if (bytes <= serviceLimits.contentBytes) return null;
  return invalid(
    `The text is ${megabytes(bytes)} MB long, and a Memory takes ` +
      `${megabytes(serviceLimits.contentBytes)} MB at a time. Shorten it.`,
  );
}

/** Characters as a person counts them: one outside the basic plane is one. */
function isLongerThan(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && Array.from(text).length > limit);
}

/** Rounded up, so that the size never looks as if it fitted. */
function megabytes(bytes: number): number {
  return Math.ceil((bytes / (1024 * 1024)) * 10) / 10;
}

function invalid(message: string): AppError {
  return { code: 'memory.validation', message, retryable: false };
}
