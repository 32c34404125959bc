/** The head of a Memory's pages. */
import { html } from 'hono/html';
import type { Html } from './layout.ts';
import { count, named } from './parts.ts';
import type { OwnMemory } from './memories.ts';

/** Names the Memory, and leads to its documents, its notes and a search in it. */
export function memoryHead(memory: OwnMemory, present: 'documents' | 'notes'): Html {
  const { id, name, description, documents, notes, facts } = memory;
  const at = `/app/memories/${id}`;
  const tab = (view: 'documents' | 'notes', href: string, words: string) =>
    html`<li>
      <a href="${href}" ${view === present ? html`aria-current="page"` : ''}>${words}</a>
    </li>`;
  return html`<p class="crumbs"><a href="/app/memories">Memories</a></p>
    <div class="head">
      <div class="head-words">
        <h1>${named(name)}</h1>
        ${description === '' ? '' : html`<p class="lead" dir="auto">${description}</p>`}
      </div>
      <div class="row">
        <a class="button" data-look="secondary" data-size="small" href="/app/search?memory=${id}"
          >Search in it</a
        >
        <a class="button" data-look="secondary" data-size="small" href="${at}/edit">Change</a>
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
