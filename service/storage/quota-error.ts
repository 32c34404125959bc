/** A write that an account's quota doesn't allow. */
const sentences = {
  documents:
    'This would exceed the account’s document quota. Delete some, or ask the operator of this service for a higher quota.',
  bytes:
    'This would exceed the account’s storage quota. Delete some text, or ask the operator of this service to raise it.',
} as const;

export type StoredQuota = keyof typeof sentences;

/** Its message is a sentence for people, without content. The transaction that failed with it has stored nothing. */
export class QuotaError extends Error {
  readonly quota: StoredQuota;

  constructor(quota: StoredQuota, cause: unknown) {
    super(sentences[quota], { cause });
    this.name = 'QuotaError';
    this.quota = quota;
  }
}

/** Returns the error for the message of a trigger that counts what an account stores; undefined for other messages. */
export function quotaErrorOf(message: string, cause: unknown): QuotaError | undefined {
  const quota = /\bquota\.(documents|bytes)\b/.exec(message)?.[1];
  return quota === 'documents' || quota === 'bytes' ? new QuotaError(quota, cause) : undefined;
}
