/** What the toolbar's button says of a save when the pointer rests on it. */
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { outcomeOf } from '../../lib/core/outbox/outcome.ts';
import { isOfOwnNetwork } from '../saves/address-way.ts';
import { errorWords } from './errors.ts';
import { linkWords } from './links.ts';
import { t } from '../../lib/language/text.ts';

/** The name of the button while there is nothing to say. */
export const toolbarName = t('manifest_name');

export function toolbarTitle(item: Saved): string {
  return t('toolbar_title', { name: toolbarName, said: wordsOf(item) });
}

type Saved = Pick<OutboxView, 'kind' | 'state' | 'container' | 'source'>;

function wordsOf(item: Saved): string {
  const { kind, state } = item;
  const memory = item.container.name;
  switch (outcomeOf(state)) {
    case 'under-way':
      return t('toolbar_underWay', { memory });
    case 'kept':
      return t(`toolbar_kept_${kind}`, { memory });
    case 'findable':
      return t(`toolbar_findable_${kind}`, { memory });
    case 'trouble': {
      if (!('error' in state)) return t(`toolbar_unlearned_${kind}`, { memory });
      if (isOfOwnNetwork(item)) return linkWords.ownNetwork;
      const trouble = errorWords(state.error).title;
      // The popup shows the page in front, and not what was clicked on it.
      return kind === 'link' ? t('toolbar_linkTrouble', { trouble }) : trouble;
    }
  }
}
