/** What is in a Memory: its documents with what became of their learning. */
import { html } from 'hono/html';
import { deleteDocument, getDocument, listDocuments } from '../operations/documents.ts';
import type { describeDocument } from '../operations/describe-document.ts';
import { cancelLearning, deferLearning, updateNow } from '../operations/learning.ts';
import type { Flash } from './flashes.ts';
import type { Html } from './layout.ts';
import { withMemory, type OwnMemory } from './memories.ts';
import { memoryHead } from './memory-head.ts';
import { confirmation, empty, named, postButton, time } from './parts.ts';
import { refusedPage } from './refused-page.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

const section = 'memories';

type ShownDocument = ReturnType<typeof describeDocument>;

/** `/app/memories/{id}`, and what an owner does to a document. */
export function openMemory(owner: OwnerApp): void {
  onGet(owner, '/app/memories/:id', (visit) =>
    withMemory(visit, (memory) => showDocuments(visit, memory)),
  );

  onDocument(owner, { path: 'update-now', done: 'learning-queued', operation: updateNow });
  onDocument(owner, { path: 'cancel', done: 'learning-canceled', operation: cancelLearning });
  onDocument(owner, { path: 'put-off', done: 'learning-deferred', operation: deferLearning });

  onGet(owner, '/app/documents/:id/delete', async (visit) => {
    const found = await visit.do(getDocument, { id: visit.request.param('id') });
    if (!found.ok) return refusedPage(found.error);
    const { id, container, container_name } = found.value;
    const body = confirmation(visit.session, {
      title: 'Delete this document?',
      sentence: html`“${nameOf(found.value)}” goes from the Memory “${named(container_name)}” for
      good.`,
      action: `/app/documents/${id}/delete`,
      label: 'Delete the document',
      back: `/app/memories/${container}`,
    });
    return visit.show({ section, title: 'Delete a document', body });
  });

  onPost(owner, '/app/documents/:id/delete', async (visit) => {
    const id = visit.request.param('id');
    const found = await visit.do(getDocument, { id });
    if (!found.ok) return refusedPage(found.error);
    const deleted = await visit.do(deleteDocument, { id, confirm: 'true' });
    return deleted.ok
      ? redirect(`/app/memories/${found.value.container}`, 'document-deleted')
      : refusedPage(deleted.error);
  });
}

interface DocumentAction {
  readonly path: string;
  readonly done: Flash;
  readonly operation: typeof updateNow | typeof cancelLearning;
}

function onDocument(owner: OwnerApp, { path, done, operation }: DocumentAction): void {
  onPost(owner, `/app/documents/:id/${path}`, async (visit) => {
    const id = visit.request.param('id');
    const found = await visit.do(getDocument, { id });
    if (!found.ok) return refusedPage(found.error);
    const acted = await visit.do<{ id: string }, unknown>(operation, { id });
    const back = `/app/memories/${found.value.container}`;
    if (acted.ok) return redirect(back, done);
    return refusedPage(acted.error);
  });
}

async function showDocuments(visit: Visit, memory: OwnMemory): Promise<Response> {
  const cursor = visit.request.query('cursor');
  const listed = await visit.do(listDocuments, {
    container: memory.id,
    ...(cursor === undefined ? {} : { cursor }),
  });
  if (!listed.ok) return refusedPage(listed.error);
  const { documents, next_cursor } = listed.value;
  const list =
    documents.length === 0
      ? empty(
          'Nothing saved yet',
          'Save a page with Keepsake, or connect another tool with a key. What is saved appears here.',
        )
      : html`<ul class="rows">
          ${documents.map((each) => documentRow(visit, each))}
        </ul>`;
  const body = html`${memoryHead(memory, 'documents')}${list}${more(memory.id, next_cursor)}`;
  return visit.show({ section, title: memory.name, body });
}

function more(id: string, cursor: string | null): Html | '' {
  if (cursor === null) return '';
  return html`<p class="row">
    <a class="button" data-look="secondary" href="/app/memories/${id}?cursor=${cursor}"
      >Older documents</a
    >
  </p>`;
}

function documentRow({ session, now }: Visit, document: ShownDocument): Html {
  const { id, url, saved_at, learning_run } = document;
  const name = nameOf(document);
  const about = html`“${name}”`;
  const isOpen = learning_run?.status === 'queued' || learning_run?.status === 'running';
  const at = `/app/documents/${id}`;
  const title =
    url === null
      ? name
      : html`<a href="${url}" rel="noreferrer noopener" target="_blank">${name}</a>`;
  return html`<li class="item">
    <div class="item-main">
      <h2 class="item-title">${title}</h2>
      <p class="item-facts">
        ${stateOf(document)} Saved
        ${time(saved_at, now)}${url === null ? '' : html` · ${siteOf(url)}`}
      </p>
      ${learning_run?.reason && !isOpen ? html`<p class="item-reason">${learning_run.reason}</p>` : ''}
    </div>
    <div class="item-actions">
      ${
        isOpen
          ? html`${postButton(session, { action: `${at}/put-off`, label: 'Put off', about, look: 'quiet' })}${postButton(
              session,
              { action: `${at}/cancel`, label: 'Cancel', about, look: 'quiet' },
            )}`
          : postButton(session, { action: `${at}/update-now`, label: 'Update now', about })
      }
      <a class="button" data-look="quiet" data-size="small" href="${at}/delete"
        >Delete<span class="visually-hidden"> ${about}</span></a
      >
    </div>
  </li>`;
}

function stateOf({ learned, learning_run }: ShownDocument): Html {
  const status = learning_run?.status;
  if (status === 'queued') return badge('wait', learned ? 'Waits to be learned anew' : 'Waits');
  if (status === 'running') return badge('wait', 'Being learned');
  if (learned) return badge('good', 'Learned');
  if (status === 'failed') return badge('bad', 'Not learned');
  if (status === 'canceled') return badge('bad', 'Canceled');
  return badge('wait', 'Put off');
}

function badge(tone: 'good' | 'wait' | 'bad', words: string): Html {
  return html`<span class="badge" data-tone="${tone}">${words}</span>`;
}

function nameOf({ title, url, custom_id }: ShownDocument): Html {
  return named(title ?? url ?? custom_id ?? 'Untitled');
}

function siteOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
}
