import type { AccountAreas, Storage, StorageAreas } from '../port/storage.ts';
import { accountsOn, agentSettingsOn, ownAccountOn, tokensOn } from './accounts.ts';
import { binOn, purgeBins } from './bin.ts';
import { containersOn } from './containers.ts';
import { factsOn } from './facts.ts';
import { keyLookupOn, keysOn } from './keys.ts';
import { leasesOn } from './leases.ts';
import { sharedLimitsOn } from './shared-limits.ts';
import { learningQueueOn, learningRunsOn } from './learning-runs.ts';
import { documentsOn, materialsOn, notesOn } from './materials.ts';
import { migrate, tryReading, tryWriting } from './migrations/migrate.ts';
import { connectionsOn, oauthClientsOn, oauthConnectionsOn, oauthTokensOn } from './oauth.ts';
import { passagesOn } from './passages.ts';
import { rulesOn } from './rules.ts';
import { searchOn } from './search.ts';
import type { Database, Queries, Session } from './sql.ts';
import { transferOn } from './transfer.ts';
import { wordCountsOn } from './words.ts';

/** Each search holds a connection. The rest of the pool is left for saves and learning. */
const SEARCHES_AT_ONCE = 5;

/** Creates the storage port on a database. Closing the storage closes the database. */
export function createPostgresStorage(db: Database): Storage {
  const leases = leasesOn(db);
  return {
    ...areasOn(db),
    account: (accountId) => ({
      ...accountAreasOn(db.account(accountId), accountId),
      transaction: (work) =>
        db.accountTransaction(accountId, (queries) => work(accountAreasOn(queries, accountId))),
      snapshot: (work) =>
        db.snapshot(accountId, (queries) => work(accountAreasOn(queries, accountId))),
    }),
    learningQueue: learningQueueOn(db, leases),
    wordCounts: wordCountsOn(db, leases),
    sharedLimits: sharedLimitsOn(db, leases),
    searchesAtOnce: SEARCHES_AT_ONCE,
    purgeBins: (until) => purgeBins(db, until),
    transaction: (work) => db.transaction((session) => work(areasOn(session))),
    migrate: (now) => migrate(db, now),
    tryReading: () => tryReading(db.directory),
    tryWriting: () => tryWriting(db),
    writeFailure: () => db.writeFailure(),
    async close() {
      await leases.close();
      await db.close();
    },
  };
}

function areasOn(session: Session): StorageAreas {
  return {
    accounts: accountsOn(session),
    keys: keyLookupOn(session),
    signInLinks: tokensOn(session, 'directory_sign_in_links'),
    ownerSessions: tokensOn(session, 'directory_owner_sessions'),
    oauthClients: oauthClientsOn(session),
    oauthTokens: oauthTokensOn(session),
    oauthConnections: oauthConnectionsOn(session),
    account: (accountId) => accountAreasOn(session.account(accountId), accountId),
  };
}

function accountAreasOn(queries: Queries, accountId: string): AccountAreas {
  const containers = containersOn(queries, accountId);
  return {
    account: ownAccountOn(queries, accountId),
    containers,
    documents: documentsOn(queries, accountId),
    notes: notesOn(queries, accountId),
    materials: materialsOn(queries, accountId),
    facts: factsOn(queries, accountId),
    rules: rulesOn(queries, accountId),
    keys: keysOn(queries, accountId),
    connections: connectionsOn(queries, accountId),
    bin: binOn(queries, accountId, containers),
    runs: learningRunsOn(queries, accountId),
    passages: passagesOn(queries, accountId),
    search: searchOn(queries, accountId),
    transfer: transferOn(queries, accountId),
    agentSettings: agentSettingsOn(queries, accountId),
  };
}
