/** What a person saves: Memories, which the contract calls containers, and what is in them. */
import type { BinEntry, ContainerWithCounts } from '../../../lib/contract/owner-api.ts';

export interface Containers {
  /** Returns the Memories in the order they were created. */
  all(): Promise<ContainerRow[]>;
  /** Also finds a name that looks the same (see `memoryNameKey`). */
  byName(name: string): Promise<ContainerRow | undefined>;
  counted(): Promise<CountedContainerRow[]>;
  /** Returns false if the account has a Memory with this name, or one that looks the same. */
  insert(
    container: Readonly<Record<'id' | 'name' | 'description' | 'now', string>>,
  ): Promise<boolean>;
  /** Returns false if another Memory has this name, or one that looks the same. */
  update(id: string, changes: Readonly<Record<'name' | 'description', string>>): Promise<boolean>;
  /** Deletes a Memory with all its contents. */
  delete(id: string): Promise<void>;
}

export interface ContainerRow {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface CountedContainerRow extends ContainerWithCounts {
  readonly description: string;
}

/** An item to store in a Memory of the account. */
export type NewItem = Readonly<Record<'id' | 'containerId' | 'content' | 'now', string>>;

export interface Documents {
  /** If the Memory already has this `custom_id`, stores nothing and returns the existing id. */
  insert(document: NewDocument): Promise<{ readonly id: string; readonly existed: boolean }>;
  byId(id: string): Promise<DocumentRow | undefined>;
  /** Returns at most one document per Memory. */
  byCustomId(containerIds: readonly string[], customId: string): Promise<DocumentRow[]>;
  /** Returns the newest documents in these Memories before `before`, newest first. */
  before(page: PageOf & { readonly containerIds: readonly string[] }): Promise<DocumentRow[]>;
}

/** `content` is empty if the page still has to be fetched. */
export interface NewDocument
  extends
    NewItem,
    Readonly<Record<'customId' | 'title' | 'sourceUrl' | 'metadata', string | null>> {
  readonly fetchUrl?: string | null;
}

export interface PageOf {
  /** The `seq` of the last row on the previous page. */
  readonly before: number;
  readonly limit: number;
}

export interface DocumentRow {
  readonly seq: number;
  readonly id: string;
  readonly container: string;
  readonly container_name: string;
  readonly custom_id: string | null;
  readonly title: string | null;
  readonly url: string | null;
  /** The parsed JSON. */
  readonly metadata: unknown;
  readonly learned: boolean;
  /** The latest run; null before the first. */
  readonly learning_run: {
    readonly status: string;
    readonly reason: string | null;
    readonly queued_at: string;
    readonly started_at: string | null;
    readonly finished_at: string | null;
  } | null;
  readonly saved_at: string;
}

export interface Notes {
  /**
   * Stores a note and returns its id. If the Memory has a note with the same `requestKey`, that note gets the text, which
   * the person might have edited before sending it again.
   */
  insert(note: NewNote): Promise<string>;
  byId(id: string, containerId: string): Promise<NoteRow | undefined>;
  /** Returns the newest notes in a Memory before `before`, newest first, each with its first 4,000 characters. */
  before(page: PageOf & { readonly containerId: string }): Promise<NoteRow[]>;
  /** Returns the newest notes that aren't highlights, newest first, each with its first 2,000 characters. */
  recent(containerIds: readonly string[], limit: number): Promise<ItemRow[]>;
  /** Replaces the metadata of a note. Returns whether that changed it. */
  describe(note: Readonly<Record<'id' | 'metadata', string>>): Promise<boolean>;
}

export interface NewNote extends NewItem {
  readonly metadata?: string | null;
  /** Identifies the request if it's sent again. */
  readonly requestKey?: string | null;
}

export interface NoteRow {
  readonly seq: number;
  readonly id: string;
  readonly content: string;
  /** The parsed JSON. */
  readonly metadata: unknown;
  readonly saved_at: string;
}

export type ItemRow = Readonly<Record<'id' | 'content' | 'container_name' | 'saved_at', string>>;

export interface Materials {
  bySeq(seq: number): Promise<MaterialRow | undefined>;
  /** Returns the URL of the page to fetch for a material, if it has one. */
  fetchUrlOf(seq: number): Promise<string | undefined>;
  /** Stores the content of a fetched page. An existing title is kept. */
  storePage(
    seq: number,
    page: { readonly title: string | null; readonly content: string },
  ): Promise<void>;
  markLearned(seq: number): Promise<void>;
  /** Deletes the passages of a material. Call it in a transaction. */
  unlearn(seq: number): Promise<void>;
  /** Deletes a material with its passages and runs. Call it in a transaction. */
  delete(seq: number): Promise<void>;
}

export interface MaterialRow {
  readonly seq: number;
  /** The `seq` of its Memory. */
  readonly container: number;
  readonly title: string | null;
  readonly content: string;
  /** Where it is from: its URL, that in its metadata, or its `custom_id`. */
  readonly address: string | null;
}

export interface Facts {
  /** Inserts a fact and returns its id, or that of the Memory's fact with the same text. Call it in a transaction. */
  insert(fact: NewItem): Promise<string>;
  byId(id: string, containerId: string): Promise<FactRow | undefined>;
  /** Returns the facts in these Memories in the order they were stored. */
  in(containerIds: readonly string[]): Promise<FactRow[]>;
  delete(seq: number): Promise<void>;
}

export interface FactRow extends ItemRow {
  readonly seq: number;
}

export interface Rules {
  /** Returns the rules in the order they were created. */
  all(): Promise<RuleRow[]>;
  /** Returns the rules for everybody and those for this credential, in the order they were created. */
  for(credentialId: string): Promise<RuleRow[]>;
  insert(
    rule: Readonly<Record<'id' | 'content' | 'now', string>> & { readonly keyId: string | null },
  ): Promise<void>;
  /** Call it in a transaction. */
  update(id: string, content: string): Promise<RuleRow | undefined>;
  /** Returns false if there is no such rule. */
  delete(id: string): Promise<boolean>;
}

export interface RuleRow {
  readonly id: string;
  /** The only key that the rule is for; null if it's for everybody. */
  readonly key_id: string | null;
  readonly content: string;
  readonly created_at: string;
}

export interface Bin {
  /**
   * Copies a document, note or fact, or a Memory with its contents, to the bin as the new entry `id`. Returns false if it
   * no longer exists. Call it in the transaction that then deletes the item.
   */
  put(entry: Readonly<Record<'id' | 'itemId' | 'now', string>>): Promise<boolean>;
  /** Returns the newest 5,000 entries, which fit into one response, newest first. */
  all(): Promise<BinEntry[]>;
  /** Permanently removes what was deleted at `until` or earlier. */
  purge(until: string): Promise<void>;
  /** Removes one entry for good, or all if `id` is null. Returns how many. */
  empty(id: string | null): Promise<number>;
  /**
   * Puts an entry's contents back into their Memory and queues them to be learned. If the Memory no longer exists, the one
   * with its name takes them, or it is created again with the id and reach it had. A document whose `custom_id` is taken
   * comes back without it, and a fact that exists isn't added again. Returns the Memory with the number of items put
   * back, or undefined if there is no such entry. Call it in a transaction.
   */
  restore(entry: Readonly<Record<'id' | 'now', string>>): Promise<RestoredRow | undefined>;
}

export interface RestoredRow {
  readonly id: string;
  readonly name: string;
  readonly documents: number;
  readonly notes: number;
  readonly facts: number;
}

export interface Transfer {
  /** Returns the next documents and notes of a Memory in the order they were stored. */
  materialsAfter(page: MaterialPage): Promise<ExportedRow[]>;
  /**
   * Returns false if the Memory already has this `custom_id`, or an item with the same text and time. If that item lacks
   * metadata, because an earlier export omitted it, the metadata is added. Call it in a transaction.
   */
  importMaterial(material: ImportedMaterial): Promise<boolean>;
}

export interface MaterialPage {
  readonly containerId: string;
  /** The `seq` of the last row on the previous page; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
}

export interface ExportedRow {
  readonly seq: number;
  readonly kind: 'document' | 'note';
  readonly title: string | null;
  readonly content: string;
  readonly custom_id: string | null;
  /** The parsed JSON. */
  readonly metadata: unknown;
  readonly url: string | null;
  readonly fetch_url: string | null;
  readonly saved_at: string;
}

export interface ImportedMaterial extends Required<Omit<NewDocument, 'now'>> {
  readonly kind: 'document' | 'note';
  readonly savedAt: string;
}
