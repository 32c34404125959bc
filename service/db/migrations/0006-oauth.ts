/** Clients that registered themselves, what the owner consented to, and the digests of codes and tokens. */
export const oauth: readonly string[] = [];
