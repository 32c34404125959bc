import { html } from 'hono/html';
import { ok } from '../../lib/contract/result.ts';
import { webHost } from '../../lib/url/web-address.ts';
import {
  type describeDocument,
  deleteDocument,
  getDocument,
  listDocuments,
} from '../operations/documents.ts';
import { cancelLearning, deferLearning, updateNow } from '../operations/learning.ts';
import { forgetNote, listNotes } from '../operations/notes.ts';
import { refusedPage, type Html, type NoticeKey } from './layout.ts';
import { memoryInUrl, type OwnMemory } from './memories.ts';
import {
  count,
  empty,
  item,
  linkButton,
  linked,
  list,
  named,
  postButton,
  time,
} from './components.ts';
import { finish, itemPages, type OwnerApp, type Visit } from './visit.ts';

const section = 'memories';

export const documentText = { indexed: 'Indexed', updateNow: 'Update now' } as const;

export function addMemoryPages(owner: OwnerApp): void {
  const memories = itemPages(owner, section, memoryInUrl);
  memories.onGet('/app/memories/:id', showDocuments);
  memories.onGet('/app/memories/:id/notes', showNotes);

  const documents = itemPages(owner, section, documentInUrl);
  const onDocument = (action: string, notice: NoticeKey, operation: DocumentOperation) =>
    documents.onPost(`/app/documents/:id/${action}`, async (visit, { id, container }) =>
      finish(
        await visit.do<unknown, unknown>(operation, { id }),
        `/app/memories/${container}`,
        notice,
      ),
    );
  onDocument('update-now', 'learning-queued', updateNow);
  onDocument('cancel', 'learning-canceled', cancelLearning);
  onDocument('put-off', 'learning-deferred', deferLearning);

  documents.onDelete('/app/documents/:id/delete', {
    label: 'Delete document',
    ask: (document) => ({
      title: 'Delete this document?',
      text: html`“${nameOf(document)}” will be deleted from “${named(document.container_name)}”.`,
      back: `/app/memories/${document.container}`,
    }),
    delete: (visit, { id }) => visit.do(deleteDocument, { id, confirm: 'true' }),
    notice: 'document-deleted',
  });

  itemPages(owner, section, noteInUrl).onDelete('/app/memories/:id/notes/:note/forget', {
    label: 'Delete',
    ask: ({ memory: { id, name } }) => ({
      title: 'Delete this?',
      text: html`It will be deleted from “${named(name)}”.`,
      back: `/app/memories/${id}/notes`,
    }),
    delete: (visit, { id, memory }) =>
      visit.do(forgetNote, { id, container: memory.id, confirm: 'true' }),
    notice: 'note-forgotten',
  });
}

type DocumentOperation = typeof updateNow | typeof cancelLearning;

function documentInUrl(visit: Visit) {
  return visit.do(getDocument, { id: visit.request.param('id') });
}

async function noteInUrl(visit: Visit) {
  const memory = await memoryInUrl(visit);
  if (!memory.ok) return memory;
  const id = visit.request.param('note');
  // Without `confirm` the operation only checks that the note exists.
  const checked = await visit.do(forgetNote, { id, container: memory.value.id });
  return checked.ok ? ok({ id, memory: memory.value }) : checked;
}

async function showDocuments(visit: Visit, memory: OwnMemory): Promise<Response> {
  const cursor = visit.request.query('cursor');
  const listed = await visit.do(listDocuments, { container: memory.id, cursor });
  if (!listed.ok) return refusedPage(listed.error);
  const { documents, next_cursor } = listed.value;
  const rows = list(
    documents.map((each) => documentRow(visit, each)),
    empty('Nothing saved yet', 'Save a page with Keepsake, or connect another app with a key.'),
  );
  const body = html`${heading(memory, 'documents')}${rows}
  ${older(`/app/memories/${memory.id}`, next_cursor, 'Older documents')}`;
  return visit.show({ section, title: memory.name, body });
}

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
        ${linkButton(`/app/search?memory=${id}`, 'Search')} ${linkButton(`${at}/edit`, 'Edit')}
        ${linkButton(`${at}/delete`, 'Delete', { look: 'quiet' })}
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
  const post = (action: string, label: string, look: 'quiet' | 'secondary') =>
    postButton(session, { action: `${at}/${action}`, label, about, look });
  return item(
    html`<h2 class="item-title">${linked(name, url)}</h2>
      <p class="item-facts">
        ${stateOf(document)} Saved
        ${time(saved_at, now)}${url === null ? '' : html` · ${webHost(url)}`}
      </p>
      ${learning_run?.reason ? html`<p class="item-reason">${learning_run.reason}</p>` : ''}`,
    [
      ...(isPending
        ? [post('put-off', 'Postpone', 'quiet'), post('cancel', 'Cancel', 'quiet')]
        : [post('update-now', documentText.updateNow, 'secondary')]),
      linkButton(`${at}/delete`, 'Delete', { about, look: 'quiet' }),
    ],
  );
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

async function showNotes(visit: Visit, memory: OwnMemory): Promise<Response> {
  const cursor = visit.request.query('cursor');
  const listed = await visit.do(listNotes, { container: memory.id, cursor });
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
  readonly items: readonly Record<'id' | 'content' | 'saved_at', string>[];
}

function noteList({ now }: Visit, { memory, title, items }: NoteList): Html | '' {
  if (items.length === 0) return '';
  const rows = items.map(({ id, content, saved_at }) =>
    item(
      html`<p class="quote" dir="auto">${content}</p>
        <p class="item-facts">Saved ${time(saved_at, now)}</p>`,
      linkButton(`/app/memories/${memory.id}/notes/${id}/forget`, 'Delete', { look: 'quiet' }),
    ),
  );
  return html`<section>
    <h2 class="list-title">${title}</h2>
    <ul class="rows">
      ${rows}
    </ul>
  </section>`;
}
