import { Plus } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { ContainerWithCounts } from '../../lib/contract/owner-api.ts';
import { listed, plural, sentences, t } from '../../lib/i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { EditableRow, Section } from '../ui/section.tsx';
import { useReturnedFocus } from '../ui/use-returned-focus.ts';
import { ListStatus } from '../app/list-status.tsx';
import { type AppError, appError } from '../../lib/contract/errors.ts';
import { type Result, err } from '../../lib/contract/result.ts';
import { MemoryChip } from '../ui/memory-chip.tsx';
import './name-form.css';
import { findNamed } from '../../lib/text/memory-name.ts';
import { MemoryNameForm } from '../ui/memory-name-form.tsx';
import { errorWords } from '../../lib/i18n/errors.ts';
import { ConfirmDeletion } from '../ui/confirm-dialog.tsx';
import { useBridge } from '../app/bridge.ts';
import { type Deleted, UndoLine } from '../app/undo-line.tsx';
import { useCommand } from '../app/use-command.ts';
import { type Read, useQuery } from '../app/use-query.ts';
import { isFinished } from '../../lib/outbox/model.ts';

const listMemories: Read<ContainerWithCounts[]> = ({ ask }) => ask('memories.list-counts', {});

type Deleting = ContainerWithCounts & { wasChosen: boolean };

export function MemoriesSection({ connection }: { connection: ConnectionStatus }) {
  const { ask } = useBridge();
  const { state, reload } = useQuery(listMemories, {
    onEvent: (event) => (changesMemories(event) ? 'reload' : null),
  });
  const [isNaming, setIsNaming] = useState(false);
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const [announced, setAnnounced] = useState<Deleted | null>(null);
  /** Id of the Memory that saves went to, if the last action here deleted it. */
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const isReady = state.status === 'ready';
  const memories = isReady ? state.value : [];
  const isFirst = isReady && memories.length === 0;
  const addRef = useReturnedFocus<HTMLDivElement>(isNaming || isFirst);
  const closeForm = () => setIsNaming(false);
  const reloadIfDone = async <T,>(done: Result<T, AppError>) => {
    if (done.ok) await reload();
    return done;
  };
  const announce = (words: string, deleted: string | null = null, binId?: string) => {
    setAnnounced({ words, binId });
    setDeletedId(deleted);
  };
  const { memories: choices, chosenMemoryId } = connection;
  const successor =
    deletedId === null || deletedId === chosenMemoryId
      ? undefined
      : choices.find(({ id }) => id === chosenMemoryId);

  // The Memory can change while the dialog is open.
  const toDelete =
    deleting === null ? null : { ...deleting, ...memories.find(({ id }) => id === deleting.id) };

  return (
    <Section
      id="memories"
      isPage
      title={t('settings_memories_title')}
      text={t('settings_memories_text')}
      headingRef={headingRef}
    >
      <ListStatus state={state} reload={reload} />
      {isFirst ? <p className="settings-empty">{t('settings_memories_empty')}</p> : null}
      {memories.length > 0 ? (
        <ul className="settings-list" aria-label={t('settings_memories_list')}>
          {memories.map((memory) => (
            <MemoryRow
              key={memory.id}
              memory={memory}
              others={memories.filter(({ id }) => id !== memory.id)}
              onRename={async (name) => {
                const order = { id: memory.id, name };
                const renamed = await reloadIfDone(await ask('memories.rename', order));
                if (renamed.ok) announce(t('settings_memories_renamed', { name: name.trim() }));
                return renamed;
              }}
              onDelete={() => setDeleting({ ...memory, wasChosen: memory.id === chosenMemoryId })}
            />
          ))}
        </ul>
      ) : null}
      <UndoLine {...linesOf(announced, successor)} onChange={setAnnounced} />
      {!isReady ? null : isNaming || isFirst ? (
        <NameForm
          label={t('settings_memories_label')}
          placeholder={t('settings_memories_placeholder')}
          others={memories}
          takesFocus={isNaming}
          onName={async (name) => {
            const order = { name, choose: false };
            const created = await reloadIfDone(await ask('memories.create', order));
            if (!created.ok) return created;
            announce(t('settings_memories_created', { name: name.trim() }));
            closeForm();
            return created;
          }}
          onCancel={isFirst ? null : closeForm}
        />
      ) : (
        <div ref={addRef}>
          <Button icon={<Plus size={16} />} onClick={() => setIsNaming(true)}>
            {t('settings_memories_add')}
          </Button>
        </div>
      )}
      {toDelete === null ? null : (
        <ConfirmDeletion
          title={t('settings_deletion_title', { name: toDelete.name })}
          text={sentences(listed(countsOf(toDelete)), t('bin_stays'))}
          yes={t('settings_deletion_yes')}
          send={async (confirm) => {
            const answer = await ask('memories.delete', { id: toDelete.id, confirm });
            return confirm ? reloadIfDone(answer) : answer;
          }}
          onDone={({ binId }) => {
            const words = t('settings_deletion_done', { name: toDelete.name });
            announce(words, toDelete.wasChosen ? toDelete.id : null, binId);
            setDeleting(null);
            headingRef.current?.focus();
          }}
          onCancel={() => setDeleting(null)}
        />
      )}
    </Section>
  );
}

