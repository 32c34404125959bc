import * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contract/limits.ts';
import {
  addDocumentResponseSchema,
  addDocumentRequestSchema,
  documentSchema,
  learningRunSchema,
  type AddDocumentRequest,
} from '../../lib/contract/memory-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { isolateTurning } from '../../lib/text/isolate.ts';
import { containersToRead, containerToWrite, outOfReach, reaches } from '../auth/access.ts';
import type { LoadPage } from '../fetching/load-page.ts';
import type { Learner } from '../learning/learner.ts';
import type { Trouble } from '../learning/outage.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { DocumentRow } from '../storage/port/library.ts';
import { moveToBin } from './bin.ts';
import {
  askToConfirm,
  checkContent,
  checkCursor,
  checkLine,
  checkMetadata,
  checkUrl,
  CONFIRM_FIRST,
  confirmArgument,
  confirmationRequired,
  confirmField,
  containerToReadField,
  containerToWriteField,
  contentField,
  gone,
  isConfirmed,
  pageOf,
} from './checks.ts';
import { accountOf, defineOperation, named, type Call } from './operation.ts';

const textOrNull = z.nullable(z.string());
export const addedDocument = named(
  'AddedDocument',
  z.extend(addDocumentResponseSchema, { document_id: z.string(), path: z.string() }),
);
const learningRun = named(
  'LearningRun',
  z.extend(learningRunSchema, {
    status: z.enum(['queued', 'running', 'deferred', 'succeeded', 'failed', 'canceled']),
    reason: textOrNull,
    queued_at: z.string(),
    started_at: textOrNull,
    finished_at: textOrNull,
  }),
);
export const documentAnswer = named(
  'Document',
  z.extend(documentSchema, {
    container: z.string(),
    container_name: z.string(),
    custom_id: textOrNull,
    title: textOrNull,
    url: textOrNull,
    learned: z.boolean(),
    learning_run: z.nullable(learningRun),
    saved_at: z.string(),
  }),
);
export const documentsAnswer = named(
  'Documents',
  z.looseObject({ documents: z.array(documentAnswer), next_cursor: textOrNull }),
);
export const deletedDocument = named(
  'Deleted',
  z.looseObject({ status: z.literal('deleted'), id: z.string(), bin_id: z.string() }),
);

const urlField = { description: 'A public http or https URL without a user name or password.' };

export const addDocument = defineOperation({
  access: 'write',
  unlimited: true,
  input: addDocumentRequestSchema,
  run: async (call, input) => {
    const { context, principal } = call;
    const checked = checkNewDocument(input, context.loadPage);
    if (!checked.ok) return checked;
    const account = accountOf(call);
    const container = await containerToWrite(account, principal, input.container);
    if (!container.ok) return container;

    const now = timestamp(context.clock);
    const { id, existed } = await account.transaction(async ({ documents, runs }) => {
      const added = await documents.insert({
        ...checked.value,
        id: context.newId(),
        containerId: container.value.id,
        now,
      });
      if (!added.existed) await runs.queue(added.id, now);
      return added;
    });
    if (!existed) context.learner.wake();
    const status: 'exists' | 'queued' = existed ? 'exists' : 'queued';
    return ok({ status, document_id: id, path: `/v1/documents/${id}` });
  },
  rest: {
    method: 'post',
    path: '/v1/documents',
    from: 'body',
    status: 202,
    openapi: {
      id: 'addDocument',
      tag: 'Documents',
      description:
        'Send exactly one of `content` and `url`. Learning starts after the answer. If the Memory already has this ' +
        '`custom_id`, nothing changes. A service that cannot fetch pages refuses `url`.',
      fields: {
        container: containerToWriteField,
        content: contentField,
        url: { maxLength: serviceLimits.urlLength, format: 'uri', ...urlField },
        title: { maxLength: serviceLimits.titleLength },
        custom_id: {
          minLength: 1,
          maxLength: serviceLimits.customIdLength,
          description: 'Not blank, and without control characters.',
        },
        metadata: { description: `Any JSON up to ${serviceLimits.metadataBytes} bytes.` },
      },
      answers: { 202: [addedDocument] },
      errors: [400, 422],
    },
  },
  tool: {
    name: 'add_document',
    title: 'Save a document',
    description:
      'Saves a text, or the page at a public URL. Save only what the person gave you, in their own words, and only when ' +
      'they asked for it or plainly meant it. Send exactly one of `content` and `url`. The status queued means accepted ' +
      'but not yet learned, so search finds it later. The status exists means this custom_id is already saved, and ' +
      'nothing changed.',
    // The service fetches the page itself.
    opensWorld: true,
    args: {
      container: containerToWriteField,
      content: { description: 'The whole text, unchanged. Markdown is kept.' },
      url: urlField,
      title: { description: 'Its title.' },
      custom_id: {
        description:
          'Your own key for this document, such as its URL. Sending the same key again changes nothing.',
      },
      metadata: { description: 'Any JSON to store with it. It is not searched.' },
    },
  },
});

