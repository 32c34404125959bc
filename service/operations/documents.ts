/** Handing documents in, looking at them, and deleting them. */
import { isolateTurning } from '../../lib/core/text/isolate.ts';
import * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import {
  addDocumentRequestSchema,
  type AddDocumentRequest,
} from '../../lib/contracts/memory-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import {
  containerInReach,
  containersInReach,
  containerToWrite,
  outOfReach,
  reaches,
} from '../auth/access.ts';
import {
  documentById,
  documentsBefore,
  insertDocument,
  type DocumentRow,
} from '../db/documents.ts';
import { queueRun } from '../db/learning-runs.ts';
import { deleteMaterial } from '../db/materials.ts';
import type { LoadPage } from '../fetching/load-page.ts';
import { checkAddress } from '../fetching/page-fetcher.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { describeDocument, webAddress } from './describe-document.ts';
import { defineOperation, type Call } from './operation.ts';
import {
  checkContent,
  checkLine,
  checkMetadata,
  isConfirmed,
  type ConfirmationRequired,
} from './rules.ts';

export const addDocument = defineOperation({
  access: 'write',
  unlimited: true,
  input: addDocumentRequestSchema,
  run: async (call, input) => {
    const { context, principal } = call;
    const checked = checkNewDocument(input, context.loadPage);
    if (!checked.ok) return checked;
    const container = await containerToWrite(context.db, principal, input.container);
    if (!container.ok) return container;

    const now = timestamp(context.clock);
    const { id, existed } = await context.db.transaction(async (queries) => {
      const added = await insertDocument(queries, {
        ...checked.value,
        id: context.newId(),
        accountId: principal.accountId,
        containerId: container.value.id,
        now,
      });
      if (!added.existed) await queueRun(queries, added.id, now);
      return added;
    });
    if (!existed) context.learner.wake();
    const status: 'exists' | 'queued' = existed ? 'exists' : 'queued';
    return ok({ status, document_id: id, path: `/v1/documents/${id}` });
  },
});

export const listDocuments = defineOperation({
  access: 'read',
  /** As they come in a query string; parsed below, since a bad number there breaks a rule rather than a body. */
  input: z.object({
    container: z.optional(z.string()),
    limit: z.optional(z.string()),
    cursor: z.optional(z.string()),
  }),
  run: async ({ context, principal }, input) => {
    const limit = checkLimit(input.limit);
    if (!limit.ok) return limit;
    const before = input.cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(input.cursor);
    if (before === null)
      return refuse('invalid', '"cursor" is not one that this service gave.', { field: 'cursor' });
    const containers = await containersToList({ context, principal }, input.container);
    if (!containers.ok) return containers;

    const page = { containerIds: containers.value, before, limit: limit.value + 1 };
    const rows = await documentsBefore(context.db, page);
    const shown = rows.slice(0, limit.value);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    return ok({
      documents: shown.map(describeDocument),
      next_cursor: last === undefined ? null : writeCursor(last.seq),
    });
  },
});

export const getDocument = defineOperation({
  access: 'read',
  input: z.object({ id: z.string() }),
  run: async (call, { id }) => {
    const row = await findDocument(call, id);
    return row.ok ? ok(describeDocument(row.value)) : row;
  },
});

export const deleteDocument = defineOperation({
  access: 'full',
  input: z.object({ id: z.string(), confirm: z.optional(z.string()) }),
  run: async (call, { id, confirm }): Promise<Result<Deleted | ConfirmationRequired, Refusal>> => {
    const row = await findDocument(call, id);
    if (!row.ok) return row;
    if (!isConfirmed(confirm)) return ok(askToConfirm(row.value));
    await call.context.db.transaction((queries) => deleteMaterial(queries, row.value.seq));
    return ok({ status: 'deleted', id });
  },
});

interface Deleted {
  readonly status: 'deleted';
  readonly id: string;
}

