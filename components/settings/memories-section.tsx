import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { OwnContainer } from '../../lib/contracts/owner-api.ts';
import { useSettingsMemories } from '../hooks/use-settings-memories.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { settingsWords } from '../words/settings.ts';
import { DeleteMemory } from './delete-memory.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { MemoryRow } from './memory-row.tsx';
import { NameForm } from './name-form.tsx';
import { Section } from './section.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

const words = settingsWords.memories;

/** The Memories: their names, what they hold, and making, renaming and deleting them. */
export function MemoriesSection() {
  const { listing, reload, create, rename, askToDelete, deleteForGood } = useSettingsMemories();
  const [isNaming, setIsNaming] = useState(false);
  const [deleting, setDeleting] = useState<OwnContainer | null>(null);
  const [said, setSaid] = useState('');
  const headingRef = useRef<HTMLHeadingElement>(null);
  const memories = listing.status === 'ready' ? listing.items : [];
  const isFirst = listing.status === 'ready' && memories.length === 0;
  const addRef = useReturnedFocus<HTMLDivElement>(isNaming || isFirst);
  const closeForm = () => setIsNaming(false);

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
                if (renamed.ok) setSaid(words.renamed(name.trim()));
                return renamed;
              }}
              onDelete={() => setDeleting(memory)}
            />
          ))}
        </ul>
      ) : null}
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
            setSaid(words.created(name.trim()));
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
            setSaid(settingsWords.deletion.done(deleting.name));
            setDeleting(null);
            headingRef.current?.focus();
          }}
          onCancel={() => setDeleting(null)}
        />
      )}
      <LiveRegion words={said} />
    </Section>
  );
}
