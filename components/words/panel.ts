/** The words of the side panel's frame. */
import type { PanelView } from '../hooks/use-panel-view.ts';
import { counted } from './language.ts';

export const panelWords = {
  views: {
    search: 'Search',
    ask: 'Ask',
    profile: 'Profile',
    highlights: 'Highlights',
    saves: 'Saves',
  } satisfies Record<PanelView, string>,
  navigation: 'Keepsake',
  needy: (count: number) => counted(count, { one: '# needs you', other: '# need you' }),
  underWay: 'some on the way',
  title: (view: string) => `${view} · Keepsake`,
} as const;
