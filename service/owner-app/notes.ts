/** The notes and standing facts of a Memory. */
import { html } from 'hono/html';
import { forgetNote } from '../operations/notes.ts';
import { listOwnNotes } from '../operations/own-notes.ts';
import type { Html } from './layout.ts';
import { withMemory, type OwnMemory } from './memories.ts';
import { memoryHead } from './memory-head.ts';
import { confirmation, empty, named, time } from './parts.ts';
import { refusedPage } from './refused-page.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

const section = 'memories';

interface Kept {
  readonly id: string;
  readonly content: string;
  readonly saved_at: string;
}

/** `/app/memories/{id}/notes`, and forgetting one. */
export function openNotes(owner: OwnerApp): void {
  onGet(owner, '/app/memories/:id/notes', (visit) =>
    withMemory(visit, (memory) => showNotes(visit, memory)),
  );

  onGet(owner, '/app/memories/:id/notes/:note/forget', (visit) =>
    withMemory(visit, async ({ id, name }) => {
      const note = visit.request.param('note') ?? '';
      const asked = await visit.do(forgetNote, { id: note, container: id });
      if (!asked.ok) return refusedPage(asked.error);
      const body = confirmation(visit.session, {
        title: 'Forget this?',
        sentence: html`It goes from the Memory “${named(name)}” for good.`,
        action: `/app/memories/${id}/notes/${note}/forget`,
        label: 'Forget it',
        back: `/app/memories/${id}/notes`,
      });
      return visit.show({ section, title: 'Forget a note', body });
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
  const listed = await visit.do(listOwnNotes, {
    container: memory.id,
    ...(cursor === undefined ? {} : { cursor }),
  });
  if (!listed.ok) return refusedPage(listed.error);
  const { notes, facts, next_cursor } = listed.value;
  const isEmpty = notes.length === 0 && facts.length === 0;
  const body = html`${memoryHead(memory, 'notes')}
  ${
    isEmpty
      ? empty(
          'No note yet',
          'Highlight words on a page with Keepsake, and keep them as a note here.',
        )
      : ''
  }
  ${listOf(visit, { memory, title: 'Standing facts', items: facts })}
  ${listOf(visit, { memory, title: 'Notes', items: notes })}
  ${
    next_cursor === null
      ? ''
      : html`<p class="row">
          <a
            class="button"
            data-look="secondary"
            href="/app/memories/${memory.id}/notes?cursor=${next_cursor}"
            >Older notes</a
          >
        </p>`
  }`;
  return visit.show({ section, title: `Notes in ${memory.name}`, body });
}

interface NoteList {
  readonly memory: OwnMemory;
  readonly title: string;
  readonly items: readonly Kept[];
}

function listOf({ now }: Visit, { memory, title, items }: NoteList): Html | '' {
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
                >Forget</a
              >
            </div>
          </li>`,
      )}
    </ul>
  </section>`;
}
