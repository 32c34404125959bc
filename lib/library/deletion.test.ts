import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeletionWorld } from '../../tests/fixtures/deletion-world.ts';
import { pageMaterialOfTides } from '../../tests/fixtures/outbox-item.ts';
import type { OutboxState } from '../outbox/model.ts';

const sentence = 'Nothing has been deleted yet. <b>Deleting</b> “Tides” cannot be undone.';
const question = (status = 200) =>
  Response.json({ status: 'confirmation_required', message: sentence }, { status });
const done = () => Response.json({ status: 'deleted', id: 'doc-1' });
const refusal = (status: number, code = '', message = 'No.') =>
  Response.json({ code, message, details: {}, trace_id: 'trace-7' }, { status });
const isConfirmed = (request: Request) => request.url.includes('confirm=true');

/** Responds like a service that asks for confirmation before it deletes, as the contract requires. */
const careful = (request: Request) => (isConfirmed(request) ? done() : question());

const deleted = { ok: true, value: { outcome: 'deleted', wasGone: false } };
const wasGone = { ok: true, value: { outcome: 'deleted', wasGone: true } };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('deleting a saved page', () => {
  it.each([200, 202, 403, 409, 422])(
    'returns the confirmation message of a %i response verbatim and deletes nothing',
    async (status) => {
      const world = await createDeletionWorld((request) =>
        isConfirmed(request) ? done() : question(status),
      );
      const { id } = await world.saved();

      expect(await world.deleteSaved(id, false)).toEqual({
        ok: true,
        value: { outcome: 'confirmation-required', sentence },
      });

      expect(world.requests).toEqual(['DELETE /v1/documents/doc-1']);
      expect(await world.left()).toEqual([id]);
      expect(world.removed).toEqual([]);
    },
  );

  it('deletes once confirmed and removes the row', async () => {
    const world = await createDeletionWorld(careful);
    const { id } = await world.saved();

    expect(await world.deleteSaved(id, true)).toEqual(deleted);

    expect(world.requests).toEqual(['DELETE /v1/documents/doc-1?confirm=true']);
    expect(await world.left()).toEqual([]);
    expect(world.removed).toEqual([id]);
  });

  it.each(['page', 'note'] as const)(
    'reports a changed library once a %s is deleted, and not before',
    async (kind) => {
      const world = await createDeletionWorld(careful);
      const { id } = await (kind === 'page' ? world.saved() : world.savedNote('note-1'));
      if (kind === 'page') await world.saved();

      await world.deleteSaved(id, false);
      expect(world.changed).toEqual([]);
      await world.deleteSaved(id, true);

      expect(world.changed).toEqual(['work']);
    },
  );

  it('keeps everything if the service asks again despite the confirmation', async () => {
    const world = await createDeletionWorld(() => question());
    const { id } = await world.saved();

    expect(await world.deleteSaved(id, true)).toMatchObject({
      value: { outcome: 'confirmation-required', sentence },
    });
    expect(await world.left()).toEqual([id]);
  });

  it('removes other saves of the same document, but no others', async () => {
    const world = await createDeletionWorld(careful);
    const asked = await world.saved();
    const twins = [
      await world.saved({ state: { status: 'learned', existed: true, documentId: 'doc-1' } }),
      await world.saved({ state: { status: 'unlearned', documentId: null } }),
      await world.saved({
        state: {
          status: 'discarded',
          until: 5,
          before: { status: 'learned', existed: true, documentId: 'doc-1' },
        },
      }),
    ];
    const others = [
      await world.saved({ connectionId: 'theirs' }),
      await world.saved({ container: { id: 'work', name: 'Work' } }),
      await world.saved({ customId: 'https://example.org/moon' }),
      await world.saved({ state: { status: 'learned', existed: false, documentId: 'doc-2' } }),
      await world.saved({ state: { status: 'captured' }, material: pageMaterialOfTides }),
      await world.savedNote('note-1'),
    ];

    await world.deleteSaved(asked.id, true);

    expect((await world.left()).sort()).toEqual(others.map(({ id }) => id).sort());
    expect(world.removed.at(-1)).toBe(asked.id);
    expect([...world.removed].sort()).toEqual([asked, ...twins].map(({ id }) => id).sort());
  });

  it.each(['learning', 'failed', 'canceled', 'unlearned'] as const)(
    'lets the service decide whether a page that is %s can be deleted',
    async (status) => {
      const states: Record<typeof status, OutboxState> = {
        learning: { status: 'learning', existed: false, documentId: 'd', polls: 1, nextPollAt: 5 },
        failed: { status: 'failed', documentId: 'd', reason: null },
        canceled: { status: 'canceled', documentId: 'd' },
        unlearned: { status: 'unlearned', documentId: 'd' },
      };
      const world = await createDeletionWorld(careful);
      const { id } = await world.saved({ state: states[status] });

      expect(await world.deleteSaved(id, true)).toEqual(deleted);
      expect(world.requests).toEqual(['DELETE /v1/documents/d?confirm=true']);
    },
  );
});

