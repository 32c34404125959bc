import { html } from 'hono/html';
import type { ContainerWithCounts } from '../../lib/contract/owner-api.ts';
import type { Result } from '../../lib/contract/result.ts';
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
import type { Html } from './layout.ts';
import { count, empty, field, named, newCard } from './components.ts';
import { usageOf } from './quota.ts';
import {
  itemPages,
  itemInUrl,
  onGet,
  onPost,
  type OwnerApp,
  redirect,
  type Visit,
} from './visit.ts';

const section = 'memories';
const listFormat = new Intl.ListFormat('en');

export const memoriesText = { name: 'Name', create: 'Create Memory' } as const;

export type OwnMemory = ContainerWithCounts & { readonly description: string };

type Entered = Partial<Readonly<Record<'name' | 'description', string>>>;

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

  const memories = itemPages(owner, section, memoryInUrl);
  memories.onEdit('/app/memories/:id/edit', {
    title: 'Edit Memory',
    parent: ({ id, name }) => ({ path: `/app/memories/${id}`, name: named(name) }),
    fields: (_, memory, form) => memoryFields(form === null ? memory : enteredIn(form)),
    save: async (visit, { id }, form) => {
      const entered = enteredIn(form);
      return isBlankName(entered.name)
        ? nameRequired()
        : visit.do(changeContainer, { ...entered, id });
    },
    notice: 'memory-changed',
  });

  memories.onDelete('/app/memories/:id/delete', {
    label: 'Delete Memory',
    ask: (memory) => ({
      title: html`Delete “${named(memory.name)}”?`,
      text: `This also deletes everything in it: ${listFormat.format(countsOf(memory))}.`,
      back: `/app/memories/${memory.id}`,
    }),
    delete: (visit, { id }) => visit.do(deleteContainer, { id, confirm: 'true' }),
    notice: 'memory-deleted',
    next: '/app/memories',
  });
}

function nameRequired() {
  return required(memoriesText.name, 'Enter a name for the Memory.');
}

export async function memoriesOf(visit: Visit): Promise<readonly OwnMemory[]> {
  const listed = await visit.do(listCountedContainers);
  return listed.ok ? listed.value.containers : [];
}

export async function memoryInUrl(visit: Visit): Promise<Result<OwnMemory, Refusal>> {
  return itemInUrl(visit, await memoriesOf(visit), 'Memory');
}

async function showMemories(visit: Visit, entered: Entered = {}, refusal?: Refusal) {
  const memories = await memoriesOf(visit);
  const usage = usageOf(visit.account);
  const body = html`<p class="lead">
      Use a Memory for each topic. You can limit keys and searches to some of them.
    </p>
    ${usage === '' ? '' : html`<p class="soft">You’re using ${usage}.</p>`}
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
    ${newCard(visit.session, 'New Memory', {
      action: '/app/memories',
      fields: memoryFields(entered),
      submit: memoriesText.create,
    })}`;
  return visit.show({ section, body }, refusal);
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

function memoryFields({ name = '', description = '' }: Entered): Html {
  return html`${field({ name: 'name', label: memoriesText.name, value: name, isRequired: true, maxLength: memoryNameLength })}
  ${field({
    name: 'description',
    label: 'Description (optional)',
    value: description,
    rows: 2,
    maxLength: 500,
  })}`;
}

function enteredIn(form: URLSearchParams): Required<Entered> {
  return { name: textOf(form, 'name'), description: textOf(form, 'description') };
}
