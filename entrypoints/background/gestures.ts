/** Saves by menu or shortcut, without the popup; the toolbar's badge tells the outcome. */
import { requestSave } from '../../lib/features/save/save.ts';
import { showBadge } from '../../lib/platform/badge.ts';
import type { Gesture } from '../../lib/platform/person-actions.ts';
import { openWelcome } from '../../lib/platform/surfaces.ts';
import { getTab } from '../../lib/platform/tabs.ts';
import type { Parts } from './parts.ts';

export async function saveByGesture(
  { name, tabId, frameId }: Gesture,
  { settings, outbox, work }: Parts,
): Promise<void> {
  const requested = await requestSave(
    {
      id: crypto.randomUUID(),
      kind: name === 'save-page' ? 'page' : 'note',
      tabId,
      frameId,
      memoryId: null,
    },
    { readSettings: settings.read, getTab, request: outbox.request, now: Date.now },
  );
  if (requested.ok) return work();
  const { code, message } = requested.error;
  await showBadge(tabId, 'trouble', `Keepsake: ${message}`);
  if (code === 'home.none' || code === 'home.no-memory') await openWelcome();
}
