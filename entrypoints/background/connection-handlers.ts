/** What the background answers about the homes of the person's memory. */
import type { connectionMessages } from '../../lib/contracts/connection-messages.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type ConnectionHandlers = Pick<Handlers, keyof typeof connectionMessages>;

export function createConnectionHandlers({
  connecting,
  ownership,
  goOn,
  listInPassing,
  work,
  forgotten,
  highlighting,
  batches,
}: Parts): ConnectionHandlers {
  const { connections, readOnly, remove, forgetAll, giveUp } = connecting;
  return {
    'connections.list': async () =>
      ok({ connections: await connections.list(), waiting: await ownership.waiting() }),
    'connections.connect-with-key': ({ connectionId: id, address, key, keep }) =>
      connections.connectWithKey({ id, address, key, until: keep, name: null, owner: null }),
    'connections.begin-consent': (wish) => readOnly.connect(wish),
    'connections.choose': async ({ connectionId }) => {
      const chosen = await connections.choose(connectionId);
      if (chosen.ok) listInPassing();
      return done(chosen);
    },
    'connections.remove': async ({ connectionId }) => done(await remove(connectionId)),
    'connections.replace-key': async ({ connectionId, key, keep }) => {
      const replaced = await connections.replaceKey({ connectionId, key, until: keep });
      if (replaced.ok && replaced.value.outcome === 'works') await goOn(connectionId);
      return replaced;
    },
    'connections.keep-ask-key': async ({ connectionId, key, keep }) => {
      const kept = await connections.keepAskKey({ connectionId, key, until: keep });
      if (kept.ok) return ok({ outcome: 'kept' });
      return 'outcome' in kept.error
        ? ok({ outcome: 'bad-key' })
        : { ok: false, error: kept.error };
    },
    'connections.forget-ask-key': async ({ connectionId }) =>
      done(await connections.forgetAskKey(connectionId)),
    'connections.try-again': async ({ connectionId }) => {
      const lifted = await connections.tryAgain(connectionId);
      if (lifted.ok) await goOn(connectionId);
      return done(lifted);
    },
    'connections.move-waiting': async (move) => {
      const moved = await ownership.move(move);
      if (!moved.ok) return moved;
      work();
      return ok({ moved: moved.value });
    },
    'connections.give-up': async ({ connectionId }) => {
      giveUp(connectionId);
      return ok({});
    },
    'connections.forget-everything': async () => {
      // First of all: what still runs would ask for more, and what was allowed for it is given back with the rest.
      await batches.abandonAll();
      await highlighting.sites.removeAll();
      await forgetAll();
      forgotten();
      return ok({});
    },
  };
}

function done<E>(result: Result<null, E>): Result<Record<string, never>, E> {
  return result.ok ? ok({}) : result;
}
