import './batch-chooser.css';
import { Folder } from 'lucide-react';
import { useId, useState } from 'react';
import type { BookmarkFolder } from '../../lib/contracts/batches.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { everySite } from '../../lib/core/connections/origins.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { BatchesHook } from '../hooks/use-batches.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { batchWords } from '../words/batch.ts';
import { BatchFoot } from './batch-foot.tsx';
import { BatchTarget, targetOf } from './batch-target.tsx';

export type FolderChooserProps = {
  folders: readonly BookmarkFolder[];
  home: HomeStatus;
  batches: BatchesHook;
  onPick: (memoryId: string) => void;
  onDone: () => void;
};

/** Chooses one folder of bookmarks, with all in it, and begins. */
export function FolderChooser({ folders, home, batches, onPick, onDone }: FolderChooserProps) {
  const name = useId();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [isDeclined, setIsDeclined] = useState(false);
  const { borrowOrigins } = useBridge();
  const memory = targetOf(home);
  const chosen = folders.find(({ id }) => id === chosenId);
  const words = batchWords.folders;

  if (memory === null || !folders.some(({ count }) => count > 0)) {
    return <Notice tone="plain" title={words.none.title} text={words.none.text} />;
  }
  const isReadHere = home.kind === 'device';
  const start = async (folderId: string) => {
    // First of all in the click, as browsers want it.
    const asked = isReadHere ? borrowOrigins([everySite]) : Promise.resolve([]);
    // What was allowed before stays; for this alone it is given back after.
    const borrowed = await asked.catch(() => null);
    setIsDeclined(borrowed === null);
    if (borrowed === null) return undefined;
    setIsWorking(true);
    setError(null);
    const started = await batches.start(memory.id, { kind: 'bookmarks', folderId, borrowed });
    setIsWorking(false);
    if (!started.ok) return setError(started.error);
    return onDone();
  };

  return (
    <div className="batch-chooser">
      <fieldset className="saves-list batch-folders">
        <legend className="visually-hidden">{words.label}</legend>
        {folders.map(({ id, title, depth, count }) => (
          <label
            key={id}
            className="batch-folder"
            data-off={count === 0 || undefined}
            style={{ paddingInlineStart: `${0.75 + Math.min(depth, deepest)}rem` }}
          >
            <input
              type="radio"
              name={name}
              className="batch-tab-box"
              checked={id === chosenId}
              disabled={count === 0}
              onChange={() => setChosenId(id)}
            />
            <Folder size={15} aria-hidden="true" />
            <span className="batch-folder-name" dir="auto">
              {title.trim() === '' ? words.unnamed : title}
            </span>
            <span className="batch-folder-count">{words.count(count)}</span>
          </label>
        ))}
      </fieldset>
      <BatchFoot>
        <BatchTarget home={home} chosen={memory} onPick={onPick} />
        {isDeclined ? (
          <div role="alert">
            <Notice tone="paused" {...words.declined} />
          </div>
        ) : (
          <p className="batch-note">{isReadHere ? words.here : words.logins}</p>
        )}
        {error === null ? null : <Trouble error={error} />}
        <Button
          look="primary"
          wide
          data-act="start-batch"
          disabled={chosen === undefined}
          busy={isWorking}
          onClick={() => (chosen === undefined ? undefined : void start(chosen.id))}
        >
          {chosen === undefined ? words.startNone : words.start(chosen.count, memory.name)}
        </Button>
      </BatchFoot>
    </div>
  );
}

/** Beyond it folders stand no further in: the panel is narrow. */
const deepest = 6;
