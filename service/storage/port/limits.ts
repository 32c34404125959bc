/** Limits that hold across all processes that use a storage. A crash of the storage's server can reset them. */
export interface SharedLimits {
  /** Counts a request under a key. Returns false, without counting it, if there were `most` in the last minute. */
  admit(key: string, most: number): Promise<boolean>;
  /** Takes one of an account's turns; null if `most` are taken. If a process dies, its turns become free again. */
  takeTurn(accountId: string, most: number): Promise<SharedTurn | null>;
}

export interface SharedTurn {
  /** Never rejects. Can be called again. */
  release(): Promise<void>;
}
