import { html } from 'hono/html';
import type { BinEntry } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { emptyTheBin, listBin, restore } from '../operations/bin.ts';
import { empty, item, linkButton, list, named, postButton, time } from './components.ts';
import { refusedPage, type Html } from './layout.ts';
import { finish, itemPages, onGet, onPost, type OwnerApp, type Visit } from './visit.ts';

const kinds = { document: 'Document', note: 'Note', fact: 'Fact', memory: 'Memory' } as const;

export function addBinPages(owner: OwnerApp): void {
  onGet(owner, '/app/bin', async (visit) => {
    const listed = await visit.do(listBin);
    if (!listed.ok) return refusedPage(listed.error);
    const { entries } = listed.value;
    const body = html`<p class="lead">What you delete stays here for 30 days.</p>
      ${list(
        entries.map((entry) => entryRow(visit, entry)),
        empty('The bin is empty', 'Deleted Memories, documents, notes and facts appear here.'),
      )}
      ${entries.length === 0 ? '' : linkButton('/app/bin/empty', 'Empty bin…')}`;
    return visit.show({ section: 'bin', body });
  });

  onPost(owner, '/app/bin/:id/restore', async (visit) => {
    const restored = await visit.do(restore, { id: visit.request.param('id') });
    return finish(restored, '/app/bin', 'bin-restored');
  });

  itemPages(owner, 'bin', async () => ok(null)).onDelete('/app/bin/empty', {
    label: 'Empty bin',
    ask: () => ({
      title: 'Empty the bin?',
      text: 'Everything in it is deleted for good.',
      back: '/app/bin',
    }),
    delete: (visit) => visit.do(emptyTheBin, { confirm: 'true' }),
    notice: 'bin-emptied',
  });
}

function entryRow({ session, now }: Visit, entry: BinEntry): Html {
  const { id, kind, title, memory, deleted_at } = entry;
  const place = kind === 'memory' ? '' : html` in ${named(memory)}`;
  return item(
    html`<h2 class="item-title">${named(title)}</h2>
      <p class="item-facts">${kinds[kind]}${place} · Deleted ${time(deleted_at, now)}</p>`,
    postButton(session, {
      action: `/app/bin/${id}/restore`,
      label: 'Restore',
      about: named(title),
    }),
  );
}
