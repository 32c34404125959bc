/** The typed client of the Personal Memory Service. REST (`rest.ts`) and MCP (`mcp.ts`) both implement it. */
import type * as z from 'zod/mini';
import type { MemoryError } from '../contract/errors.ts';
import type {
  AddDocumentRequest,
  AddMemoryRequest,
  askRequestSchema,
  Container,
  Correction,
  MemoryDocument,
  SearchHit,
  SearchRequest,
} from '../contract/memory-api.ts';
import type { AsyncResult } from '../contract/result.ts';

export interface CallOptions {
  /** Makes the call fail with `memory.aborted`, even while it waits for an agent turn or between attempts. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the reason each time the call starts to wait, and with null when it continues. */
  readonly onWait?: ((wait: Wait | null) => void) | undefined;
  /** Called with each part of an answer, if the service sends it in parts. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Identifies a write that may be sent again. Over REST, Keepsake's service then stores a note only once. */
  readonly idempotencyKey?: string | undefined;
}

export type Wait =
  /** The account is already running its maximum number of agent turns. */
  | { readonly reason: 'turn' }
  /** The service rejected the request because of its rate limit, or because all agent turns are taken. */
  | { readonly reason: 'rate-limit' | 'turns-exhausted'; readonly ms: number }
  | { readonly reason: 'retry'; readonly ms: number };

type Answer<T> = AsyncResult<T, MemoryError>;

/** Every method resolves, even after an error. A failed attempt is retried at most twice (see `operations.ts`). */
export interface MemoryClient {
  readonly containers: {
    list: (options?: CallOptions) => Answer<Container[]>;
  };
  readonly documents: {
    /** An accepted document isn't indexed yet: check `learned` with `get`. */
    add: (input: AddDocumentRequest, options?: CallOptions) => Answer<Added>;
    /**
     * `cursor` is the `nextCursor` of the previous page. Keepsake's service lists only documents with the `custom_id`;
     * others may ignore it.
     */
    list: (
      input?: Partial<Record<'container' | 'cursor' | 'custom_id', string | undefined>> & {
        limit?: number | undefined;
      },
      options?: CallOptions,
    ) => Answer<DocumentPage>;
    /** Fails with `memory.not-found` for an unknown id. */
    get: (input: { id: string }, options?: CallOptions) => Answer<MemoryDocument>;
    /** Pass `confirm: true` only after the person has said yes to the service's own question. */
    delete: (
      input: { id: string; confirm?: boolean | undefined },
      options?: CallOptions,
    ) => Answer<Deletion>;
  };
  readonly memories: {
    add: (input: AddMemoryRequest, options?: CallOptions) => Answer<AddedNote>;
    forget: (
      input: { id: string; container: string; confirm?: boolean | undefined },
      options?: CallOptions,
    ) => Answer<Deletion>;
  };
  readonly search: (input: SearchRequest, options?: CallOptions) => Answer<SearchOutcome>;
  /** Fails with `memory.unauthorized` if the key lacks the profile permission. */
  readonly profile: (input?: { q?: string | undefined }, options?: CallOptions) => Answer<Profile>;
  readonly ask: (
    input: z.infer<typeof askRequestSchema>,
    options?: CallOptions,
  ) => Answer<AskAnswer>;
  readonly rules: (options?: CallOptions) => Answer<Rule[]>;
}

export interface Added {
  /** `exists` means that the `custom_id` was known and nothing was created. */
  readonly status: 'queued' | 'exists';
  /** Null while the id is pending. */
  readonly documentId: string | null;
  readonly path: string | null;
}

export interface AddedNote {
  /** The status as sent by the service; null if there is none. */
  readonly status: string | null;
  /** Null if the service returns no id. The note then can't be deleted from here. */
  readonly memoryId: string | null;
}

/** `confirmation-required` means that nothing was deleted; show `sentence` to the person verbatim. */
export type Deletion =
  /** `binId` is the entry in the bin of Keepsake's own service, from which its owner can restore it. */
  | { readonly outcome: 'deleted'; readonly binId?: string }
  | { readonly outcome: 'confirmation-required'; readonly sentence: string };

export interface DocumentPage {
  readonly documents: MemoryDocument[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface SearchOutcome {
  /** Results, most relevant first, each with the name of its Memory. */
  readonly hits: SearchHit[];
  /** Memories that couldn't be searched. If there are any, an empty `hits` doesn't mean that nothing was found. */
  readonly failed: FailedMemory[];
  /** Number of Memories searched, including those that failed. */
  readonly searched: number;
  /** Words that the service replaced with similar ones; missing if there are none. */
  readonly corrections?: readonly Correction[];
  /** Whether the service applied the query's operators (lib/text/search-query.ts). */
  readonly hasOperators?: true;
}

export type FailedMemory = Readonly<Record<'name' | 'reason', string>>;

export interface ProfileItem {
  readonly id?: string;
  /** The item's text, or its JSON if it contains no text. */
  readonly text: string;
  readonly containerName?: string;
  /** The time in the service's format. */
  readonly savedAt?: string;
}

export interface Profile {
  readonly static: ProfileItem[];
  readonly dynamic: ProfileItem[];
  /** Passages that match the query (`q`). */
  readonly results: ProfileItem[];
}

export type Rule = Pick<ProfileItem, 'id' | 'text'>;

export interface AskAnswer {
  readonly text: string;
  /** Whether the text only repeats passages of the sources, as from Keepsake's service without a model. */
  readonly isQuotes?: true;
  /** Whether the sources are only related to the question, because nothing saved answers it. */
  readonly isUnanswered?: true;
  /** `container_name` is empty if the service didn't name a source's Memory. */
  readonly sources: SearchHit[];
}