/** Adds which Memory saves go to now, if the chosen one was deleted. A line without that or Undo is only announced. */
function linesOf(announced: Deleted | null, successor: { name: string } | undefined) {
  if (announced === null) return { deleted: null };
  if (successor === undefined) {
    return { deleted: announced, isHidden: announced.binId === undefined };
  }
  const words = t('connections_savesGo', { memory: successor.name });
  return { deleted: { ...announced, words: sentences(announced.words, words) } };
}

type MemoryRowProps = {
  memory: ContainerWithCounts;
  others: readonly ContainerWithCounts[];
  onRename: (name: string) => Promise<Result<unknown, AppError>>;
  onDelete: () => void;
};

function MemoryRow({ memory, others, onRename, onDelete }: MemoryRowProps) {
  const { name } = memory;
  const [isRenaming, setIsRenaming] = useState(false);
  const close = () => setIsRenaming(false);
  const form = (
    <NameForm
      label={t('settings_memories_newName', { name })}
      name={name}
      action={t('common_save')}
      working={t('common_saving')}
      others={others}
      takesFocus
      onName={async (wanted) => {
        const renamed = await onRename(wanted);
        if (renamed.ok) close();
        return renamed;
      }}
      onCancel={close}
    />
  );
  return (
    <EditableRow
      form={isRenaming ? form : null}
      editLabel={t('settings_memories_rename', { name })}
      deleteLabel={t('settings_memories_delete', { name })}
      onEdit={() => setIsRenaming(true)}
      onDelete={onDelete}
    >
      <MemoryChip name={name} />
      <p className="settings-row-note">
        {countsOf(memory).join(' · ') || t('settings_memories_holds')}
      </p>
    </EditableRow>
  );
}

type NameFormProps = Pick<
  ComponentProps<typeof MemoryNameForm>,
  'label' | 'placeholder' | 'action' | 'working' | 'takesFocus'
> & {
  /** The current name; omitted for a new Memory. */
  name?: string;
  others: readonly { name: string }[];
  onName: (name: string) => Promise<Result<unknown, AppError>>;
  onCancel: (() => void) | null;
};

function NameForm({ name: before = '', others, onName, onCancel, ...field }: NameFormProps) {
  const [name, setName] = useState(before);
  const { state, run, reset } = useCommand(async (_, wanted: string) =>
    findNamed(wanted, others) === undefined ? onName(wanted) : err(taken),
  );
  return (
    <MemoryNameForm
      className="settings-name"
      {...field}
      hidesLabel={before !== ''}
      value={name}
      error={state.status === 'failed' ? problemOf(state.error) : null}
      isWorking={state.status === 'running'}
      onChange={(value) => {
        setName(value);
        reset();
      }}
      onSubmit={() => (name.trim() === before ? onCancel?.() : void run(name))}
      onEscape={onCancel}
      other={onCancel === null ? null : <Button onClick={onCancel}>{t('common_cancel')}</Button>}
    />
  );
}

const taken = appError('memory.conflict', 'Another Memory has this name.', false);

function problemOf(error: AppError): string {
  if (error.code === 'memory.conflict') return t('settings_memories_taken');
  const { title, next, quote } = errorWords(error);
  return quote ?? sentences(title, next);
}

export function changesMemories(event: AppEvent): boolean {
  if (event.event === 'outbox.changed') return isFinished(event.item.state);
  return event.event === 'connection.status-changed';
}

function countsOf({ documents, notes, facts }: ContainerWithCounts): string[] {
  const counts = [
    [documents, 'settings_kinds_document'],
    [notes, 'settings_kinds_note'],
    [facts, 'settings_kinds_fact'],
  ] as const;
  return counts.filter(([count]) => count > 0).map(([count, key]) => plural(count, key));
}
