/** What the popup shows, decided from what is known of the page, the home and the saves. Pure. */
import type { PageDescription } from '../../lib/contracts/messages.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import type { PageState } from '../hooks/page-state.ts';
import type { PreviewState } from '../hooks/use-preview.ts';
import { addressWay, type AddressWay } from '../saves/address-way.ts';
import { keptOf } from '../saves/save-standing.ts';
import type { PopupModel, PopupView, AddressOrder, FormView } from './popup-model.ts';
import { canSave, chosenMemory, isKept } from './memory-for-save.ts';
import { savedView, standingIn, beingAsked, inOrder } from './saved-page.ts';

/** Gives what to show. */
export function popupView(model: PopupModel): PopupView {
  const { page, saving } = model;
  if (page.status === 'failed') return { kind: 'failed', error: page.error };
  if (page.status === 'loading') return { kind: 'loading' };
  const { home, tab, obstacle } = page.page;
  if (home.kind === null) return { kind: 'homeless' };

  const saves = page.page.saves.filter(({ kind }) => kind !== 'note');
  if (saving.status === 'asking' && !saves.some(({ id }) => id === saving.id)) {
    return beingAsked(tab, saving.memory, model.now);
  }
  const { first, later, older } = inOrder(saves);
  const failure = saving.status === 'failed' ? saving : null;
  // That there is nothing new to save is said of what is saved.
  const isNewUnsaved = failure?.of === 'new' && failure.error.code !== 'save.unchanged';
  if (first !== null && !model.wantsForm && !isNewUnsaved) {
    return savedView(page.page, { first, later, older }, model);
  }
  if (obstacle !== null) {
    return { kind: 'obstacle', tab, obstacle, address: addressOrder(page.page, model.picked) };
  }
  if (home.kind === 'read-only') return { kind: 'read-only', tab };
  const chosen = chosenMemory(home, { saves, picked: model.picked });
  if (chosen === null)
    return { kind: home.kind === 'device' ? 'first-memory' : 'no-memory', tab, home };
  const standing = standingIn(model.preview, chosen.id);
  return {
    kind: 'form',
    tab,
    form: {
      home,
      chosen,
      standing,
      repeats:
        standing !== null || saves.some((save) => save.container.id === chosen.id && isKept(save)),
      returns: first !== null,
      kept: first === null ? 'no' : keptOf(first),
      error: failure?.error ?? null,
      instead: insteadOf(page.page, model.preview),
    },
  };
}

/** A page that is closed to extensions may still be one that a memory can fetch. */
function addressOrder({ home, tab }: PageDescription, picked: string | null): AddressOrder | null {
  const memory = canSave(home) ? chosenMemory(home, { saves: [], picked }) : null;
  const { offered } = addressWay(tab.url, { isReadHere: home.kind === 'device' });
  return memory === null || !offered ? null : { home, memory };
}

function insteadOf({ home, tab }: PageDescription, preview: PreviewState): AddressWay | null {
  if (preview.status !== 'ready' || preview.preview.page.ok) return null;
  return addressWay(tab.url, { isReadHere: home.kind === 'device' });
}

/** Gives what the form asks for: a page that has changed is saved beside what its Memory holds. */
export function orderOf({ chosen, standing }: FormView): {
  memory: MemoryChoice;
  asVersion: boolean;
} {
  return { memory: chosen, asVersion: standing?.words === 'changed' };
}

/** Gives the home whose refusal this save waits behind; null where nothing of that kind holds it back. */
export function heldBackBy(page: PageState, id: string): string | null {
  if (page.status !== 'ready') return null;
  const item = page.page.saves.find((save) => save.id === id);
  return item?.state.status === 'paused' ? item.connectionId : null;
}
