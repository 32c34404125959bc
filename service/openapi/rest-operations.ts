/** Every operation under `/v1` as the description of the service shows it. */
import type * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { askAgent } from '../operations/ask.ts';
import { listContainers } from '../operations/containers.ts';
import {
  addDocument,
  deleteDocument,
  getDocument,
  listDocuments,
} from '../operations/documents.ts';
import { addNote, forgetNote } from '../operations/notes.ts';
import { getProfile } from '../operations/profile.ts';
import { search } from '../operations/search.ts';
import { listRulesInUse } from '../operations/standing-rules.ts';
import * as answers from './answers.ts';

/** Keywords of JSON Schema put over those of a field: rules that the service checks beside the shape. */
type FieldRules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface RestOperationDescription {
  readonly method: 'get' | 'post' | 'delete';
  /** As OpenAPI writes it. */
  readonly path: string;
  /** Names the function of generated clients. */
  readonly id: string;
  readonly tag: 'Memories' | 'Documents' | 'Notes and facts' | 'Recall';
  readonly summary: string;
  readonly description?: string;
  readonly operation: {
    readonly input: z.ZodMiniType;
    readonly unlimited?: true;
    readonly isTurn?: unknown;
  };
  readonly fields?: FieldRules;
  /** Fields that a rule asks for where the shape does not. */
  readonly needs?: readonly string[];
  /** By status; where there are several shapes, one of them. */
  readonly answers: Readonly<Record<number, readonly z.ZodMiniType[]>>;
  /** Statuses beside those that every operation may answer. */
  readonly errors: readonly (400 | 404 | 422)[];
}

const contentRule = {
  minLength: 1,
  maxLength: serviceLimits.contentBytes,
  description: `At most ${serviceLimits.contentBytes} bytes of UTF-8, and not blank.`,
};
const queryRule = { minLength: 1, maxLength: serviceLimits.queryLength };
const containerRule = {
  description: 'Id of a Memory; may be left out where exactly one is in reach.',
};
const confirmRule = {
  enum: ['true'],
  description: 'Without it nothing happens, and the answer asks the person to confirm.',
};

export const restOperations: readonly RestOperationDescription[] = [
  {
    method: 'get',
    path: '/v1/containers',
    id: 'listContainers',
    tag: 'Memories',
    summary: 'List the Memories in reach',
    operation: listContainers,
    answers: { 200: [answers.containers] },
    errors: [],
  },
  {
    method: 'post',
    path: '/v1/documents',
    id: 'addDocument',
    tag: 'Documents',
    summary: 'Hand in a text, or an address to be fetched',
    description:
      'Exactly one of `content` and `url`. It is learned after the answer; where the Memory has the `custom_id` ' +
      'already, nothing changes. A home that cannot fetch refuses `url`.',
    operation: addDocument,
    fields: {
      container: containerRule,
      content: contentRule,
      url: {
        maxLength: serviceLimits.urlLength,
        format: 'uri',
        description: 'A public http or https address without a user name or a password.',
      },
      title: { maxLength: serviceLimits.titleLength },
      custom_id: { maxLength: serviceLimits.customIdLength },
      metadata: {
        description: `Any JSON, of at most ${serviceLimits.metadataBytes} bytes when written down.`,
      },
    },
    answers: { 202: [answers.addedDocument] },
    errors: [400, 422],
  },
  {
    method: 'get',
    path: '/v1/documents',
    id: 'listDocuments',
    tag: 'Documents',
    summary: 'List documents, newest first',
    operation: listDocuments,
    fields: {
      container: { description: 'Id of a Memory; all in reach when left out.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: serviceLimits.listLimitMax,
        default: serviceLimits.listLimitDefault,
      },
      cursor: { description: 'The `next_cursor` of the page before.' },
    },
    answers: { 200: [answers.documents] },
    errors: [400],
  },
  {
    method: 'get',
    path: '/v1/documents/{id}',
    id: 'getDocument',
    tag: 'Documents',
    summary: 'Look at a document and how its learning goes',
    operation: getDocument,
    answers: { 200: [answers.document] },
    errors: [404],
  },
  {
    method: 'delete',
    path: '/v1/documents/{id}',
    id: 'deleteDocument',
    tag: 'Documents',
    summary: 'Delete a document, after the person has confirmed',
    operation: deleteDocument,
    fields: { confirm: confirmRule },
    answers: { 200: [answers.deleted, answers.confirmationRequired] },
    errors: [404],
  },
  {
    method: 'post',
    path: '/v1/memories',
    id: 'addMemory',
    tag: 'Notes and facts',
    summary: 'Keep a note, or a standing fact',
    operation: addNote,
    fields: {
      content: contentRule,
      container: containerRule,
      static: { description: 'Whether it is a standing fact, which takes a turn of the agent.' },
    },
    answers: { 200: [answers.storedFact], 202: [answers.queuedNote] },
    errors: [400, 422],
  },
  {
    method: 'delete',
    path: '/v1/memories/{id}',
    id: 'forgetMemory',
    tag: 'Notes and facts',
    summary: 'Forget a note or a standing fact, after the person has confirmed',
    operation: forgetNote,
    fields: {
      container: { description: 'Id of the Memory that it is in.' },
      confirm: confirmRule,
    },
    needs: ['container'],
    answers: { 200: [answers.forgotten, answers.confirmationRequired] },
    errors: [400, 404],
  },
  {
    method: 'post',
    path: '/v1/search',
    id: 'search',
    tag: 'Recall',
    summary: 'Find passages',
    operation: search,
    fields: {
      q: queryRule,
      container: { description: 'Id of a Memory; all in reach when left out.' },
      limit: {
        minimum: 1,
        maximum: serviceLimits.searchLimitMax,
        default: serviceLimits.searchLimitDefault,
      },
    },
    answers: { 200: [answers.searchAnswer] },
    errors: [400, 422],
  },
  {
    method: 'get',
    path: '/v1/profile',
    id: 'getProfile',
    tag: 'Recall',
    summary: 'Read standing facts, what is current, and passages on a question',
    operation: getProfile,
    fields: { q: { maxLength: serviceLimits.queryLength } },
    answers: { 200: [answers.profile] },
    errors: [400],
  },
  {
    method: 'post',
    path: '/v1/ask',
    id: 'ask',
    tag: 'Recall',
    summary: 'Ask the agent, which answers with its sources',
    operation: askAgent,
    fields: { message: queryRule },
    answers: { 200: [answers.agentAnswer] },
    errors: [400, 422],
  },
  {
    method: 'get',
    path: '/v1/rules',
    id: 'listRules',
    tag: 'Recall',
    summary: 'Read what the owner wishes of whoever uses this credential',
    operation: listRulesInUse,
    answers: { 200: [answers.rules] },
    errors: [],
  },
];
