/** A browser in which the owner signed in to the owner's app. */

export interface OwnerSession {
  readonly accountId: string;
  /** Stands in every form of the app, and has to come back with it: no other site can know it. */
  readonly formToken: string;
}

export interface OwnerSessions {
  /** Reads the session's cookie; null where there is none, or where it has ended. */
  of(request: Request): Promise<OwnerSession | null>;
}
