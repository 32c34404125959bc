/** Passages and how search finds them. */
import type { QueryPart } from '../../../lib/text/search-query.ts';
import type { IndexedText, TitledText } from '../indexed-text.ts';

export interface Passages {
  /** Inserts the passages of materials into the index. Call it in a transaction. */
  insert(materials: readonly PassagesOf[]): Promise<void>;
  /** Deletes passages, from the index too. Call it in a transaction. */
  delete(material: number, part?: 'all' | 'earlier' | 'new'): Promise<void>;
  /** Makes the passages of a material its earlier ones, which search finds until the run has succeeded. */
  keepAsEarlier(material: number): Promise<void>;
  /** Returns the passages in no particular order. */
  byIds(ids: readonly number[]): Promise<FoundPassage[]>;
}

export interface PassagesOf {
  readonly material: number;
  readonly container: number;
  readonly passages: readonly NewPassage[];
}

export interface NewPassage extends TitledText {
  readonly position: number;
  /** The whitespace before the passage. */
  readonly lead: string;
  readonly body: IndexedText;
  /** Terms of the title and headings, and of the address, separated by spaces. */
  readonly titleTerms: string;
  readonly siteTerms: string;
}

export interface FoundPassage {
  readonly id: number;
  readonly position: number;
  readonly lead: string;
  readonly text: string;
  readonly material: number;
  readonly material_id: string;
  readonly kind: 'document' | 'note';
  readonly container_id: string;
  readonly container_name: string;
  readonly title: string | null;
  readonly source_url: string | null;
  readonly custom_id: string | null;
  readonly saved_at: string;
}

export interface Search {
  /** Opens the Memories with these `seq` for one search. Use it in the snapshot it was opened in. */
  open(containers: readonly number[]): Promise<SearchScope>;
}

export interface PassageMatcher {
  /**
   * Returns the passages that contain the terms, best first, without those that are still being learned. Without terms,
   * returns the first passages of the newest documents and notes.
   */
  match(query: PassageQuery): Promise<PassageMatch[]>;
}

/** The Memories that a search covers. Counts are kept, so one scope serves all steps of a search. */
export interface SearchScope extends PassageMatcher {
  /** Whether it covers no Memory. */
  readonly isEmpty: boolean;
  readonly vocabulary: Vocabulary;
  /** Returns a matcher that also applies the operators of a query: phrases, excluded words and filters. */
  narrowedTo(parts: readonly QueryPart[]): Promise<PassageMatcher>;
  countTerms(terms: readonly string[]): Promise<TermCounts>;
  /** Counts the passages of each material that contain each term. */
  countDocumentTerms(
    materials: readonly number[],
    terms: readonly string[],
  ): Promise<DocumentTerms>;
}

export interface PassageQuery {
  readonly terms: readonly string[];
  /** Other terms to find. */
  readonly related?: ReadonlyMap<string, RelatedTerm>;
  readonly limit: number;
}

export interface RelatedTerm {
  /** The query term that this one stands in for; the term itself if it's in the query. */
  readonly of: string;
  /** Its weight relative to a query term. */
  readonly weight: number;
}

export interface PassageMatch {
  readonly id: number;
  readonly score: number;
}

export interface TermCounts {
  /** How many passages contain each term in their text, title or address. */
  readonly passages: ReadonlyMap<string, number>;
  /** Number of passages in the Memories. */
  readonly total: number;
}

export interface DocumentTerms {
  /** Number of passages of each material. */
  readonly lengths: ReadonlyMap<number, number>;
  /** How many of a material's passages contain a term, if any do. */
  readonly found: readonly {
    readonly material: number;
    readonly term: string;
    readonly passages: number;
  }[];
}

/** The words of some Memories. It can lag behind the index. */
export interface Vocabulary {
  /** Returns the terms that are stored, most frequent first. */
  among(terms: readonly string[]): Promise<KnownWord[]>;
  /** Returns the most frequent longer words that begin with the part. */
  beginning(part: string, limit: number): Promise<KnownWord[]>;
  /** Returns the most frequent compounds that end with the part. */
  ending(part: string, limit: number): Promise<KnownWord[]>;
}

export interface KnownWord {
  readonly term: string;
  readonly word: string;
  /** Number of passages that contain it. */
  readonly passages: number;
}

/** Brings the vocabularies of all accounts up to date. */
export interface WordCounts {
  /** Returns whether so many changes have been collected that it's time to apply them. */
  hasManyChanges(): Promise<boolean>;
  /**
   * Applies the oldest changes in several transactions, between which it calls `pause` and can be interrupted: the next
   * call continues. Returns false if there were none.
   */
  applyChanges(options: {
    readonly pause: () => Promise<void>;
    readonly stop: AbortSignal;
  }): Promise<boolean>;
}
