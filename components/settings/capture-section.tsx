import { useId, useState, useCallback } from 'react';
import {
  captureOptionNames,
  type CaptureOptionName,
  type CaptureOptions,
} from '../../lib/settings/model.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { ListSkeleton, Section } from '../ui/section.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { SwitchButton } from '../ui/switch.tsx';
import type { AppError } from '../../lib/contract/errors.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { type Asked, useAsked } from '../app/use-asked.ts';

type CaptureSectionProps = {
  /** Null if no connection is in use. */
  connection: ConnectionStatus | null;
  onChoose: (memoryId: string) => Promise<void>;
};

/** Where pages and highlights are saved, and the options for saving. */
export function CaptureSection({ connection, onChoose }: CaptureSectionProps) {
  const { state, reload, error, turn } = useCaptureOptions();
  return (
    <Section id="saving" title={t('captureOptions_title')} text={t('captureOptions_text')}>
      {connection === null ? null : <DefaultMemory connection={connection} onChoose={onChoose} />}
      {state.status === 'loading' ? <ListSkeleton /> : null}
      {state.status === 'failed' ? <Trouble error={state.error} onRetry={reload} /> : null}
      {state.status === 'ready'
        ? captureOptionNames.map((name) => (
            <OptionSwitch
              key={name}
              {...optionText(name)}
              isOn={state.value[name]}
              onTurn={(isOn) => void turn(name, isOn)}
            />
          ))
        : null}
      {error === null ? null : <Trouble error={error} />}
    </Section>
  );
}

function DefaultMemory({
  connection,
  onChoose,
}: { connection: ConnectionStatus } & CaptureSectionProps) {
  const labelId = useId();
  const [said, setSaid] = useState('');
  const { memories, chosenMemoryId, kind } = connection;
  const chosen = memories.find(({ id }) => id === chosenMemoryId) ?? memories[0];
  if (kind === 'read-only')
    return <p className="settings-row-note">{t('connection_readOnly_title')}</p>;
  if (chosen === undefined) return <p className="settings-row-note">{t('common_noMemory')}</p>;

  const pick = async (memoryId: string) => {
    await onChoose(memoryId);
    setSaid(
      t('connections_savesGo', {
        memory: memories.find(({ id }) => id === memoryId)?.name ?? '',
      }),
    );
  };
  return (
    <div className="settings-option settings-default-memory">
      <div>
        <p id={labelId} className="settings-part-title">
          {t('common_saveTo')}
        </p>
        <p className="settings-row-note">{t('captureOptions_memory_text')}</p>
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

function optionText(name: CaptureOptionName): { title: string; text: string } {
  return { title: t(`captureOptions_${name}_title`), text: t(`captureOptions_${name}_text`) };
}

type OptionSwitchProps = {
  title: string;
  text: string;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
};

/** A setting that is on or off. */
function OptionSwitch({ title, text, isOn, onTurn }: OptionSwitchProps) {
  const id = useId();
  return (
    <div className="settings-option">
      <SwitchButton isOn={isOn} describedBy={id} onTurn={() => onTurn(!isOn)}>
        {title}
      </SwitchButton>
      <p id={id} className="settings-row-note">
        {text}
      </p>
    </div>
  );
}

type CaptureOptionsHook = {
  state: Asked<CaptureOptions>;
  reload: () => void;
  /** Why the last change failed. */
  error: AppError | null;
  turn: (name: CaptureOptionName, isOn: boolean) => Promise<void>;
};

/** The options for saving, and changing them. */
function useCaptureOptions(): CaptureOptionsHook {
  const { ask } = useBridge();
  const { state, reload, show } = useAsked(read);
  const [error, setError] = useState<AppError | null>(null);

  const turn = useCallback(
    async (name: CaptureOptionName, isOn: boolean) => {
      const changed = await ask('options.change', { name, isOn });
      setError(changed.ok ? null : changed.error);
      if (changed.ok) show(changed);
    },
    [ask, show],
  );
  return { state, reload: () => void reload(), error, turn };
}

function read({ ask }: Bridge) {
  return ask('options.read', {});
}
