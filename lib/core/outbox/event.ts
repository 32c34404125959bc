/** What can happen to a saved item. */
import type { PageSource } from '../../contracts/capture.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { KeptState, Material, OutboxItem } from '../../contracts/outbox.ts';

type Container = OutboxItem['container'];

export type OutboxEvent =
  | {
      type: 'read';
      material: Material;
      customId: string | null;
      source: PageSource;
      /** Of a page. */
      fingerprint?: string;
      digest?: string;
      /** Of a page; absent where it had finished loading. */
      isUnfinished?: boolean;
      /** Of a page; absent where it reports no error. */
      errorStatus?: number;
    }
  | { type: 'send' }
  /** `noteId` is the service's for a note; absent where it told none. */
  | { type: 'taken'; existed: boolean; documentId: string | null; noteId?: string }
  /** `isLost` where the service works otherwise, so that a note may have arrived. */
  | { type: 'delayed'; error: AppError; until: number; isLost?: boolean }
  | { type: 'refused'; error: AppError }
  | { type: 'withdrawn'; error: AppError }
  | { type: 'looked'; look: LearningLook }
  /** The browser is online again, or the item's home answers again. */
  | { type: 'online' }
  /** The Memory it was meant for was deleted. */
  | { type: 'orphaned'; error: AppError }
  /** `tabId` is where the page is open now, for one that was not read yet. */
  | { type: 'retried'; tabId: number | null }
  /** The person's own words instead of those that were read; `title` is null for a note. */
  | { type: 'edited'; title: string | null; content: string; container: Container }
  /** The person's word that it go to another connection, where it begins anew. */
  | { type: 'moved'; connectionId: string; container: Container }
  | { type: 'discarded'; until: number }
  | { type: 'restored' };

/** What one question after a document's learning found. */
export type LearningLook = {
  learned: boolean;
  runStatus: string | null;
  /** Why the run failed, in the service's words; absent where it gave none. */
  reason?: string;
  documentId: string | null;
};

export type EventOf<Type extends OutboxEvent['type']> = Extract<OutboxEvent, { type: Type }>;

/** What an event makes of an item; null where it does not fit, and nothing is changed. */
export type Changes<S = KeptState> = Partial<OutboxItem> & { state: S };
