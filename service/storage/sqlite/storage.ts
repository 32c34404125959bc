import type { AccountAreas, Storage, StorageAreas } from '../port/storage.ts';
import { accountsOn, agentSettingsOn, ownAccountOn, tokensOn } from './accounts.ts';
import { binOn, purgeBins } from './bin.ts';
import { containersOn } from './containers.ts';
import { factsOn } from './facts.ts';
import { keyLookupOn, keysOn } from './keys.ts';
import { learningQueueOn, learningRunsOn } from './learning-runs.ts';
import { documentsOn, materialsOn, notesOn } from './materials.ts';
import { migrate, tryReading, tryWriting } from './migrations/migrate.ts';
import { connectionsOn, oauthClientsOn, oauthConnectionsOn, oauthTokensOn } from './oauth.ts';
import { passagesOn } from './passages.ts';
import { rulesOn } from './rules.ts';
import { searchOn } from './search.ts';
import type { Database, Queries } from './sql.ts';
import { transferOn } from './transfer.ts';
import { wordCountsOn } from './words.ts';

/** Creates the storage port on a database. Closing the storage closes the database. */
export function createSqliteStorage(db: Database): Storage {
  return {
    ...areasOn(db),
    account: (accountId) => ({
      ...accountAreasOn(db, accountId),
      transaction: (work) => db.transaction((queries) => work(accountAreasOn(queries, accountId))),
      snapshot: (work) => db.snapshot((queries) => work(accountAreasOn(queries, accountId))),
    }),
    learningQueue: learningQueueOn(db),
    wordCounts: wordCountsOn(db),
    sharedLimits: null,
    searchesAtOnce: 1,
    purgeBins: (until) => purgeBins(db, until),
    transaction: (work) => db.transaction((queries) => work(areasOn(queries))),
    migrate: (now) => migrate(db, { now }),
    tryReading: () => tryReading(db),
    tryWriting: () => tryWriting(db),
    writeFailure: () => db.writeFailure(),
    close: () => db.close(),
  };
}

function areasOn(queries: Queries): StorageAreas {
  return {
    accounts: accountsOn(queries),
    keys: keyLookupOn(queries),
    signInLinks: tokensOn(queries, 'sign_in_links'),
    ownerSessions: tokensOn(queries, 'owner_sessions'),
    oauthClients: oauthClientsOn(queries),
    oauthTokens: oauthTokensOn(queries),
    oauthConnections: oauthConnectionsOn(queries),
    account: (accountId) => accountAreasOn(queries, accountId),
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