describe('a page whose document id is unknown', () => {
  const unknown = { state: { status: 'unlearned', documentId: null } } as const;
  const listing = (...documents: object[]) => Response.json({ documents, next_cursor: null });
  const listed = (answer: () => Response) => (request: Request) =>
    request.method === 'GET' ? answer() : careful(request);

  it('is found by its custom id on all list pages', async () => {
    const world = await createDeletionWorld((request, nth) => {
      if (request.method === 'DELETE') return careful(request);
      const documents =
        nth === 0
          ? [{ id: 'doc-8', custom_id: 'https://example.org/moon' }]
          : [{ id: 'doc-9', custom_id: 'https://example.org/tides' }];
      return Response.json({ documents, next_cursor: nth === 0 ? 'more' : null });
    });
    const { id } = await world.saved(unknown);

    expect(await world.deleteSaved(id, true)).toEqual(deleted);

    expect(world.requests).toEqual([
      'GET /v1/documents?container=reading',
      'GET /v1/documents?container=reading&cursor=more',
      'DELETE /v1/documents/doc-9?confirm=true',
    ]);
  });

  it('counts as deleted if the complete list doesn’t contain it', async () => {
    const world = await createDeletionWorld(listed(() => listing()));
    const { id } = await world.saved(unknown);

    expect(await world.deleteSaved(id, false)).toEqual(wasGone);
    expect(await world.left()).toEqual([]);
  });

  it('does not count as deleted while its id may be pending', async () => {
    const world = await createDeletionWorld(listed(() => listing()));
    const { id } = await world.saved({
      state: { status: 'learning', existed: false, documentId: null, polls: 0, nextPollAt: 5 },
    });

    expect(await world.deleteSaved(id, true)).toMatchObject({
      error: {
        code: 'memory.conflict',
        retryable: true,
        message: expect.stringMatching(/does not list this page yet/),
      },
    });
    expect(await world.left()).toEqual([id]);
  });

  it('does not count as deleted if the list doesn’t end', async () => {
    let at = 0;
    const world = await createDeletionWorld(
      listed(() => Response.json({ documents: [], next_cursor: `${(at += 1)}` })),
    );
    const { id } = await world.saved(unknown);

    expect(await world.deleteSaved(id, true)).toMatchObject({
      error: { code: 'memory.not-offered', message: expect.stringMatching(/could not be found/) },
    });
    expect(world.requests).toHaveLength(200);
    expect(await world.left()).toEqual([id]);
  });

  it('stays if the list can’t be read', async () => {
    const world = await createDeletionWorld(listed(() => refusal(503)));
    const { id } = await world.saved(unknown);

    expect(await world.deleteSaved(id, true)).toMatchObject({ error: { code: 'memory.server' } });
    expect(await world.left()).toEqual([id]);
  });
});

describe('deleting a saved note', () => {
  it('uses the note id in the row if there is no highlight', async () => {
    const world = await createDeletionWorld(careful);
    const { id } = await world.savedNote(null, { isWritten: true, noteId: 'note-9' });
    await world.highlights.remove(id);

    expect(await world.deleteSaved(id, true)).toEqual(deleted);
    expect(world.requests).toEqual(['DELETE /v1/memories/note-9?container=reading&confirm=true']);
  });

  it('uses the note’s id and Memory, and removes the highlight', async () => {
    const world = await createDeletionWorld(careful);
    const { id } = await world.savedNote('note-1');

    expect(await world.deleteSaved(id, false)).toMatchObject({ value: { sentence } });
    expect(await world.highlights.get(id)).not.toBeNull();
    expect(await world.deleteSaved(id, true)).toEqual(deleted);

    expect(world.requests).toEqual([
      'DELETE /v1/memories/note-1?container=reading',
      'DELETE /v1/memories/note-1?container=reading&confirm=true',
    ]);
    expect(await world.left()).toEqual([]);
    expect(await world.highlights.get(id)).toBeNull();
    expect(world.removed).toEqual([id]);
  });

  it('fails if the service never returned the note’s id', async () => {
    const world = await createDeletionWorld(careful);
    const { id } = await world.savedNote(null);

    expect(await world.deleteSaved(id, true)).toMatchObject({
      error: {
        code: 'memory.not-offered',
        message: expect.stringMatching(/gave no id for this note.*“Reading”/),
      },
    });
    expect(world.requests).toEqual([]);
    expect(await world.left()).toEqual([id]);
  });

  it('waits for one of the account’s two agent turns', async () => {
    let running = 0;
    let most = 0;
    const world = await createDeletionWorld(async (request) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return careful(request);
    });
    const notes = await Promise.all(['a', 'b', 'c', 'd'].map((id) => world.savedNote(id)));

    const answers = await Promise.all(notes.map(({ id }) => world.deleteSaved(id, true)));

    expect(answers).toEqual([deleted, deleted, deleted, deleted]);
    expect(most).toBe(2);
  });
});

