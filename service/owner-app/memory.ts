/** The contents of a Memory: its documents with their indexing state, its notes and its standing facts. */
import { html } from 'hono/html';
import {
  type describeDocument,
  deleteDocument,
  getDocument,
  listDocuments,
} from '../operations/documents.ts';
import { cancelLearning, deferLearning, updateNow } from '../operations/learning.ts';
import { forgetNote, listNotes } from '../operations/notes.ts';
import { refusedPage, type Html, type NoticeKey } from './layout.ts';
import { withMemory, type OwnMemory } from './memories.ts';
import { confirmation, count, empty, named, postButton, time } from './parts.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

const section = 'memories';

export const documentText = { indexed: 'Indexed', updateNow: 'Update now' } as const;

/** Adds `/app/memories/{id}`, its notes, and the actions on documents and notes. */
export function addMemoryPages(owner: OwnerApp): void {
  addDocumentPages(owner);
  addNotePages(owner);
}

function addDocumentPages(owner: OwnerApp): void {
  onGet(owner, '/app/memories/:id', (visit) =>
    withMemory(visit, (memory) => showDocuments(visit, memory)),
  );

  onDocument(owner, { path: 'update-now', notice: 'learning-queued', operation: updateNow });
  onDocument(owner, { path: 'cancel', notice: 'learning-canceled', operation: cancelLearning });
  onDocument(owner, { path: 'put-off', notice: 'learning-deferred', operation: deferLearning });

  onGet(owner, '/app/documents/:id/delete', async (visit) => {
    const found = await visit.do(getDocument, { id: visit.request.param('id') });
    if (!found.ok) return refusedPage(found.error);
    const { id, container, container_name } = found.value;
    const body = confirmation(visit.session, {
      title: 'Delete this document?',
      text: html`“${nameOf(found.value)}” will be deleted from “${named(container_name)}”. You can’t
      undo it.`,
      action: `/app/documents/${id}/delete`,
      label: 'Delete document',
      back: `/app/memories/${container}`,
    });
    return visit.show({ section, title: 'Delete document', body });
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
  readonly notice: NoticeKey;
  readonly operation: typeof updateNow | typeof cancelLearning;
}

function onDocument(owner: OwnerApp, { path, notice, operation }: DocumentAction): void {
  onPost(owner, `/app/documents/:id/${path}`, async (visit) => {
    const id = visit.request.param('id');
    const found = await visit.do(getDocument, { id });
    if (!found.ok) return refusedPage(found.error);
    const done = await visit.do<{ id: string }, unknown>(operation, { id });
    return done.ok
      ? redirect(`/app/memories/${found.value.container}`, notice)
      : refusedPage(done.error);
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
      ? empty('Nothing saved yet', 'Save a page with Keepsake, or connect another app with a key.')
      : html`<ul class="rows">
          ${documents.map((each) => documentRow(visit, each))}
        </ul>`;
  const body = html`${heading(memory, 'documents')}${list}
  ${older(`/app/memories/${memory.id}`, next_cursor, 'Older documents')}`;
  return visit.show({ section, title: memory.name, body });
}

/** Names the Memory and links to its documents, its notes and a search in it. */
function heading(memory: OwnMemory, current: 'documents' | 'notes'): Html {
  const { id, name, description, documents, notes, facts } = memory;
  const at = `/app/memories/${id}`;
  const tab = (view: 'documents' | 'notes', href: string, label: string) =>
    html`<li>
      <a href="${href}" ${view === current ? html`aria-current="page"` : ''}>${label}</a>
    </li>`;
  return html`<p class="crumbs"><a href="/app/memories">Memories</a></p>
    <div class="head">
      <div class="head-words">
        <h1>${named(name)}</h1>
        ${description === '' ? '' : html`<p class="lead" dir="auto">${description}</p>`}
      </div>
      <div class="row">
        <a class="button" data-look="secondary" data-size="small" href="/app/search?memory=${id}"
          >Search</a
        >
        <a class="button" data-look="secondary" data-size="small" href="${at}/edit">Edit</a>
        <a class="button" data-look="quiet" data-size="small" href="${at}/delete">Delete</a>
      </div>
    </div>
    <nav aria-label="In this Memory">
      <ul class="tabs">
        ${tab('documents', at, count(documents, 'document'))}
        ${tab('notes', `${at}/notes`, `${count(notes, 'note')}, ${count(facts, 'standing fact')}`)}
      </ul>
    </nav>`;
}

function older(path: string, cursor: string | null, label: string): Html | '' {
  if (cursor === null) return '';
  return html`<p class="row">
    <a class="button" data-look="secondary" href="${path}?cursor=${cursor}">${label}</a>
  </p>`;
}

type ListedDocument = ReturnType<typeof describeDocument>;

function documentRow({ session, now }: Visit, document: ListedDocument): Html {
  const { id, url, saved_at, learning_run } = document;
  const name = nameOf(document);
  const about = html`“${name}”`;
  const isPending = learning_run?.status === 'queued' || learning_run?.status === 'running';
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
      ${learning_run?.reason && !isPending ? html`<p class="item-reason">${learning_run.reason}</p>` : ''}
    </div>
    <div class="item-actions">
      ${
        isPending
          ? html`${postButton(session, { action: `${at}/put-off`, label: 'Postpone', about, look: 'quiet' })}${postButton(
              session,
              { action: `${at}/cancel`, label: 'Cancel', about, look: 'quiet' },
            )}`
          : postButton(session, {
              action: `${at}/update-now`,
              label: documentText.updateNow,
              about,
            })
      }
      <a class="button" data-look="quiet" data-size="small" href="${at}/delete"
        >Delete<span class="visually-hidden"> ${about}</span></a
      >
    </div>
  </li>`;
}

function stateOf({ learned, learning_run }: ListedDocument): Html {
  const status = learning_run?.status;
  if (status === 'queued') return badge('wait', learned ? 'Waiting to be reindexed' : 'Waiting');
  if (status === 'running') return badge('wait', 'Indexing');
  if (learned) return badge('good', documentText.indexed);
  if (status === 'failed') return badge('bad', 'Indexing failed');
  if (status === 'canceled') return badge('bad', 'Indexing canceled');
  return badge('wait', 'Postponed');
}

function badge(tone: 'good' | 'wait' | 'bad', label: string): Html {
  return html`<span class="badge" data-tone="${tone}">${label}</span>`;
}

function nameOf({ title, url, custom_id }: ListedDocument): Html {
  return named(title ?? url ?? custom_id ?? 'Untitled');
}

function siteOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
}

function addNotePages(owner: OwnerApp): void {
  onGet(owner, '/app/memories/:id/notes', (visit) =>
    withMemory(visit, (memory) => showNotes(visit, memory)),
  );

  onGet(owner, '/app/memories/:id/notes/:note/forget', (visit) =>
    withMemory(visit, async ({ id, name }) => {
      const note = visit.request.param('note') ?? '';
      // Without `confirm` the operation only checks that the note exists.
      const checked = await visit.do(forgetNote, { id: note, container: id });
      if (!checked.ok) return refusedPage(checked.error);
      const body = confirmation(visit.session, {
        title: 'Delete this?',
        text: html`It will be deleted from “${named(name)}”. You can’t undo it.`,
        action: `/app/memories/${id}/notes/${note}/forget`,
        label: 'Delete',
        back: `/app/memories/${id}/notes`,
      });
      return visit.show({ section, title: 'Delete', body });
    }),
  );

  onPost(owner, '/app/memories/:id/notes/:note/forget', (visit) =>
    withMemory(visit, async ({ id }) => {
      const note = visit.request.param('note');
      const forgotten = await visit.do(forgetNote, { id: note, container: id, confirm: 'true' });
      return forgotten.ok
        ? redirect(`/app/memories/${id}/notes`, 'note-forgotten')
        : refusedPage(forgotten.error);
    }),
  );
}

async function showNotes(visit: Visit, memory: OwnMemory): Promise<Response> {
  const cursor = visit.request.query('cursor');
  const listed = await visit.do(listNotes, {
    container: memory.id,
    ...(cursor === undefined ? {} : { cursor }),
  });
  if (!listed.ok) return refusedPage(listed.error);
  const { notes, facts, next_cursor } = listed.value;
  const isEmpty = notes.length === 0 && facts.length === 0;
  const body = html`${heading(memory, 'notes')}
  ${isEmpty ? empty('No notes yet', 'Highlight text on a page with Keepsake to keep it here.') : ''}
  ${noteList(visit, { memory, title: 'Standing facts', items: facts })}
  ${noteList(visit, { memory, title: 'Notes', items: notes })}
  ${older(`/app/memories/${memory.id}/notes`, next_cursor, 'Older notes')}`;
  return visit.show({ section, title: `Notes in ${memory.name}`, body });
}

interface NoteList {
  readonly memory: OwnMemory;
  readonly title: string;
  readonly items: readonly {
    readonly id: string;
    readonly content: string;
    readonly saved_at: string;
  }[];
}

function noteList({ now }: Visit, { memory, title, items }: NoteList): Html | '' {
  if (items.length === 0) return '';
  return html`<section>
    <h2 class="list-title">${title}</h2>
    <ul class="rows">
      ${items.map(
        ({ id, content, saved_at }) =>
          html`<li class="item">
            <div class="item-main">
              <p class="quote" dir="auto">${content}</p>
              <p class="item-facts">Saved ${time(saved_at, now)}</p>
            </div>
            <div class="item-actions">
              <a
                class="button"
                data-look="quiet"
                data-size="small"
                href="/app/memories/${memory.id}/notes/${id}/forget"
                >Delete</a
              >
            </div>
          </li>`,
      )}
    </ul>
  </section>`;
}
