/** The typed client of the Personal Memory Service. REST (`rest.ts`) and MCP (`mcp.ts`) both implement it. */
import type * as z from 'zod/mini';
import type { MemoryError } from '../contract/errors.ts';
import type {
  AddDocumentRequest,
  AddMemoryRequest,
  askRequestSchema,
  Container,
  MemoryDocument,
  SearchHit,
  SearchRequest,
} from '../contract/memory-api.ts';
import type { Result } from '../contract/result.ts';

export interface CallOptions {
  /** Ends the call with `memory.aborted`, also while it waits for an agent turn or between attempts. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the reason each time the call starts to wait, and with null when it continues. */
  readonly onWait?: ((wait: Wait | null) => void) | undefined;
}

export type Wait =
  /** The account already runs as many agent turns as it is allowed. */
  | { readonly reason: 'turn' }
  /** The service refused because of its rate limit, or because all agent turns are taken. */
  | {
      readonly reason: 'rate-limit' | 'turns-exhausted';
      readonly ms: number;
      /** Null if the service names no limit. */
      readonly limitPerMin: number | null;
    }
  | { readonly reason: 'retry'; readonly ms: number };

type Answer<T> = Promise<Result<T, MemoryError>>;

/** Every method resolves, also after an error. A failed attempt is repeated at most twice (see `operations.ts`). */
export interface MemoryClient {
  readonly containers: {
    list(options?: CallOptions): Answer<Container[]>;
  };
  readonly documents: {
    /** Accepted doesn't mean indexed: check `learned` with `get`. */
    add(input: AddDocumentRequest, options?: CallOptions): Answer<Added>;
    /** `cursor` is the `nextCursor` of the page before. */
    list(
      input?: Partial<Record<'container' | 'cursor', string | undefined>> & {
        limit?: number | undefined;
      },
      options?: CallOptions,
    ): Answer<DocumentPage>;
    /** Fails with `memory.not-found` for an unknown id. */
    get(input: { id: string }, options?: CallOptions): Answer<MemoryDocument>;
    /** `confirm` is true only after the person confirmed the service's own question. */
    delete(
      input: { id: string; confirm?: boolean | undefined },
      options?: CallOptions,
    ): Answer<Deletion>;
  };
  readonly memories: {
    add(input: AddMemoryRequest, options?: CallOptions): Answer<AddedNote>;
    forget(
      input: { id: string; container: string; confirm?: boolean | undefined },
      options?: CallOptions,
    ): Answer<Deletion>;
  };
  search(input: SearchRequest, options?: CallOptions): Answer<SearchOutcome>;
  /** Fails with `memory.unauthorized` if the key lacks the profile permission. */
  profile(input?: { q?: string | undefined }, options?: CallOptions): Answer<Profile>;
  ask(input: z.infer<typeof askRequestSchema>, options?: CallOptions): Answer<AskAnswer>;
  rules(options?: CallOptions): Answer<Rule[]>;
}

export interface Added {
  /** `exists`: the `custom_id` was known, and nothing was created. */
  readonly status: 'queued' | 'exists';
  /** Null while the id is pending. */
  readonly documentId: string | null;
  readonly path: string | null;
}

export interface AddedNote {
  /** As sent by the service; null if it sends none. */
  readonly status: string | null;
  /** Null if the service names no id. Such a note can't be forgotten from here. */
  readonly memoryId: string | null;
}

/** `confirmation-required`: nothing was deleted, and the person is shown `sentence` verbatim. */
export type Deletion =
  | { readonly outcome: 'deleted' }
  | { readonly outcome: 'confirmation-required'; readonly sentence: string };

export interface DocumentPage {
  readonly documents: MemoryDocument[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface SearchOutcome {
  /** Most relevant first, each naming its Memory. */
  readonly hits: SearchHit[];
  /** Memories that couldn't answer. If there are any, no hits doesn't mean that nothing was found. */
  readonly failed: FailedMemory[];
  /** Including those that failed. */
  readonly searched: number;
}

export type FailedMemory = Readonly<Record<'name' | 'reason', string>>;

export interface ProfileItem {
  readonly id?: string;
  /** The text of the item, or its JSON if no text could be found in it. */
  readonly text: string;
  readonly containerName?: string;
  /** As the service writes it. */
  readonly savedAt?: string;
}

export interface Profile {
  readonly static: ProfileItem[];
  readonly dynamic: ProfileItem[];
  /** Passages that match `q`. */
  readonly results: ProfileItem[];
}

export type Rule = Pick<ProfileItem, 'id' | 'text'>;

export interface AskAnswer {
  readonly text: string;
  /** `container_name` is empty if the service didn't name the Memory of a source. */
  readonly sources: SearchHit[];
}
