/** What marks on pages need of the world. */
import type { AppError, CaptureError } from '../../contracts/errors.ts';
import type { ShownTab } from '../../contracts/highlights.ts';
import type { Highlight, OutboxItem } from '../../contracts/outbox.ts';
import type { PageCommand } from '../../contracts/page-messages.ts';
import type { Result } from '../../contracts/result.ts';
import type { KeptItem } from '../../core/outbox/view.ts';

export type HighlightPorts = {
  highlights: {
    ofPage: (pageKey: string) => Promise<Highlight[]>;
    get: (id: string) => Promise<Highlight | null>;
    update: (id: string, changes: { isUnmarked: boolean }) => Promise<void>;
  };
  /** The rows of these ids that there are, discarded ones too. */
  itemsOf: (ids: readonly string[]) => Promise<OutboxItem[]>;
  /** Writes a note with its highlight, both or neither; the same id again gives the note as it is. */
  request: (item: KeptItem, highlight: Highlight) => Promise<Result<KeptItem, AppError>>;
  /** Takes a note out of sight that was not sent yet. */
  discard: (id: string) => Promise<void>;
  /** Where a note goes that nobody chose a place for. */
  place: () => Promise<Result<Pick<KeptItem, 'connectionId' | 'container'>, AppError>>;
  /** Has the outbox go on. */
  work: () => void;
  /** Null where the tab is closed; the address is empty where the browser does not tell it. */
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  tabs: ShownTabs;
  /** Runs the script that draws marks in every frame that may be read; harmless where it runs already. */
  inject: (tabId: number) => Promise<Result<null, CaptureError>>;
  /** Gives what the script answered; undefined where none did. Without a frame all are told. */
  command: (
    to: { tabId: number; frameId: number | null },
    command: PageCommand,
  ) => Promise<unknown>;
  /** Tells the surfaces that highlights of the page have changed. */
  changed: (pageKey: string) => void;
  now: () => number;
};

/** What is remembered of the tabs a script of ours runs in; outlives the background, not the browser. */
export type ShownTabs = {
  list: () => Promise<ShownTab[]>;
  get: (tabId: number) => Promise<ShownTab | null>;
  update: (tabId: number, change: (tab: ShownTab) => ShownTab) => Promise<void>;
};
