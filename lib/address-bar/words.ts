/** What is said under the address bar. */
import { marked, shownHit, plainLine } from './line.ts';
import type { Line, Suggestion } from '../browser/omnibox.ts';
import type { BarState, OfferedHit } from './address-bar.ts';
import { plural, isolated, listed, t } from '../i18n/i18n.ts';
import { errorWords } from '../i18n/errors.ts';

/** Characters of what was typed that are repeated. */
const longestEcho = 60;
/** Memories that are named as not having answered. */
const mostNamed = 3;

/** Says what Enter does, and how the search stands where that is no matter of course. */
export function firstLine(state: BarState): Line {
  switch (state.kind) {
    case 'idle':
      return plain(t('addressBar_idle'));
    case 'homeless':
      return plain(t('addressBar_homeless'));
    case 'ready': {
      const q = echo(state.q);
      return plain(
        state.readsOnly ? t('addressBar_readsOnly', { q }) : t('addressBar_ready', { q }),
      );
    }
    case 'slow':
      return [
        ...plain(t('addressBar_ready', { q: echo(state.q) })),
        ...aside(t('addressBar_slow')),
      ];
    case 'nothing':
      return plain(
        state.stillLearning === 0
          ? t('addressBar_nothing', { q: echo(state.q) })
          : plural(state.stillLearning, 'addressBar_learning', { q: echo(state.q) }),
      );
    case 'unanswered': {
      const memories = named(state.memories);
      const q = echo(state.q);
      return plain(
        state.isEmpty
          ? t('addressBar_unansweredNothing', { memories, q })
          : t('addressBar_unanswered', { memories, q }),
      );
    }
    case 'failed': {
      const trouble = plainLine(errorWords(state.error).title, longestEcho * 2);
      return [...plain(t('addressBar_failed', { q: echo(state.q) })), ...aside(trouble)];
    }
  }
}

/** A hit as a suggestion: its title with the words that were typed, where it is from, and the Memory it is in. */
export function suggestionOf({ content, hit }: OfferedHit, q: string): Suggestion {
  const { title, host, memory } = shownHit(hit);
  const from = host ?? t('search_yourNote');
  const name = title === '' ? t('saves_untitled') : title;
  // Where the isolation adds something around the name, its words stand elsewhere.
  const words: Line = isolated(name) === name ? marked(name, q) : plain(isolated(name));
  return { content, line: [...words, ...aside(isolated(from)), ...aside(isolated(memory))] };
}

function plain(text: string): Line {
  return [{ text, look: 'plain' }];
}

function aside(text: string): Line {
  return [{ text: ` · ${text}`, look: 'dim' }];
}

function echo(q: string): string {
  return plainLine(q, longestEcho);
}

function named(memories: readonly string[]): string {
  return listed(memories.slice(0, mostNamed).map((name) => plainLine(name, 40)));
}
