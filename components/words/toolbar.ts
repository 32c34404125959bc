/** What the toolbar's button says of a save when the pointer rests on it. */
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { outcomeOf } from '../../lib/core/outbox/outcome.ts';
import { isolated } from './language.ts';

/** The name of the button while there is nothing to say. */
export const toolbarName = 'Keepsake';

export function toolbarTitle(item: Saved): string {
  return `${toolbarName}: ${wordsOf(item)}`;
}

type Saved = Pick<OutboxView, 'kind' | 'state' | 'container'>;

function wordsOf({ kind, state, container }: Saved): string {
  const what = subjects[kind];
  const memory = isolated(container.name);
  switch (outcomeOf(state)) {
    case 'under-way':
      return `saving to ${memory}…`;
    case 'kept':
      return `${what} is kept in ${memory}. It can be found once ${memory} has learned it.`;
    case 'findable':
      return `${what} is in ${memory}, and can be found.`;
    case 'trouble':
      if ('error' in state) {
        return kind === 'link' ? `${state.error.message} ${whereLinksAre}` : state.error.message;
      }
      return `${what} is kept in ${memory}, but search cannot find it.`;
  }
}

/** The popup shows the page in front, and not what was clicked on it. */
const whereLinksAre = 'The link is in the side panel, under Saves.';

const subjects = { page: 'this page', note: 'your note', link: 'the link' } as const;
