import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { direction, language } from '../../lib/i18n/i18n.ts';
import { type Bridge, BridgeProvider } from './bridge.ts';

export function mount(surface: ReactNode, bridge: Bridge): void {
  const root = document.querySelector('#root');
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  if (root === null) throw new Error('The page has no root element.');
  bridge.onEvent(({ event }) => {
    // All data was deleted, so everything on the page is outdated.
    if (event === 'everything.forgotten') location.reload();
  });
  createRoot(root).render(<BridgeProvider value={bridge}>{surface}</BridgeProvider>);
}
