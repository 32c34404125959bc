/** Every operation that the service offers over REST and MCP. To add one, write its file and list it here. */
import {
  changeQuota,
  createAccount,
  createLink,
  exportAccount,
  listAccounts,
  removeAccount,
  resumeAccount,
  suspendAccount,
} from './accounts.ts';
import { askAgent, getAgent, setAgent } from './agent.ts';
import { emptyTheBin, listBin, restore } from './bin.ts';
import { listConnections, revokeConnection } from './connections.ts';
import {
  changeContainer,
  createContainer,
  deleteContainer,
  listContainers,
  listCountedContainers,
} from './containers.ts';
import { addDocument, deleteDocument, getDocument, listDocuments } from './documents.ts';
import { getCapabilities } from './capabilities.ts';
import { changeKey, createKey, listKeys, revokeKey } from './keys.ts';
import { cancelLearning, deferLearning, updateNow } from './learning.ts';
import { addNote, describeNotes, forgetNote, listNotes } from './notes.ts';
import type { AnyOperation } from './operation.ts';
import { getProfile } from './profile.ts';
import { changeRule, createRule, listAllRules, listRulesInUse, removeRule } from './rules.ts';
import { search } from './search.ts';
import { exportAll, importAll } from './transfer.ts';

/** Assistants see the tools in this order, those that only read first. */
export const operations: readonly AnyOperation[] = [
  // Operations of the contract.
  listContainers,
  search,
  getProfile,
  listRulesInUse,
  addDocument,
  listDocuments,
  getDocument,
  deleteDocument,
  addNote,
  forgetNote,
  askAgent,
  // Optional features.
  getCapabilities,
  // Operations for the owner's app.
  listCountedContainers,
  createContainer,
  changeContainer,
  deleteContainer,
  updateNow,
  cancelLearning,
  deferLearning,
  getAgent,
  setAgent,
  listAllRules,
  createRule,
  changeRule,
  removeRule,
  listKeys,
  createKey,
  changeKey,
  revokeKey,
  listConnections,
  revokeConnection,
  listNotes,
  describeNotes,
  exportAll,
  importAll,
  listBin,
  restore,
  emptyTheBin,
];

/** Only for a service that people sign in to. The service in the extension has one account and no sign-in. */
export const accountOperations: readonly AnyOperation[] = [
  listAccounts,
  createAccount,
  suspendAccount,
  resumeAccount,
  changeQuota,
  exportAccount,
  removeAccount,
  createLink,
];
