import type { EventBus } from '../messaging/event-bus.ts';
import type { AppEvent } from '../messaging/messages.ts';
import type { Handlers } from '../messaging/router.ts';
import type { profileMessages } from './messages.ts';
import { profileViewSchema, rulesViewSchema } from './model.ts';
import { createProfile, type ProfilePorts } from './profile.ts';
import { createSessionReads } from './session-cache.ts';

export type ProfileModuleOptions = Pick<
  ProfilePorts,
  'reader' | 'credentialOf' | 'findHighlight' | 'report'
> & {
  events: EventBus;
  announce: (event: AppEvent) => void;
};

export function createProfileModule({ events, announce, ...reading }: ProfileModuleOptions) {
  const profile = createProfile({
    ...reading,
    profiles: createSessionReads('profile', profileViewSchema),
    rules: createSessionReads('rules', rulesViewSchema),
    now: Date.now,
  });

  events.on('connection.changed', 'session-reads', ({ connectionId }) =>
    profile.tidy(connectionId),
  );
  events.on('rules.changed', 'session-reads', ({ connectionId }) => profile.forget(connectionId));
  events.on('memories.changed', 'session-reads', async ({ connectionId }) => {
    await profile.forget(connectionId);
    announce({ event: 'profile.changed' });
  });

  const handlers: Pick<Handlers, keyof typeof profileMessages> = {
    'profile.read': profile.readProfile,
    'profile.about': ({ q }) => profile.about(q),
    'rules.read': profile.readRules,
  };

  return { handlers };
}
