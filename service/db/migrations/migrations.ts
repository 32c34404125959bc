/** Every version of the database, oldest first. A migration that was released is never changed, only followed. */
import { foundation } from './0001-foundation.ts';
import { keys } from './0002-keys.ts';
import { profile } from './0003-profile.ts';
import { addresses } from './0004-addresses.ts';
import { ownerSessions } from './0005-owner-sessions.ts';
import { oauth } from './0006-oauth.ts';
import { denseIndex } from './0007-dense-index.ts';
import { learnAnew } from './0008-learn-anew.ts';
import { openRuns } from './0009-open-runs.ts';
import { namesAlike } from './0010-names-alike.ts';
import type { MigrationStep } from './step.ts';

/** What leads to version 1, 2, 3, … in this order. */
export const migrations: readonly (readonly MigrationStep[])[] = [
  foundation,
  keys,
  profile,
  addresses,
  ownerSessions,
  oauth,
  denseIndex,
  learnAnew,
  openRuns,
  namesAlike,
];
