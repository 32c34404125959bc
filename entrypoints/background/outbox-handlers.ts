/** What the background answers about what was saved and is on its way. */
import type { outboxMessages } from '../../lib/contracts/outbox-messages.ts';
import { err, ok } from '../../lib/contracts/result.ts';
import { isKept, viewOf } from '../../lib/core/outbox/view.ts';
import { itemGone } from '../../lib/features/outbox/errors.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type OutboxHandlers = Omit<
  Pick<Handlers, keyof typeof outboxMessages>,
  'saved.delete' | 'learned.take'
>;

export function createOutboxHandlers({
  store,
  outbox,
  own,
  highlighting,
  work,
}: Parts): OutboxHandlers {
  return {
    'outbox.list': async () => ok(await store.list()),
    'outbox.get': async ({ id }) => {
      const item = await store.get(id);
      return ok(item !== null && isKept(item) ? viewOf(item) : null);
    },
    'outbox.retry': async ({ id, tabId }) => {
      const item = await outbox.retry(id, tabId);
      if (item === null) return err(itemGone);
      work();
      return ok(viewOf(item));
    },
    'outbox.update-now': async ({ id }) => {
      const asked = await own.updateNow(await store.get(id));
      if (!asked.ok) return asked;
      const item = await outbox.retry(id, null);
      if (item === null) return err(itemGone);
      work();
      return ok(viewOf(item));
    },
    'outbox.editable': async ({ id }) => ok(await outbox.editable(id)),
    'outbox.edit': async ({ id, ...change }) => {
      const edited = await outbox.edit(id, change);
      if (!edited.ok) return edited;
      await highlighting.noteReworded(edited.value);
      work();
      return ok(viewOf(edited.value));
    },
    'outbox.discard': async ({ id }) => {
      await outbox.discard(id);
      return ok({});
    },
    'outbox.restore': async ({ id }) => {
      const restored = await outbox.restore(id);
      if (!restored.ok) return restored;
      work();
      return ok(viewOf(restored.value));
    },
  };
}
