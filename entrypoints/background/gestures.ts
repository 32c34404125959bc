/** Saves by menu or shortcut, without the popup; the toolbar's badge tells the outcome. */
import { customIdOf } from '../../lib/core/custom-id/custom-id.ts';
import { requestSave } from '../../lib/features/save/save.ts';
import { showBadge } from '../../lib/platform/badge.ts';
import type { Gesture } from '../../lib/platform/person-actions.ts';
import { openWelcome } from '../../lib/platform/surfaces.ts';
import { getTab } from '../../lib/platform/tabs.ts';
import { saveLink } from './link-handlers.ts';
import type { Parts } from './parts.ts';

export async function saveByGesture(gesture: Gesture, parts: Parts): Promise<void> {
  // Where marks are on, the page itself asks for a comment and says what came of it.
  const { tabId } = gesture;
  const isSelection = gesture.name === 'save-selection';
  if (isSelection && (await parts.highlighting.compose(tabId, gesture.frameId))) return undefined;
  const requested = await requestBy(gesture, parts);
  if (requested.ok) return parts.work();
  const { code, message } = requested.error;
  await showBadge(gesture.tabId, 'trouble', `Keepsake: ${message}`);
  if (code === 'home.none' || code === 'home.no-memory') await openWelcome();
}

async function requestBy(gesture: Gesture, parts: Parts) {
  const order = { id: crypto.randomUUID(), tabId: gesture.tabId, memoryId: null };
  if ('url' in gesture) {
    const { url, title } = gesture;
    const clickedOn = await identityIn(gesture.tabId);
    return saveLink({ ...order, url, title, clickedOn }, parts);
  }
  const { settings, outbox } = parts;
  const kind = gesture.name === 'save-page' ? 'page' : 'note';
  return requestSave(
    { ...order, kind, frameId: gesture.frameId, said: gesture.said },
    { readSettings: settings.read, getTab, request: outbox.request, now: Date.now },
  );
}

/** A tab that is gone has no page to tell the outcome in. */
async function identityIn(tabId: number): Promise<string> {
  const tab = await getTab(tabId);
  return customIdOf({ url: tab?.url ?? '', canonicalLink: null });
}
