/**
 * The typed client of the Personal Memory Service: one method for each operation of the contract, named after it.
 *
 * REST stands behind this interface (`rest.ts`); another way to the same service, such as MCP, takes its place beside
 * it and shares `shapes/`, `failure.ts` and `turn-line.ts`.
 */
import type * as z from 'zod/mini';
import type { MemoryError } from '../contracts/errors.ts';
import type {
  AddDocumentRequest,
  AddMemoryRequest,
  askRequestSchema,
  Container,
  MemoryDocument,
  SearchHit,
  SearchRequest,
} from '../contracts/memory-api.ts';
import type { Result } from '../contracts/result.ts';

export interface CallOptions {
  /** Aborting it ends the call with `memory.aborted`, also while it waits in line or between attempts. */
  readonly signal?: AbortSignal | undefined;
  /** Told why the call waits, each time that it begins to, and null when it is under way again. */
  readonly onWait?: ((wait: Wait | null) => void) | undefined;
}

/** Why a call stands still, and for how many milliseconds. */
export type Wait =
  /** As many agent turns of the account run as it may have; for as long as none of them ends. */
  | { readonly reason: 'turn' }
  /** The service counted too many requests, or has no turn free. */
  | {
      readonly reason: 'rate-limit' | 'turns-exhausted';
      readonly ms: number;
      /** Null where the service names no limit. */
      readonly limitPerMin: number | null;
    }
  /** The service did not answer, or failed. */
  | { readonly reason: 'retry'; readonly ms: number };

type Answer<T> = Promise<Result<T, MemoryError>>;

/**
 * Every method resolves, with a value or with a `MemoryError`; none rejects on what a service or a network does.
 *
 * A failed attempt is made again, twice at most. A search or a question that ran out of time is not: the person has
 * waited for it long enough, and decides whether to ask again. For `documents.add` with a `custom_id` that is safe: the same value
 * sent twice creates nothing new. Without one, and for `memories.add`, an attempt whose answer was lost may have been
 * done, so the material arrives at least once and, rarely, twice. A lost note could not be put right by anybody, a
 * double one can be forgotten.
 */
export interface MemoryClient {
  readonly containers: {
    list(options?: CallOptions): Answer<Container[]>;
  };
  readonly documents: {
    /** Accepted is not learned: ask `get` for `learned`. */
    add(input: AddDocumentRequest, options?: CallOptions): Answer<Added>;
    /** Newest first. */
    list(input?: ListDocumentsInput, options?: CallOptions): Answer<DocumentPage>;
    /** Fails with `memory.not-found` for an unknown id. */
    get(input: GetDocumentInput, options?: CallOptions): Answer<MemoryDocument>;
    delete(input: DeleteDocumentInput, options?: CallOptions): Answer<Deletion>;
  };
  readonly memories: {
    add(input: AddMemoryRequest, options?: CallOptions): Answer<AddedNote>;
    forget(input: ForgetMemoryInput, options?: CallOptions): Answer<Deletion>;
  };
  search(input: SearchRequest, options?: CallOptions): Answer<SearchOutcome>;
  /** Fails with `memory.unauthorized` where the key lacks the profile permission. */
  profile(input?: ProfileInput, options?: CallOptions): Answer<Profile>;
  ask(input: AskInput, options?: CallOptions): Answer<AskAnswer>;
  rules(options?: CallOptions): Answer<Rule[]>;
}

interface ListDocumentsInput {
  readonly container?: string | undefined;
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

interface GetDocumentInput {
  readonly id: string;
}

interface DeleteDocumentInput {
  readonly id: string;
  /** True only after the person has agreed to the service's own sentence. */
  readonly confirm?: boolean | undefined;
}

interface ForgetMemoryInput {
  readonly id: string;
  readonly container: string;
  /** True only after the person has agreed to the service's own sentence. */
  readonly confirm?: boolean | undefined;
}

interface ProfileInput {
  readonly q?: string | undefined;
}

type AskInput = z.infer<typeof askRequestSchema>;

export interface Added {
  /** `exists`: the `custom_id` was known and nothing new was created. */
  readonly status: 'queued' | 'exists';
  /** Null while the id is pending. */
  readonly documentId: string | null;
  /** Where the material was accepted. */
  readonly path: string | null;
}

export interface AddedNote {
  /** In the service's own word, where it gives one. */
  readonly status: string | null;
  /** Null where the service tells no id; such a note cannot be forgotten from here. */
  readonly memoryId: string | null;
}

/** `confirmation-required`: nothing was deleted, and `sentence` is relayed to the person word for word. */
export type Deletion =
  | { readonly outcome: 'deleted' }
  | { readonly outcome: 'confirmation-required'; readonly sentence: string };

export interface DocumentPage {
  readonly documents: MemoryDocument[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface SearchOutcome {
  /** Most relevant first, each with the Memory it came from. */
  readonly hits: SearchHit[];
  /** Memories that could not answer. While one stands here, no hits do not mean an empty Memory. */
  readonly failed: FailedMemory[];
  /** How many Memories were asked, those that failed included. */
  readonly searched: number;
}

export interface FailedMemory {
  readonly name: string;
  readonly reason: string;
}

export interface ProfileItem {
  readonly id?: string;
  /** The item's words, or its JSON text where no words could be read from it. */
  readonly text: string;
  readonly containerName?: string;
  /** As the service writes it. */
  readonly savedAt?: string;
}

export interface Profile {
  readonly static: ProfileItem[];
  readonly dynamic: ProfileItem[];
  /** Passages matching `q`. */
  readonly results: ProfileItem[];
}

export interface Rule {
  readonly id?: string;
  /** The rule's words, or its JSON text where no words could be read from it. */
  readonly text: string;
}

export interface AskAnswer {
  readonly text: string;
  /** `container_name` is empty where the service did not name the Memory of a source. */
  readonly sources: SearchHit[];
}
