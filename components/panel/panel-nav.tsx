import { listed } from '../../lib/language/text.ts';
import { Bookmark, Highlighter, MessageCircleQuestionMark, Search, UserRound } from 'lucide-react';
import { type PanelView, panelViews } from '../hooks/use-panel-view.ts';
import { Spinner } from '../ui/spinner.tsx';
import { panelWords } from '../words/panel.ts';

const icons = {
  search: Search,
  ask: MessageCircleQuestionMark,
  profile: UserRound,
  highlights: Highlighter,
  saves: Bookmark,
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
            aria-label={one === 'saves' ? savesLabel({ needy, isMoving }) : undefined}
            onClick={() => onView(one)}
          >
            <span className="panel-nav-words">
              {one === 'saves' && (needy > 0 || isMoving) ? (
                <SavesSign needy={needy} />
              ) : (
                <Icon size={17} aria-hidden="true" />
              )}
              {panelWords.views[one]}
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

/** The sign in words, for those who do not see it. */
function savesLabel({ needy, isMoving }: Pick<PanelNavProps, 'needy' | 'isMoving'>): string {
  return listed([
    panelWords.views.saves,
    ...(needy > 0 ? [panelWords.needy(needy)] : []),
    ...(isMoving ? [panelWords.underWay] : []),
  ]);
}