const customIdField = { description: 'Lists only the documents with this custom_id.' };
const cursorField = { description: 'The `next_cursor` of the previous page.' };
const listLimitField = {
  type: 'integer',
  minimum: 1,
  maximum: serviceLimits.listLimitMax,
  default: serviceLimits.listLimitDefault,
} as const;

export const listDocuments = defineOperation({
  access: 'read',
  /** Strings, as in a query string. `limit` is parsed below rather than here, because a bad one must return 400. */
  input: z.object({
    container: z.optional(z.string()),
    custom_id: z.optional(z.string()),
    limit: z.optional(z.string()),
    cursor: z.optional(z.string()),
  }),
  run: async (call, input) => {
    const limit = checkLimit(input.limit);
    if (!limit.ok) return limit;
    const before = checkCursor(input.cursor);
    if (!before.ok) return before;
    const { learner } = call.context;
    const account = accountOf(call);
    const containers = await containersToRead(account, call.principal, input.container);
    if (!containers.ok) return containers;

    const containerIds = containers.value.map(({ id }) => id);
    if (input.custom_id !== undefined) {
      const found = await account.documents.byCustomId(containerIds, input.custom_id);
      const documents = found.map((row) => describeDocument(row, learner));
      return ok({ documents, next_cursor: null });
    }
    const rows = await account.documents.before({
      containerIds,
      before: before.value,
      limit: limit.value + 1,
    });
    const { shown, next_cursor } = pageOf(rows, limit.value);
    return ok({
      documents: shown.map((row) => describeDocument(row, learner)),
      next_cursor,
    });
  },
  rest: {
    method: 'get',
    path: '/v1/documents',
    openapi: {
      id: 'listDocuments',
      tag: 'Documents',
      fields: {
        container: containerToReadField,
        custom_id: customIdField,
        limit: listLimitField,
        cursor: cursorField,
      },
      answers: { 200: [documentsAnswer] },
      errors: [400],
    },
  },
  tool: {
    name: 'list_documents',
    title: 'List documents, newest first',
    description:
      'Lists documents without their text. Search finds a document once `learned` is true. To follow one, check a few ' +
      'times with pauses, and stop when the status of `learning_run` is failed or canceled: the owner can then choose ' +
      'Update now in the app. Sending it again does not help.',
    args: {
      container: containerToReadField,
      custom_id: customIdField,
      limit: { description: 'Maximum number of documents.', ...listLimitField },
      cursor: cursorField,
    },
  },
});

export const getDocument = defineOperation({
  access: 'read',
  input: z.object({ id: z.string() }),
  run: async (call, { id }) => {
    const row = await findDocument(call, id);
    return row.ok ? ok(describeDocument(row.value, call.context.learner)) : row;
  },
  rest: {
    method: 'get',
    path: '/v1/documents/{id}',
    openapi: {
      id: 'getDocument',
      tag: 'Documents',
      summary: 'Get a document and its learning status',
      description:
        'The `reason` in `learning_run` says why a run ended without success, or why a queued one has to wait, such as ' +
        'for space on the disk.',
      answers: { 200: [documentAnswer] },
      errors: [404],
    },
  },
});

export const deleteDocument = defineOperation({
  access: 'full',
  input: z.object({ id: z.string(), confirm: z.optional(z.string()) }),
  run: async (call, { id, confirm }) => {
    const row = await findDocument(call, id);
    if (!row.ok) return row;
    const { seq, title, container_name } = row.value;
    if (!isConfirmed(confirm)) {
      const what = title === null ? 'this document' : `“${isolateTurning(title)}”`;
      return askToConfirm(`${what} from the Memory “${isolateTurning(container_name)}”`);
    }
    const binId = await moveToBin(call, id, ({ materials }) => materials.delete(seq));
    return gone(id, 'deleted', binId);
  },
  rest: {
    method: 'delete',
    path: '/v1/documents/{id}',
    openapi: {
      id: 'deleteDocument',
      tag: 'Documents',
      fields: { confirm: confirmField },
      answers: { 200: [deletedDocument, confirmationRequired] },
      errors: [404],
    },
  },
  tool: {
    name: 'delete_document',
    title: 'Delete a document',
    description: `Deletes a document. Its owner can restore it from the bin for 30 days. ${CONFIRM_FIRST}`,
    args: {
      id: { description: 'The `id` from list_documents, or the `document_id` of a search result.' },
      confirm: confirmArgument,
    },
  },
});

