/** What the background answers about what the person writes. */
import type { noteMessages } from '../../lib/contracts/note-messages.ts';
import { ok } from '../../lib/contracts/result.ts';
import { viewOf } from '../../lib/core/outbox/view.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type NoteHandlers = Pick<Handlers, keyof typeof noteMessages>;

export function createNoteHandlers({ noting, work }: Parts): NoteHandlers {
  const { drafts, facts } = noting;
  return {
    'note.draft': async ({ place }) => ok(await drafts.read(place)),
    'note.put-draft': async ({ place, draft }) => {
      await drafts.put(place, draft);
      return ok({});
    },
    'note.keep': async (order) => {
      const kept = await noting.keep(order);
      if (!kept.ok) return kept;
      work();
      return ok(viewOf(kept.value));
    },
    'note.undo': async ({ id, place }) => {
      const undone = await noting.undo(id, place);
      return undone.ok ? ok(await drafts.read(place)) : undone;
    },
    'fact.add': (order) => noting.addFact(order),
    'fact.list': async () => ok({ facts: await facts.list() }),
    'fact.again': ({ id }) => facts.again(id),
    'fact.give-up': async ({ id }) => {
      await facts.giveUp(id);
      return ok({});
    },
    'fact.take-back': async ({ id }) => ok({ content: await facts.takeBack(id) }),
  };
}
