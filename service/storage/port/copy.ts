/** Copies everything in a storage to another one, on the same engine or a different one. Only moves use it. */
import type * as z from 'zod/mini';
import type { CopiedRows, CopyKind, marksSchema } from '../copied-rows.ts';
import type { AccountAreas } from './storage.ts';

export interface Copying {
  /** Can be called before the schema exists. Writes nothing. */
  state(): Promise<CopyState>;
  /** Returns whether a service may be using the storage, if the engine can tell. Writes nothing. */
  isInUse(): Promise<boolean>;
  /** Creates or updates the schema, even that of a half-moved library. */
  prepare(now: string): Promise<void>;
  /**
   * Marks the storage as half moved, after which no service opens it until `finish`. `library` identifies what is
   * moved. Returns false if the storage isn't empty.
   */
  begin(library: string): Promise<boolean>;
  /** Updates the engine's statistics after rows were inserted, so that it reads many rows efficiently. */
  analyze(): Promise<void>;
  /** Ends the move. Rows inserted later get a greater `seq` than any that the source ever gave. */
  finish(marks: CopyMarks): Promise<void>;
  /** Returns the greatest `seq` ever given, for each kind. Writes nothing. */
  marks(): Promise<CopyMarks>;
  /** Writes nothing. */
  count(kind: CopyKind, accountId: string): Promise<number>;
  lastKey(kind: CopyKind, accountId: string): Promise<CopyKey | null>;
  /** Returns the next rows in the order of their keys; none at the end. Writes nothing. */
  rows<Kind extends CopyKind>(kind: Kind, page: CopyPage): Promise<CopiedRows[Kind][]>;
  /** Runs the work in a transaction, as an account's storage does. */
  transaction(accountId: string, work: (areas: CopyAreas) => Promise<void>): Promise<void>;
}

export type CopyState =
  | { readonly holds: 'nothing' }
  | {
      /** `part` if a move to this storage hasn't completed. */
      readonly holds: 'library' | 'part';
      /** The id of the library's first account. */
      readonly library: string;
      readonly version: 'earlier' | 'current' | 'later';
    };

export type CopyKey = number | string;
export type CopyMarks = Readonly<z.infer<typeof marksSchema>>;

export interface CopyPage extends CopyLimits {
  /** Empty for the kinds that belong to no single account. */
  readonly accountId: string;
  /** The key of the last row on the previous page; null for the first page. */
  readonly after: CopyKey | null;
}

/** A page ends with the row that reaches a limit. */
export interface CopyLimits {
  readonly rows: number;
  /** Of texts, in UTF-8. */
  readonly bytes: number;
}

export interface CopyAreas extends Pick<AccountAreas, 'materials' | 'passages'> {
  /** Inserts rows of this account, or of none, with the keys they have. */
  insert<Kind extends CopyKind>(kind: Kind, rows: readonly CopiedRows[Kind][]): Promise<void>;
}