describe('error responses', () => {
  const kinds = ['page', 'note'] as const;

  async function asked(
    kind: (typeof kinds)[number],
    fetch: Parameters<typeof createDeletionWorld>[0],
  ) {
    const world = await createDeletionWorld(fetch);
    const { id } = await (kind === 'page' ? world.saved() : world.savedNote('note-1'));
    return { world, id, answer: await world.deleteSaved(id, true) };
  }

  it.each(kinds)('404 counts the %s as deleted and removes the row', async (kind) => {
    const { world, id, answer } = await asked(kind, () => refusal(404, 'not_found'));

    expect(answer).toEqual(wasGone);
    expect(await world.left()).toEqual([]);
    expect(world.removed).toEqual([id]);
  });

  it.each(kinds)('404 even before the confirmation removes the row of the %s', async (kind) => {
    const world = await createDeletionWorld(() => refusal(404, 'not_found'));
    const { id } = await (kind === 'page' ? world.saved() : world.savedNote('note-1'));

    expect(await world.deleteSaved(id, false)).toEqual(wasGone);
    expect(await world.left()).toEqual([]);
  });

  it.each(kinds)('404 in HTML keeps the %s, because it’s not from the service', async (kind) => {
    const { world, id, answer } = await asked(
      kind,
      () => new Response('<title>Not found</title>', { status: 404 }),
    );

    expect(answer).toMatchObject({ error: { code: 'memory.malformed', status: 404 } });
    expect(await world.left()).toEqual([id]);
  });

  it.each(kinds)('403 for a %s is returned with its trace id and not retried', async (kind) => {
    const { world, id, answer } = await asked(kind, () =>
      refusal(403, 'unauthorized', 'This key may not delete any more.'),
    );
    const error = {
      code: 'memory.unauthorized',
      message: 'This key may not delete any more.',
      status: 403,
      traceId: 'trace-7',
    };

    expect(answer).toMatchObject({ ok: false, error });
    expect(await world.deleteSaved(id, false)).toMatchObject({ ok: false, error });
    expect(await world.deleteSaved(id, true)).toMatchObject({ ok: false, error });

    expect(world.requests).toHaveLength(1);
    expect([...world.stored.withdrawals.values()]).toMatchObject([
      { connectionId: 'work', access: 'delete', error: { traceId: 'trace-7' } },
    ]);
    expect(await world.left()).toEqual([id]);
    expect(world.removed).toEqual([]);
  });

  it.each(kinds)('409 for a %s is returned as a conflict after all retries', async (kind) => {
    const { world, id, answer } = await asked(kind, () => refusal(409, 'conflict'));

    expect(answer).toMatchObject({
      error: {
        code: 'memory.conflict',
        message:
          '“Reading” is changing this right now, so it was not deleted. Try again in a moment.',
        traceId: 'trace-7',
      },
    });
    expect(world.requests).toHaveLength(3);
    expect(await world.left()).toEqual([id]);
  });

  it.each(kinds)('429 keeps the %s and returns the limit', async (kind) => {
    const body = { code: 'turns_exhausted', message: 'Busy.', details: {} };
    const { world, id, answer } = await asked(kind, () => Response.json(body, { status: 429 }));

    expect(answer).toMatchObject({ error: { code: 'memory.turns-exhausted', retryable: true } });
    expect(await world.left()).toEqual([id]);
  });

  it.each(kinds)('a lost response counts as a deletion once the %s is gone', async (kind) => {
    const { world, answer } = await asked(kind, (_, nth) => {
      if (nth === 0) throw new TypeError('The connection was reset.');
      return refusal(404, 'not_found');
    });

    expect(answer).toEqual(deleted);
    expect(await world.left()).toEqual([]);
  });

  it.each(kinds)('no response keeps the %s, and a retry deletes it', async (kind) => {
    let isDown = true;
    const { world, id, answer } = await asked(kind, () => {
      if (isDown) throw new TypeError('The connection was reset.');
      return refusal(404, 'not_found');
    });
    expect(answer).toMatchObject({ error: { code: 'memory.unreachable' } });
    expect(await world.left()).toEqual([id]);

    isDown = false;

    expect(await world.deleteSaved(id, true)).toEqual(wasGone);
    expect(await world.left()).toEqual([]);
  });
});

