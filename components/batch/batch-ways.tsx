import { AppWindow, BookMarked } from 'lucide-react';
import type { BatchAccess } from '../../lib/contracts/batches.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { ChoicesHook } from '../hooks/use-batch-choices.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { batchWords } from '../words/batch.ts';

const icons = { tabs: AppWindow, bookmarks: BookMarked } as const;
const ways = ['tabs', 'bookmarks'] as const satisfies readonly BatchAccess[];

export type BatchWaysProps = {
  choices: ChoicesHook;
  /** The home in use is on this device, which fetches addresses itself. */
  isReadHere: boolean;
};

/** The ways to begin, each with what the browser is going to ask. */
export function BatchWays({ choices: { state, open }, isReadHere }: BatchWaysProps) {
  const { bookmarks } = useBridge().abilities;
  return (
    <div className="batch-ways">
      {ways.map((way) => {
        if (way === 'bookmarks' && !bookmarks) return null;
        const Icon = icons[way];
        const { title, text, why, action } = batchWords.ways[way];
        const isDeclined = state.status === 'declined' && state.access === way;
        return (
          <section key={way} className="batch-way" aria-label={title}>
            <h2 className="batch-way-title">
              <Icon size={17} aria-hidden="true" />
              {title}
            </h2>
            <p className="batch-way-text">
              {isReadHere && way === 'bookmarks' ? batchWords.bookmarksHere : text}
            </p>
            <p className="batch-way-why">{why}</p>
            {isDeclined ? (
              <div role="alert">
                <Notice tone="paused" {...batchWords.declined[way]} />
              </div>
            ) : null}
            {state.status === 'failed' && state.access === way ? (
              <Trouble error={state.error} />
            ) : null}
            <Button data-act={`choose-${way}`} onClick={() => void open(way)}>
              {isDeclined ? batchWords.declined.action : action}
            </Button>
          </section>
        );
      })}
    </div>
  );
}