function askToConfirm({ title, container_name }: DocumentRow): ConfirmationRequired {
  const what = title === null ? 'this document' : `“${isolateTurning(title)}”`;
  return {
    status: 'confirmation_required',
    message:
      `Nothing has been deleted yet. Confirm to delete ${what}, and all that was learned from it, from the Memory ` +
      `“${isolateTurning(container_name)}”. This cannot be undone.`,
  };
}

/** Finds a document of the account, and refuses one in a Memory outside the reach. */
export async function findDocument(
  { context, principal }: Call,
  id: string,
): Promise<Result<DocumentRow, Refusal>> {
  const row = await documentById(context.db, id, principal.accountId);
  if (row === undefined) return refuse('unknown', 'There is no document of this id.');
  return reaches(principal, row.container_id) ? ok(row) : outOfReach();
}

async function containersToList(
  { context, principal }: Call,
  container: string | undefined,
): Promise<Result<string[], Refusal>> {
  if (container === undefined) {
    const inReach = await containersInReach(context.db, principal);
    return ok(inReach.map(({ id }) => id));
  }
  const found = await containerInReach(context.db, principal, container);
  return found.ok ? ok([found.value.id]) : found;
}

interface CheckedDocument {
  readonly customId: string | null;
  readonly title: string | null;
  readonly content: string;
  readonly fetchUrl: string | null;
  readonly sourceUrl: string | null;
  readonly metadata: string | null;
}

function checkNewDocument(
  input: AddDocumentRequest,
  loadPage: LoadPage | undefined,
): Result<CheckedDocument, Refusal> {
  if ((input.content === undefined) === (input.url === undefined)) {
    return refuse('invalid', 'Exactly one of "content" and "url" has to be sent.', {
      fields: ['content', 'url'],
    });
  }
  const text = input.url === undefined ? checkText(input.content) : checkUrl(input.url, loadPage);
  if (!text.ok) return text;
  const title = checkLine('title', input.title, serviceLimits.titleLength);
  if (!title.ok) return title;
  // What cannot be stored is replaced, which must not make two identities one.
  if (input.custom_id?.isWellFormed() === false) {
    return refuse('invalid', '"custom_id" holds half of a surrogate pair.', { field: 'custom_id' });
  }
  const customId = checkLine('custom_id', input.custom_id, serviceLimits.customIdLength);
  if (!customId.ok) return customId;
  const metadata = checkMetadata(input.metadata);
  if (!metadata.ok) return metadata;
  return ok({
    customId: customId.value,
    title: title.value,
    ...text.value,
    sourceUrl: text.value.fetchUrl ?? webAddress(input.metadata, customId.value),
    metadata: metadata.value,
  });
}

type SentText = Pick<CheckedDocument, 'content' | 'fetchUrl'>;

function checkText(sent = ''): Result<SentText, Refusal> {
  const content = checkContent(sent);
  return content.ok ? ok({ content: content.value, fetchUrl: null }) : content;
}

/** Where the name in an address leads is known only when it is fetched. */
function checkUrl(url: string, loadPage: LoadPage | undefined): Result<SentText, Refusal> {
  const field = { field: 'url' };
  if (url.length > serviceLimits.urlLength) {
    return refuse('invalid', `"url" is longer than ${serviceLimits.urlLength} characters.`, field);
  }
  const address = checkAddress(url);
  if (!address.ok) return refuse('invalid', address.error.message, field);
  if (loadPage === undefined) {
    return refuse(
      'invalid',
      'This home of the memory cannot fetch addresses. Send the text as "content".',
      field,
    );
  }
  return ok({ content: '', fetchUrl: address.value.href });
}

function checkLimit(limit: string | undefined): Result<number, Refusal> {
  if (limit === undefined) return ok(serviceLimits.listLimitDefault);
  const value = /^\d{1,9}$/.test(limit) ? Number(limit) : 0;
  return value >= 1 && value <= serviceLimits.listLimitMax
    ? ok(value)
    : refuse('invalid', `"limit" has to be a number from 1 to ${serviceLimits.listLimitMax}.`, {
        field: 'limit',
      });
}