export async function findDocument(call: Call, id: string): Promise<Result<DocumentRow, Refusal>> {
  const row = await accountOf(call).documents.byId(id);
  if (row === undefined) return refuse('unknown', 'No document has this id.');
  return reaches(call.principal, row.container) ? ok(row) : outOfReach();
}

function checkNewDocument(input: AddDocumentRequest, loadPage: LoadPage | undefined) {
  if ((input.content === undefined) === (input.url === undefined)) {
    return refuse('invalid', 'Send exactly one of "content" and "url".', {
      fields: ['content', 'url'],
    });
  }
  const text = input.url === undefined ? checkText(input.content) : checkPage(input.url, loadPage);
  if (!text.ok) return text;
  const title = checkLine('title', input.title, serviceLimits.titleLength);
  if (!title.ok) return title;
  const customId = checkCustomId(input.custom_id);
  if (!customId.ok) return customId;
  const metadata = checkMetadata(input.metadata);
  if (!metadata.ok) return metadata;
  return ok({
    customId: customId.value,
    title: title.value,
    ...text.value,
    sourceUrl: text.value.fetchUrl ?? sourceUrlOf(input.metadata, customId.value),
    metadata: metadata.value,
  });
}

/** Refuses ids that would be dropped or changed: retries could add duplicates, or two ids become the same. */
function checkCustomId(customId: string | undefined): Result<string | null, Refusal> {
  const field = { field: 'custom_id' };
  if (customId?.trim() === '') return refuse('invalid', '"custom_id" is blank.', field);
  if (customId?.isWellFormed() === false || /\p{Cc}/u.test(customId ?? '')) {
    const message = '"custom_id" contains a control character or an unpaired surrogate.';
    return refuse('invalid', message, field);
  }
  return checkLine('custom_id', customId, serviceLimits.customIdLength);
}

interface SentText {
  readonly content: string;
  readonly fetchUrl: string | null;
}

function checkText(sent = ''): Result<SentText, Refusal> {
  const content = checkContent(sent);
  return content.ok ? ok({ content: content.value, fetchUrl: null }) : content;
}

function checkPage(url: string, loadPage: LoadPage | undefined): Result<SentText, Refusal> {
  const checked = checkUrl('url', url);
  if (!checked.ok) return checked;
  if (loadPage === undefined) {
    const message = 'This service cannot fetch pages. Send the text as "content".';
    return refuse('invalid', message, { field: 'url' });
  }
  return ok({ content: '', fetchUrl: checked.value });
}

function checkLimit(limit: string | undefined): Result<number, Refusal> {
  if (limit === undefined) return ok(serviceLimits.listLimitDefault);
  const value = /^\d{1,9}$/.test(limit) ? Number(limit) : 0;
  return value >= 1 && value <= serviceLimits.listLimitMax
    ? ok(value)
    : refuse('invalid', `"limit" must be a number from 1 to ${serviceLimits.listLimitMax}.`, {
        field: 'limit',
      });
}

export function describeDocument(
  { seq: _seq, learning_run: run, ...document }: DocumentRow,
  learner: Pick<Learner, 'trouble'>,
) {
  const isOpen = run?.status === 'queued' || run?.status === 'running';
  const trouble = isOpen ? learner.trouble() : null;
  // The run can't be set back to queued while the database fails, so report it as queued.
  const waiting = trouble === null ? {} : { status: 'queued', reason: waitingFor(trouble) };
  return { ...document, learning_run: run === null ? null : { ...run, ...waiting } };
}

function waitingFor({ message }: Trouble): string {
  return `${message} Indexing continues once this is fixed.`;
}

/** Returns the URL a document came from: its `metadata.url`, or a `custom_id` that is a URL; null if there is none. */
export function sourceUrlOf(metadata: unknown, customId: string | null): string | null {
  const { url = '' } = z.safeParse(statedUrl, metadata).data ?? {};
  const isSource = (text: string) =>
    text.length <= 8192 && /^https?:\/\//i.test(text) && URL.canParse(text);
  return [url, customId ?? ''].find(isSource) ?? null;
}

const statedUrl = z.object({ url: z.string() });
