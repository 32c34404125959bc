/** The list of Memories, and creating, changing and deleting one. */
import { html } from 'hono/html';
import { memoryNameLength } from '../../lib/contract/limits.ts';
import { isBlankName } from '../../lib/text/memory-name.ts';
import {
  changeContainer,
  createContainer,
  deleteContainer,
  listCountedContainers,
} from '../operations/containers.ts';
import type { Refusal } from '../refusal.ts';
import { required, textOf } from './forms.ts';
import { formTokenField, refusedPage, type Html } from './layout.ts';
import { confirmation, count, empty, field, named, textArea } from './parts.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

const section = 'memories';
const listFormat = new Intl.ListFormat('en');

export const memoriesText = { name: 'Name', create: 'Create Memory' } as const;

/** A Memory with the counts its owner sees. */
export interface OwnMemory {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly documents: number;
  readonly notes: number;
  readonly facts: number;
}

interface Entered {
  readonly name?: string;
  readonly description?: string;
}

/** Adds `/app/memories` and the pages that change a Memory as a whole. */
export function addMemoriesPages(owner: OwnerApp): void {
  onGet(owner, '/app/memories', (visit) => showMemories(visit));

  onPost(owner, '/app/memories', async (visit, form) => {
    const entered = enteredIn(form);
    const made = isBlankName(entered.name)
      ? nameRequired()
      : await visit.do(createContainer, entered);
    return made.ok
      ? redirect(`/app/memories/${made.value.id}`, 'memory-created')
      : showMemories(visit, entered, made.error);
  });

  onGet(owner, '/app/memories/:id/edit', (visit) =>
    withMemory(visit, (memory) => visit.show(editPage(visit, memory, memory))),
  );

  onPost(owner, '/app/memories/:id/edit', (visit, form) =>
    withMemory(visit, async (memory) => {
      const entered = enteredIn(form);
      const changed = isBlankName(entered.name)
        ? nameRequired()
        : await visit.do(changeContainer, { ...entered, id: memory.id });
      return changed.ok
        ? redirect(`/app/memories/${memory.id}`, 'memory-changed')
        : visit.showRefusal(changed.error, editPage(visit, memory, entered));
    }),
  );

  onGet(owner, '/app/memories/:id/delete', (visit) =>
    withMemory(visit, (memory) =>
      visit.show({ section, title: 'Delete Memory', body: deleteBody(visit, memory) }),
    ),
  );

  onPost(owner, '/app/memories/:id/delete', (visit) =>
    withMemory(visit, async ({ id }) => {
      const deleted = await visit.do(deleteContainer, { id, confirm: 'true' });
      return deleted.ok ? redirect('/app/memories', 'memory-deleted') : refusedPage(deleted.error);
    }),
  );
}

function nameRequired() {
  return required(memoriesText.name, 'Enter a name for the Memory.');
}

/** Lists the owner's Memories. */
export async function memoriesOf(visit: Visit): Promise<readonly OwnMemory[]> {
  const listed = await visit.do(listCountedContainers);
  return listed.ok ? listed.value.containers : [];
}

/** Shows a page about the Memory in the URL, or "not found" if the account doesn't have it. */
export async function withMemory(
  visit: Visit,
  show: (memory: OwnMemory) => Promise<Response>,
): Promise<Response> {
  const id = visit.request.param('id');
  const memory = (await memoriesOf(visit)).find((known) => known.id === id);
  if (memory !== undefined) return show(memory);
  return refusedPage({ kind: 'unknown', message: 'There’s no such Memory.', details: {} });
}

async function showMemories(visit: Visit, entered: Entered = {}, refusal?: Refusal) {
  const memories = await memoriesOf(visit);
  const body = html`<h1>Memories</h1>
    <p class="lead">
      Use a Memory for each topic. You can limit keys and searches to some of them.
    </p>
    ${
      memories.length === 0
        ? empty(
            'No Memories yet',
            html`Create one below to start saving, or <a href="/app/data">import an export</a>.`,
          )
        : html`<ul class="cards">
            ${memories.map(memoryCard)}
          </ul>`
    }
    <section class="card" aria-labelledby="new">
      <h2 id="new">New Memory</h2>
      <form method="post" action="/app/memories" class="fields">
        ${formTokenField(visit.session)}${memoryFields(entered)}
        <div class="row">
          <button class="button" data-look="primary">${memoriesText.create}</button>
        </div>
      </form>
    </section>`;
  const shown = { section, title: 'Memories', body } as const;
  return refusal === undefined ? visit.show(shown) : visit.showRefusal(refusal, shown);
}

function memoryCard(memory: OwnMemory): Html {
  const { id, name, description } = memory;
  return html`<li class="card memory-card">
    <h2><a href="/app/memories/${id}">${named(name)}</a></h2>
    ${description === '' ? '' : html`<p class="soft" dir="auto">${description}</p>`}
    <p class="counts">${countsOf(memory).join(' · ')}</p>
  </li>`;
}

function countsOf({ documents, notes, facts }: OwnMemory): string[] {
  return [
    count(documents, 'document'),
    count(notes, 'note'),
    ...(facts === 0 ? [] : [count(facts, 'standing fact')]),
  ];
}

function editPage(visit: Visit, memory: OwnMemory, entered: Entered) {
  const body = html`<p class="crumbs">
      <a href="/app/memories/${memory.id}">${named(memory.name)}</a>
    </p>
    <div class="card narrow">
      <h1>Edit Memory</h1>
      <form method="post" action="/app/memories/${memory.id}/edit" class="fields">
        ${formTokenField(visit.session)}${memoryFields(entered)}
        <div class="row">
          <button class="button" data-look="primary">Save</button>
          <a class="button" data-look="secondary" href="/app/memories/${memory.id}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { section, title: 'Edit Memory', body } as const;
}

function memoryFields({ name = '', description = '' }: Entered): Html {
  return html`${field({ name: 'name', label: memoriesText.name, value: name, isRequired: true, maxLength: memoryNameLength })}
  ${textArea({
    name: 'description',
    label: 'Description (optional)',
    value: description,
    rows: 2,
    maxLength: 500,
  })}`;
}

function deleteBody({ session }: Visit, memory: OwnMemory): Html {
  return confirmation(session, {
    title: html`Delete “${named(memory.name)}”?`,
    text: `This also deletes everything in it: ${listFormat.format(countsOf(memory))}. You can’t undo it.`,
    action: `/app/memories/${memory.id}/delete`,
    label: 'Delete Memory',
    back: `/app/memories/${memory.id}`,
  });
}

function enteredIn(form: URLSearchParams): Required<Entered> {
  return { name: textOf(form, 'name'), description: textOf(form, 'description') };
}
