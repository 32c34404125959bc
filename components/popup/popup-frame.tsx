import './popup.css';
import { PanelRight, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { popupWords } from '../words/popup.ts';
import { PageCard } from './page-card.tsx';
import type { PopupView } from './popup-view.ts';

export type PopupFrameProps = {
  view: PopupView;
  onOpenPanel: () => void;
  onOpenSettings: () => void;
  foot: ReactNode;
  children: ReactNode;
};

/** The parts of the popup that never move: name, page, and the search at the foot. */
export function PopupFrame({ view, onOpenPanel, onOpenSettings, foot, children }: PopupFrameProps) {
  const hasPage = 'tab' in view || view.kind === 'loading';
  return (
    <div className="popup">
      <header className="popup-head">
        <Mark size={22} />
        <h1 className="popup-name">{popupWords.name}</h1>
        <IconButton label={popupWords.settings} onClick={onOpenSettings}>
          <Settings2 size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={popupWords.openPanel} onClick={onOpenPanel}>
          <PanelRight size={18} aria-hidden="true" />
        </IconButton>
      </header>
      <main className="popup-main">
        {hasPage ? <PageCard view={view} /> : null}
        {children}
      </main>
      {foot}
    </div>
  );
}
