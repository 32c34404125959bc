/** What recall tells the surfaces, by search, ask, profile and rules: hits with the Memory each came from, and the Memories that could not
 * answer. */
import * as z from 'zod/mini';

export const recallHitSchema = z.object({
  /** Unique within one answer. */
  key: z.string(),
  memory: z.string(),
  kind: z.enum(['page', 'note']),
  /** The same for all passages of one page or note; absent where the service does not tell them apart. */
  sourceId: z.optional(z.string()),
  title: z.nullable(z.string()),
  /** http(s) only; null where the source is not known. */
  url: z.nullable(z.string()),
  /** The passage as plain text, Markdown marks taken off. */
  passage: z.string(),
  /** `[start, end)` offsets of the matched words in `passage`, in UTF-16 code units, ascending. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** ISO 8601. */
  savedAt: z.nullable(z.string()),
});
export type RecallHit = z.infer<typeof recallHitSchema>;

/** Memories that could not answer, each with its reason in words. */
const unansweredSchema = z.array(z.object({ memory: z.string(), reason: z.string() }));

export const recallOutcomeSchema = z.object({
  hits: z.array(recallHitSchema),
  unanswered: unansweredSchema,
  /** How many Memories were asked. */
  searched: z.int(),
  /** Saved items that are not searchable yet. */
  stillLearning: z.int(),
  /** The page a search was about, and the words it was asked by, where it was not the person who wrote them. */
  about: z.optional(z.object({ title: z.string(), q: z.string() })),
});
export type RecallOutcome = z.infer<typeof recallOutcomeSchema>;

/** What else a search finds in one page. */
export const morePassagesSchema = z.object({
  hits: z.array(recallHitSchema),
  /** How many passages of the whole Memory were looked through for those of the page. */
  looked: z.int(),
  /** Nothing that matches was left out, so there is no more of the page than this. */
  isAll: z.boolean(),
  unanswered: unansweredSchema,
});
export type MorePassages = z.infer<typeof morePassagesSchema>;

/** A passage that an answer rests on, with the Memory it came from; like a hit, but without words to mark. */
export const askAnswerSchema = z.object({
  text: z.string(),
  /** What the service says it answered from, or where it says nothing, what a search for the same words finds. */
  sources: z.array(recallHitSchema),
  sourcesFrom: z.enum(['answer', 'search']),
});
export type AskedAnswer = z.infer<typeof askAnswerSchema>;

export const profileItemSchema = z.object({
  text: z.string(),
  memory: z.nullable(z.string()),
  /** As the service writes it, ISO 8601 where it keeps to it. */
  savedAt: z.nullable(z.string()),
});
export type ShownProfileItem = z.infer<typeof profileItemSchema>;

/** The profile as it was read last in this session of the browser. */
export const profileViewSchema = z.object({
  standing: z.array(profileItemSchema),
  current: z.array(profileItemSchema),
  /** Milliseconds since the epoch. */
  readAt: z.number(),
});
export type ProfileView = z.infer<typeof profileViewSchema>;

export const rulesViewSchema = z.object({
  rules: z.array(z.string()),
  /** Milliseconds since the epoch. */
  readAt: z.number(),
});
export type RulesView = z.infer<typeof rulesViewSchema>;

/** Why a call that was asked for has not been answered yet. */
export const callWaitSchema = z.discriminatedUnion('reason', [
  /** Two agent turns of the account are taken; ours comes when one is free. */
  z.object({ reason: z.literal('turn') }),
  /** The service counted too many requests, or has both turns taken by others; asked again at `until`. */
  z.object({
    reason: z.enum(['rate-limit', 'turns-exhausted']),
    /** Milliseconds since the epoch. */
    until: z.number(),
    /** As the service gave it. */
    limitPerMin: z.nullable(z.number()),
  }),
  /** The service did not answer or failed, and is asked again at `until`. */
  z.object({ reason: z.literal('retry'), until: z.number() }),
]);
export type CallWait = z.infer<typeof callWaitSchema>;
