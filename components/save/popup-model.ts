/** What the popup knows, and what it shows of that. */
import type { AppError, CaptureError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus, PageDescription } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import type { PageStanding } from '../../lib/save/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { PageState } from './use-page.ts';
import type { Tries } from '../app/tries.ts';
import type { PreviewState } from './use-preview.ts';
import type { Saving } from './use-saving.ts';
import type { AddressWay, Kept } from '../outbox/save-state.ts';
import type { SaveMoment } from '../outbox/save-view.ts';

export type PopupModel = {
  page: PageState;
  saving: Saving;
  preview: PreviewState;
  fresh: ReadonlySet<string>;
  tries: Tries;
  /** The person asked for the form although the page is saved already. */
  wantsForm: boolean;
  /** The Memory picked since the popup opened. */
  picked: string | null;
  now: number;
};

export type PopupView =
  | { kind: 'loading' }
  | { kind: 'failed'; error: AppError }
  | { kind: 'homeless' }
  | { kind: 'obstacle'; tab: Tab; obstacle: CaptureError; address: AddressOrder | null }
  | { kind: 'read-only' | 'no-memory'; tab: Tab }
  | { kind: 'first-memory'; tab: Tab; connection: ConnectionStatus }
  | { kind: 'form'; tab: Tab; form: FormView }
  | {
      kind: 'save';
      tab: Tab;
      item: SaveItem;
      /** What `saveView` says of it, which is loaded once there is a save to speak of. */
      save: { of: OutboxView; moment: SaveMoment };
      kept: Kept;
      /** The last try to save it into this Memory once more, where that came to nothing. */
      later: LaterSave | null;
      others: readonly SaveItem[];
      /** The page says something else now than what this Memory holds of it. */
      changed: Changed | null;
      /** The Memory that can be given the page once more, as a version, however little it has changed; null for none. */
      again: MemoryChoice | null;
      /** The connection in use can take the page, too. */
      elsewhere: boolean;
      /** How often it was tried again here and has come to nothing. */
      tried: number;
    };

/** With how often it was tried again here. */
export type LaterSave = { of: OutboxView; moment: SaveMoment; tried: number };

export type Tab = PageDescription['tab'];

/** The connection and the Memory in it that an address would go to. */
export type AddressOrder = { connection: ConnectionStatus; memory: MemoryChoice };

export type SaveItem = {
  /** Null while nothing is written yet. */
  id: string | null;
  memory: string;
  /** Milliseconds since the epoch; null where it was saved before, and nobody here knows when. */
  savedAt: number | null;
};

/** `savedAt` in milliseconds since the epoch. */
export type Changed = { memory: MemoryChoice; savedAt: number };

export type FormView = {
  connection: ConnectionStatus;
  chosen: MemoryChoice;
  /** What the chosen Memory holds of the page; null where nothing is known of that. */
  standing: PageStanding | null;
  /** The chosen Memory holds the page already. */
  repeats: boolean;
  /** There is a save to go back to. */
  returns: boolean;
  /** Whether the connection has the page by that save. */
  kept: Kept;
  error: AppError | null;
  /** What can be saved of a page that was found to have no text to read; null while it may be read. */
  instead: AddressWay | null;
};
