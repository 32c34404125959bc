/** Limits that hold across all processes that use a storage. They can be forgotten if its server crashes. */
export interface SharedLimits {
  /** Counts a request under a key. Returns false, without counting it, if the last minute had `most`. */
  admit(key: string, most: number): Promise<boolean>;
  /** Takes one of an account's turns; null if `most` are taken. One of a process that died becomes free again. */
  takeTurn(accountId: string, most: number): Promise<SharedTurn | null>;
}

export interface SharedTurn {
  /** Never rejects. Can be called again. */
  release(): Promise<void>;
}
