/** Sizes the service accepts; beyond them it answers 400 `validation`. The contract leaves them open (section 8). */
export const serviceLimits = {
  /** Bytes of UTF-8 in a document's or a note's `content`. */
  contentBytes: 2 * 1024 * 1024,
  /** Characters of a document's `url`. */
  urlLength: 2048,
  /** Characters of a document's `title`. */
  titleLength: 512,
  /** Bytes of `metadata` written as JSON. */
  metadataBytes: 16 * 1024,
  /** Characters of a `custom_id`. */
  customIdLength: 2048,
  /** Characters of a search's `q`. */
  queryLength: 4096,
  searchLimitMax: 50,
  searchLimitDefault: 10,
  /** Documents on a page of the list. */
  listLimitMax: 200,
  listLimitDefault: 50,
} as const;

/** Characters of the name of a Memory in our own service; the contract has no way to make one. */
export const memoryNameLength = 80;

/** Requests a minute that a key may send; search and the two adds are not counted (contract, sections 7 and 8). */
export const maxRequestsPerMinute = 600;

/** Agent turns (standing fact, forget, ask) an account may run at once (contract, section 8). */
export const maxConcurrentTurns = 2;
