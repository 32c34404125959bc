/** The Memories: all of them, and making, changing and deleting one. */
import { html } from 'hono/html';
import { memoryNameLength } from '../../lib/contracts/limits.ts';
import { isBlankName } from '../../lib/core/text/memory-name.ts';
import type { Refusal } from '../refusal.ts';
import {
  changeContainer,
  createContainer,
  deleteContainer,
  listOwnContainers,
} from '../operations/containers.ts';
import { leftEmpty, textOf } from './form.ts';
import { formTokenField, type Html } from './layout.ts';
import { confirmation, count, empty, field, named, textArea } from './parts.ts';
import { refusedPage } from './refused-page.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

const section = 'memories';
const listFormat = new Intl.ListFormat('en');

/** A Memory as its owner sees it. */
export interface OwnMemory {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly documents: number;
  readonly notes: number;
  readonly facts: number;
}

interface Typed {
  readonly name?: string;
  readonly description?: string;
}

/** `/app/memories`, and what changes a Memory as a whole. */
export function openMemories(owner: OwnerApp): void {
  onGet(owner, '/app/memories', (visit) => showMemories(visit));

  onPost(owner, '/app/memories', async (visit, form) => {
    const typed = typedIn(form);
    const made = isBlankName(typed.name) ? nameless() : await visit.do(createContainer, typed);
    return made.ok
      ? redirect(`/app/memories/${made.value.id}`, 'memory-created')
      : showMemories(visit, typed, made.error);
  });

  onGet(owner, '/app/memories/:id/edit', (visit) =>
    withMemory(visit, (memory) => visit.show(editPage(visit, memory, memory))),
  );

  onPost(owner, '/app/memories/:id/edit', (visit, form) =>
    withMemory(visit, async (memory) => {
      const typed = typedIn(form);
      const changed = isBlankName(typed.name)
        ? nameless()
        : await visit.do(changeContainer, { ...typed, id: memory.id });
      return changed.ok
        ? redirect(`/app/memories/${memory.id}`, 'memory-changed')
        : visit.showRefusal(changed.error, editPage(visit, memory, typed));
    }),
  );

  onGet(owner, '/app/memories/:id/delete', (visit) =>
    withMemory(visit, (memory) =>
      visit.show({ section, title: 'Delete a Memory', body: deleteBody(visit, memory) }),
    ),
  );

  onPost(owner, '/app/memories/:id/delete', (visit) =>
    withMemory(visit, async ({ id }) => {
      const deleted = await visit.do(deleteContainer, { id, confirm: 'true' });
      return deleted.ok ? redirect('/app/memories', 'memory-deleted') : refusedPage(deleted.error);
    }),
  );
}

function nameless() {
  return leftEmpty('Name', 'Give the Memory the name you will know it by.');
}

/** Lists the owner's Memories. */
export async function memoriesOf(visit: Visit): Promise<readonly OwnMemory[]> {
  const listed = await visit.do(listOwnContainers);
  return listed.ok ? listed.value.containers : [];
}

/** Shows something of the Memory that the address names; one of another account is not there. */
export async function withMemory(
  visit: Visit,
  show: (memory: OwnMemory) => Promise<Response>,
): Promise<Response> {
  const id = visit.request.param('id');
  const memory = (await memoriesOf(visit)).find((known) => known.id === id);
  if (memory !== undefined) return show(memory);
  return refusedPage({ kind: 'unknown', message: 'There is no such Memory.', details: {} });
}

async function showMemories(visit: Visit, typed: Typed = {}, refusal?: Refusal) {
  const memories = await memoriesOf(visit);
  const body = html`<h1>Memories</h1>
    <p class="lead">
      Each Memory is a topic of its own. Keys and searches can keep to some of them.
    </p>
    ${
      memories.length === 0
        ? empty(
            'No Memory yet',
            html`Make the first one below; what you save goes into it. If you have an export,
              <a href="/app/data">import it</a> instead.`,
          )
        : html`<ul class="cards">
            ${memories.map(memoryCard)}
          </ul>`
    }
    <section class="card" aria-labelledby="new">
      <h2 id="new">New Memory</h2>
      <form method="post" action="/app/memories" class="fields">
        ${formTokenField(visit.session)}${memoryFields(typed)}
        <div class="row"><button class="button" data-look="primary">Create the Memory</button></div>
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

function editPage(visit: Visit, memory: OwnMemory, typed: Typed) {
  const body = html`<p class="crumbs">
      <a href="/app/memories/${memory.id}">${named(memory.name)}</a>
    </p>
    <div class="card narrow">
      <h1>Change the Memory</h1>
      <form method="post" action="/app/memories/${memory.id}/edit" class="fields">
        ${formTokenField(visit.session)}${memoryFields(typed)}
        <div class="row">
          <button class="button" data-look="primary">Save</button>
          <a class="button" data-look="secondary" href="/app/memories/${memory.id}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { section, title: 'Change a Memory', body } as const;
}

function memoryFields({ name = '', description = '' }: Typed): Html {
  return html`${field({ name: 'name', label: 'Name', value: name, isRequired: true, maxLength: memoryNameLength })}
  ${textArea({
    name: 'description',
    label: 'What it is about (optional)',
    value: description,
    rows: 2,
    maxLength: 500,
  })}`;
}

function deleteBody({ session }: Visit, memory: OwnMemory): Html {
  return confirmation(session, {
    title: html`Delete “${named(memory.name)}”?`,
    sentence: `Everything in it is deleted with it: ${listFormat.format(countsOf(memory))}. This cannot be undone.`,
    action: `/app/memories/${memory.id}/delete`,
    label: 'Delete the Memory',
    back: `/app/memories/${memory.id}`,
  });
}

function typedIn(form: URLSearchParams): Required<Typed> {
  return { name: textOf(form, 'name'), description: textOf(form, 'description') };
}
