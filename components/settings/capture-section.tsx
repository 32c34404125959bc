import { useId, useState } from 'react';
import { captureOptionNames } from '../../lib/contracts/capture-options.ts';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { useCaptureOptions } from '../hooks/use-capture-options.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { captureOptionWords as words } from '../words/capture-options.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { OptionSwitch } from './option-switch.tsx';
import { Section } from './section.tsx';

export type CaptureSectionProps = {
  /** Null before a home was chosen. */
  home: HomeStatus | null;
  onChoose: (memoryId: string) => Promise<void>;
};

/** How pages and notes are kept: where, and what is shown of it. */
export function CaptureSection({ home, onChoose }: CaptureSectionProps) {
  const { state, reload, error, turn } = useCaptureOptions();
  return (
    <Section id="saving" title={words.title} text={words.text}>
      {home === null ? null : <DefaultMemory home={home} onChoose={onChoose} />}
      {state.status === 'loading' ? <ListSkeleton /> : null}
      {state.status === 'failed' ? <Trouble error={state.error} onRetry={reload} /> : null}
      {state.status === 'ready'
        ? captureOptionNames.map((name) => (
            <OptionSwitch
              key={name}
              {...words.options[name]}
              isOn={state.value[name]}
              onTurn={(isOn) => void turn(name, isOn)}
            />
          ))
        : null}
      {error === null ? null : <Trouble error={error} />}
    </Section>
  );
}

function DefaultMemory({ home, onChoose }: { home: HomeStatus } & CaptureSectionProps) {
  const labelId = useId();
  const [said, setSaid] = useState('');
  const { memories, chosenMemoryId, kind } = home;
  const chosen = memories.find(({ id }) => id === chosenMemoryId) ?? memories[0];
  if (kind === 'read-only') return <p className="settings-row-note">{words.memory.readsOnly}</p>;
  if (chosen === undefined) return <p className="settings-row-note">{words.memory.none}</p>;

  const pick = async (memoryId: string) => {
    await onChoose(memoryId);
    setSaid(words.memory.changed(memories.find(({ id }) => id === memoryId)?.name ?? ''));
  };
  return (
    <div className="settings-option settings-default-memory">
      <div>
        <p id={labelId} className="settings-part-title">
          {words.memory.title}
        </p>
        <p className="settings-row-note">{words.memory.text}</p>
      </div>
      <MemoryPicker
        labelId={labelId}
        memories={memories}
        chosen={chosen}
        onPick={(memoryId) => void pick(memoryId)}
        onNew={null}
      />
      <LiveRegion words={said} />
    </div>
  );
}
