import { errorWords } from '../i18n/errors.ts';
import { isolated, listed, plural, t } from '../i18n/i18n.ts';
import type { Line, Suggestion } from '../browser/omnibox.ts';
import type { BarState, OfferedHit } from './address-bar.ts';
import { marked, plainLine, shownHit } from './line.ts';

const shownQueryLength = 60;
const mostNamed = 3;

/** Describes what Enter does and the state of the search. */
export function firstLine(state: BarState): Line {
  if (state.kind === 'idle') return plain(t('addressBar_idle'));
  if (state.kind === 'not-set-up') return plain(t('addressBar_notSetUp'));
  const q = plainLine(state.q, shownQueryLength);
  const ready = plain(t('addressBar_ready', { q }));
  switch (state.kind) {
    case 'ready':
      return ready;
    case 'slow':
      return [...ready, ...aside(t('search_waiting_held_title'))];
    case 'nothing': {
      const { stillLearning } = state;
      const nothing = plain(t('addressBar_nothing', { q }));
      if (stillLearning === 0) return nothing;
      return [...nothing, ...aside(plural(stillLearning, 'search_stillLearning'))];
    }
    case 'unanswered': {
      const names = state.memories.slice(0, mostNamed).map((name) => plainLine(name, 40));
      return [...ready, ...aside(t('search_unanswered', { memories: listed(names) }))];
    }
    case 'failed':
      return [...ready, ...aside(plainLine(errorWords(state.error).title, 120))];
  }
}

export function suggestionOf({ content, hit }: OfferedHit, q: string): Suggestion {
  const { title, host, memory } = shownHit(hit);
  const from = host ?? t('search_yourNote');
  const name = title === '' ? t('saves_untitled') : title;
  // Bidi isolation characters would shift the match positions, so isolated names aren't marked.
  const words: Line = isolated(name) === name ? marked(name, q) : plain(isolated(name));
  return { content, line: [...words, ...aside(isolated(from)), ...aside(isolated(memory))] };
}

function plain(text: string): Line {
  return [{ text, look: 'plain' }];
}

function aside(text: string): Line {
  return [{ text: ` · ${text}`, look: 'dim' }];
}
