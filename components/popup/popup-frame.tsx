import './popup.css';
import { PanelRight, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { popupWords } from '../words/popup.ts';

export type PopupFrameProps = {
  onOpenPanel: () => void;
  onOpenSettings: () => void;
  foot: ReactNode;
  /** Lies over what the popup was opened for, which keeps what was typed into it; null where nothing does. */
  screen: ReactNode;
  children: ReactNode;
};

/** The parts of the popup that never move: its name, and the search at the foot. */
export function PopupFrame(props: PopupFrameProps) {
  const { onOpenPanel, onOpenSettings, foot, screen, children } = props;
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
      <main className="popup-body">
        <div className="popup-main" hidden={screen !== null}>
          {children}
        </div>
        {screen}
      </main>
      {foot}
    </div>
  );
}
