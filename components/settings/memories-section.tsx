import { Check, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { OwnContainer } from '../../lib/contracts/owner-api.ts';
import { sentences } from '../../lib/language/text.ts';
import { useSettingsMemories } from '../hooks/use-settings-memories.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { captureOptionWords } from '../words/capture-options.ts';
import { settingsWords } from '../words/settings.ts';
import { DeleteMemory } from './delete-memory.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { MemoryRow } from './memory-row.tsx';
import { NameForm } from './name-form.tsx';
import { Section } from './section.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

const words = settingsWords.memories;

type Deleting = OwnContainer & {
  /** Saves went there. */
  wasChosen: boolean;
};

/** The Memories: their names, what they hold, and making, renaming and deleting them. */
export function MemoriesSection({ home }: { home: HomeStatus }) {
  const { listing, reload, create, rename, askToDelete, deleteForGood } = useSettingsMemories();
  const [isNaming, setIsNaming] = useState(false);
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const [said, setSaid] = useState('');
  /** The Memory that saves went to until it was deleted, where that was the last that was done here. */
  const [goneId, setGoneId] = useState<string | null>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const memories = listing.status === 'ready' ? listing.items : [];
  const isFirst = listing.status === 'ready' && memories.length === 0;
  const addRef = useReturnedFocus<HTMLDivElement>(isNaming || isFirst);
  const closeForm = () => setIsNaming(false);
  const say = (what: string, gone: string | null = null) => {
    setSaid(what);
    setGoneId(gone);
  };
  const { memories: choices, chosenMemoryId } = home;
  const successor =
    goneId === null || goneId === chosenMemoryId
      ? undefined
      : choices.find(({ id }) => id === chosenMemoryId);
  const news =
    successor === undefined
      ? said
      : sentences(said, captureOptionWords.memory.changed(successor.name));

  return (
    <Section id="memories" title={words.title} text={words.text} headingRef={headingRef}>
      {listing.status === 'loading' ? <ListSkeleton /> : null}
      {listing.status === 'failed' ? (
        <Trouble error={listing.error} onRetry={() => void reload()} />
      ) : null}
      {isFirst ? <p className="settings-empty">{words.empty}</p> : null}
      {memories.length > 0 ? (
        <ul className="settings-list" aria-label={words.list}>
          {memories.map((memory) => (
            <MemoryRow
              key={memory.id}
              memory={memory}
              others={memories.filter(({ id }) => id !== memory.id)}
              onRename={async (name) => {
                const renamed = await rename(memory.id, name);
                if (renamed.ok) say(words.renamed(name.trim()));
                return renamed;
              }}
              onDelete={() => setDeleting({ ...memory, wasChosen: memory.id === chosenMemoryId })}
            />
          ))}
        </ul>
      ) : null}
      {successor === undefined ? null : (
        <p className="settings-undo">
          <Check size={18} aria-hidden="true" />
          <span dir="auto">{news}</span>
        </p>
      )}
      {listing.status !== 'ready' ? null : isNaming || isFirst ? (
        <NameForm
          label={words.label}
          placeholder={words.placeholder}
          action={words.create}
          working={words.creating}
          others={memories}
          takesFocus={isNaming}
          onName={async (name) => {
            const created = await create(name);
            if (!created.ok) return created;
            say(words.created(name.trim()));
            closeForm();
            return created;
          }}
          onCancel={isFirst ? null : closeForm}
        />
      ) : (
        <div ref={addRef}>
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setIsNaming(true)}>
            {words.add}
          </Button>
        </div>
      )}
      {deleting === null ? null : (
        <DeleteMemory
          name={deleting.name}
          ask={() => askToDelete(deleting.id)}
          onConfirm={() => deleteForGood(deleting.id)}
          onDone={() => {
            say(
              settingsWords.deletion.done(deleting.name),
              deleting.wasChosen ? deleting.id : null,
            );
            setDeleting(null);
            headingRef.current?.focus();
          }}
          onCancel={() => setDeleting(null)}
        />
      )}
      <LiveRegion words={news} />
    </Section>
  );
}
