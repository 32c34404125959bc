/**
 * Sizes that the service accepts. Larger input fails with 400 `validation`. The contract doesn't fix these limits
 * (section 8).
 */
export const serviceLimits = {
  /** UTF-8 bytes of a document's or a note's `content`. */
  contentBytes: 2 * 1024 * 1024,
  /** Maximum length of a document's `url`, in characters. */
  urlLength: 2048,
  /** Maximum length of a document's `title`, in characters. */
  titleLength: 512,
  /** Bytes of `metadata` as JSON. */
  metadataBytes: 16 * 1024,
  /** Bytes of a note's metadata, which contains a highlight's anchor and therefore its text. */
  noteMetadataBytes: 128 * 1024,
  /** Maximum length of a `custom_id`, in characters. */
  customIdLength: 2048,
  /** Maximum length of a search query (`q`), in characters. */
  queryLength: 4096,
  searchLimitMax: 50,
  searchLimitDefault: 10,
  /** Maximum documents per list page. */
  listLimitMax: 200,
  listLimitDefault: 50,
} as const;

/** Counts code points, so that most emoji count as one character. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && Array.from(text).length > limit);
}

/** Maximum length of a Memory's name in Keepsake's service. The contract has no request that creates Memories. */
export const memoryNameLength = 80;

/**
 * Requests per minute that a key can send, not counting search, adding a document or adding a note (contract, sections
 * 7 and 8).
 */
export const maxRequestsPerMinute = 600;

/** Agent turns (standing fact, forget, ask) that an account can run at once (contract, section 8). */
export const maxConcurrentTurns = 2;
