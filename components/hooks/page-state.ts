/** What the popup knows of the page in front, kept true by the events that arrive while it is open. Pure. */
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AppEvent, PageDescription } from '../../lib/contracts/messages.ts';
import type { OutboxView } from '../../lib/contracts/outbox.ts';

export type PageState =
  /** `early` holds what arrived before the description, which may be older than it. */
  | { status: 'loading'; early: readonly AppEvent[] }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; page: PageDescription };

export type PageAction =
  | { type: 'asked' }
  | { type: 'described'; page: PageDescription }
  | { type: 'failed'; error: AppError }
  | { type: 'heard'; event: AppEvent };

export const pageAtFirst: PageState = { status: 'loading', early: [] };

/** Gives the state after an action. */
export function pageReducer(state: PageState, action: PageAction): PageState {
  switch (action.type) {
    case 'asked':
      return pageAtFirst;
    case 'failed':
      return { status: 'failed', error: action.error };
    case 'described': {
      const early = state.status === 'loading' ? state.early : [];
      return { status: 'ready', page: early.reduce(pageAfter, action.page) };
    }
    case 'heard':
      if (state.status === 'loading') return { ...state, early: [...state.early, action.event] };
      if (state.status === 'ready') return { ...state, page: pageAfter(state.page, action.event) };
      return state;
  }
}

function pageAfter(page: PageDescription, event: AppEvent): PageDescription {
  switch (event.event) {
    case 'outbox.changed':
      return isOfPage(page, event.item) ? withSave(page, event.item) : page;
    case 'outbox.removed':
      return { ...page, saves: page.saves.filter(({ id }) => id !== event.id) };
    case 'home.changed':
      return { ...page, home: event.home };
    case 'connections.changed':
    case 'rules.changed':
    case 'profile.changed':
    case 'call.waiting':
    case 'fact.changed':
    case 'fact.removed':
    case 'history.changed':
    case 'learned.news':
    case 'highlights.changed':
    case 'sites.changed':
    case 'batches.changed':
    case 'everything.forgotten':
    case 'panel.offered':
    case 'preview.progress':
      return page;
  }
}

/** Reading a page may correct its address, so a save that is known by its id stays with the page. */
function isOfPage({ tab, saves }: PageDescription, item: OutboxView): boolean {
  if (item.isWritten === true) return false;
  return (
    item.source.url === tab.url ||
    saves.some(
      ({ id, customId }) => id === item.id || (customId !== null && customId === item.customId),
    )
  );
}

function withSave(page: PageDescription, item: OutboxView): PageDescription {
  const known = page.saves.find(({ id }) => id === item.id);
  if (known !== undefined && known.updatedAt > item.updatedAt) return page;
  const others = page.saves.filter(({ id }) => id !== item.id);
  const saves = [item, ...others].sort((a, b) => b.createdAt - a.createdAt);
  return { ...page, saves };
}
