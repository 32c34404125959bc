import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { direction, language } from '../../lib/language/text.ts';
import { type Bridge, BridgeProvider } from './bridge.ts';

/** Draws a surface into the page's root element, with the bridge it works through. */
export function mount(surface: ReactNode, bridge: Bridge): void {
  const root = document.querySelector('#root');
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  if (root === null) throw new Error('The page has no root element.');
  bridge.onEvent(({ event }) => {
    // Whatever stands here stands for nothing any more.
    if (event === 'everything.forgotten') location.reload();
  });
  createRoot(root).render(<BridgeProvider value={bridge}>{surface}</BridgeProvider>);
}