describe('deletion fails', () => {
  const error = { code: 'memory.server', message: 'Down.', retryable: true } as const;
  const unsent: OutboxState[] = [
    { status: 'requested' },
    { status: 'captured' },
    { status: 'sending', attempt: 1 },
    { status: 'waiting', attempt: 1, until: 5, error },
    { status: 'refused', error },
    { status: 'paused', error },
  ];

  it.each(unsent)('while it is $status, because it can be discarded', async (state) => {
    const world = await createDeletionWorld(careful);
    const { id } = await world.saved({ state, material: pageMaterialOfTides });

    expect(await world.deleteSaved(id, true)).toMatchObject({
      error: { code: 'memory.not-offered' },
    });
    expect(world.requests).toEqual([]);
    expect(await world.left()).toEqual([id]);
  });

  it('for a discarded save, until it is restored', async () => {
    const world = await createDeletionWorld(careful);
    const before = { status: 'learned', existed: false, documentId: 'doc-1' } as const;
    const { id } = await world.saved({ state: { status: 'discarded', until: 5, before } });

    expect(await world.deleteSaved(id, true)).toMatchObject({
      error: { message: expect.stringMatching(/was discarded/) },
    });
    expect(world.requests).toEqual([]);
  });

  it('for everything in a read-only connection', async () => {
    const world = await createDeletionWorld(careful);
    const page = await world.saved({ connectionId: 'theirs' });
    const note = await world.savedNote('note-1', { connectionId: 'theirs' });

    for (const { id } of [page, note]) {
      expect(await world.deleteSaved(id, true)).toMatchObject({
        error: { code: 'memory.not-offered' },
      });
    }
    expect(world.requests).toEqual([]);
    expect(await world.left()).toHaveLength(2);
  });

  it('for everything in a removed connection', async () => {
    const world = await createDeletionWorld(careful);
    const { id } = await world.saved({ connectionId: 'gone' });

    expect(await world.deleteSaved(id, true)).toMatchObject({ error: { code: 'connection.none' } });
    expect(await world.left()).toEqual([id]);
  });

  it.each([false, true])(
    'for a save that isn’t in the list and has no pending confirmation (confirmed: %s)',
    async (confirm) => {
      const world = await createDeletionWorld(careful);
      const { id } = await world.savedNote('note-1');
      await world.store.remove(id);

      expect(await world.deleteSaved(id, confirm)).toMatchObject({
        error: {
          code: 'memory.not-offered',
          message: expect.stringMatching(/no longer in your list/),
        },
      });
      expect(world.requests).toEqual([]);
    },
  );

  it('except for a save that paused during indexing, because the service has it', async () => {
    const world = await createDeletionWorld((request) =>
      request.method === 'GET'
        ? Response.json([{ id: 'doc-9', custom_id: 'https://example.org/tides' }])
        : careful(request),
    );
    const { id } = await world.saved({ state: { status: 'paused', error }, material: null });

    expect(await world.deleteSaved(id, true)).toEqual(deleted);
  });
});

describe('a row removed before the person confirms', () => {
  it.each([
    ['page', 'this background', 'DELETE /v1/documents/doc-1?confirm=true'],
    ['page', 'the next', 'DELETE /v1/documents/doc-1?confirm=true'],
    ['note', 'this background', 'DELETE /v1/memories/note-1?container=reading&confirm=true'],
    ['note', 'the next', 'DELETE /v1/memories/note-1?container=reading&confirm=true'],
  ] as const)('still has its %s deleted by %s background', async (kind, who, request) => {
    const world = await createDeletionWorld(careful);
    const { id } = await (kind === 'page' ? world.saved() : world.savedNote('note-1'));
    await world.deleteSaved(id, false);
    await world.store.remove(id);
    if (who === 'this background') world.asked.clear();
    const { deleteSaved } = who === 'the next' ? world.nextBackground() : world;

    expect(await deleteSaved(id, true)).toEqual(deleted);

    expect(world.changed).toEqual(['work']);
    expect(world.requests.slice(1)).toEqual([request]);
    expect(await world.highlights.get(id)).toBeNull();
  });

  it('has the page’s other saves removed', async () => {
    const world = await createDeletionWorld(careful);
    const { id } = await world.saved();
    const twin = await world.saved();
    await world.deleteSaved(id, false);
    await world.store.remove(id);

    await world.deleteSaved(id, true);

    expect(await world.left()).toEqual([]);
    expect(world.removed).toEqual([twin.id]);
  });

  it('counts a repeated confirmed deletion as done after its response was lost', async () => {
    let isThere = true;
    const world = await createDeletionWorld(() => (isThere ? done() : refusal(404, 'not_found')));
    const { id } = await world.saved();
    await world.deleteSaved(id, true);
    isThere = false;

    expect(await world.nextBackground().deleteSaved(id, true)).toEqual(wasGone);
  });
});
