import { ok } from '../contract/result.ts';
import { language } from '../i18n/i18n.ts';
import { aboutBrowser } from '../browser/runtime.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import type { Handlers } from '../messaging/router.ts';
import { createDiagnostics, type DiagnosticPorts } from './diagnostics.ts';
import type { diagnosticMessages } from './messages.ts';
import { troubleStore } from './store.ts';

export type DiagnosticsModuleOptions = Pick<
  DiagnosticPorts,
  'permissions' | 'readConnections' | 'countSaves'
> & { events: EventBus };

export function createDiagnosticsModule({ events, ...ports }: DiagnosticsModuleOptions) {
  const diagnostics = createDiagnostics({
    ...ports,
    troubles: troubleStore,
    about: async () => ({ ...(await aboutBrowser()), language }),
    now: Date.now,
  });

  events.on('outbox.item-changed', 'troubles', ({ item, before }) =>
    diagnostics.noteSave(item, before),
  );

  const handlers: Pick<Handlers, keyof typeof diagnosticMessages> = {
    'diagnostics.read': async () => ok({ text: await diagnostics.read() }),
  };

  return { note: diagnostics.note, handlers };
}
