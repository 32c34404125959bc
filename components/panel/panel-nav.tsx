import { LibraryBig, MessageCircleQuestionMark, ScrollText, Search, UserRound } from 'lucide-react';
import { type PanelView, panelViews } from '../hooks/panel-place.ts';
import { Spinner } from '../ui/spinner.tsx';
import { libraryLabel, panelWords } from '../words/panel.ts';

const icons = {
  search: Search,
  ask: MessageCircleQuestionMark,
  profile: UserRound,
  library: LibraryBig,
  rules: ScrollText,
} satisfies Record<PanelView, unknown>;

export type PanelNavProps = {
  view: PanelView;
  onView: (view: PanelView) => void;
  /** How many saves need the person. */
  needy: number;
  /** Some saves are on their way. */
  isMoving: boolean;
};

/** The ways to the views of the side panel. */
export function PanelNav({ view, onView, needy, isMoving }: PanelNavProps) {
  return (
    <nav className="panel-nav" aria-label={panelWords.navigation}>
      {panelViews.map((one) => {
        const Icon = icons[one];
        return (
          <button
            key={one}
            type="button"
            className="panel-nav-way"
            data-view={one}
            aria-current={one === view ? 'page' : undefined}
            aria-label={one === 'library' ? libraryLabel({ needy, isMoving }) : undefined}
            onClick={() => onView(one)}
          >
            <span className="panel-nav-words">
              {one === 'library' && (needy > 0 || isMoving) ? (
                <SavesSign needy={needy} />
              ) : (
                <Icon size={17} aria-hidden="true" />
              )}
              <span className="panel-nav-name" data-words={panelWords.views[one]}>
                {panelWords.views[one]}
              </span>
            </span>
          </button>
        );
      })}
    </nav>
  );
}

/** Stands where the icon was: what needs the person comes before what goes on by itself. */
function SavesSign({ needy }: { needy: number }) {
  if (needy === 0) return <Spinner />;
  // Drawn and not written: the name of the button says it already.
  return <span className="panel-nav-badge" data-count={needy > 99 ? '99+' : needy} />;
}
