import { useId, useState } from 'react';
import {
  captureOptionNames,
  type CaptureOptionName,
  type CaptureOptions,
} from '../../lib/settings/model.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Section } from '../ui/section.tsx';
import { ListStatus } from '../app/list-status.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { Switch } from '../ui/switch.tsx';
import type { AppError } from '../../lib/contract/errors.ts';
import { useBridge } from '../app/bridge.ts';
import { type Read, useQuery } from '../app/use-query.ts';

export type CaptureSectionProps = {
  connection: ConnectionStatus | null;
  onChoose: (memoryId: string) => Promise<void>;
};

const readOptions: Read<CaptureOptions> = ({ ask }) => ask('options.read', {});

export function CaptureSection({ connection, onChoose }: CaptureSectionProps) {
  const { ask } = useBridge();
  const { state, reload, set } = useQuery(readOptions, { reloadsOnFocus: true });
  const [error, setError] = useState<AppError | null>(null);

  async function change(name: CaptureOptionName, isOn: boolean): Promise<void> {
    const changed = await ask('options.change', { name, isOn });
    setError(changed.ok ? null : changed.error);
    if (changed.ok) set(changed.value);
  }

  return (
    <Section id="saving" title={t('captureOptions_title')}>
      {connection === null ? null : <DefaultMemory connection={connection} onChoose={onChoose} />}
      <ListStatus state={state} reload={reload} />
      {state.status === 'ready'
        ? captureOptionNames.map((name) => (
            <Switch
              key={name}
              className="settings-option"
              label={t(`captureOptions_${name}_title`)}
              isOn={state.value[name]}
              onTurn={() => void change(name, !state.value[name])}
            >
              {t(`captureOptions_${name}_text`)}
            </Switch>
          ))
        : null}
      {error === null ? null : <ErrorAlert error={error} />}
    </Section>
  );
}

type DefaultMemoryProps = CaptureSectionProps & { connection: ConnectionStatus };

function DefaultMemory({ connection, onChoose }: DefaultMemoryProps) {
  const labelId = useId();
  const [announced, setAnnounced] = useState('');
  const { memories, chosenMemoryId, kind } = connection;
  const chosen = memories.find(({ id }) => id === chosenMemoryId) ?? memories[0];
  if (kind === 'read-only')
    return <p className="settings-row-note">{t('connection_readOnly_title')}</p>;
  if (chosen === undefined) return <p className="settings-row-note">{t('common_noMemory')}</p>;

  const pick = async (memoryId: string) => {
    await onChoose(memoryId);
    const memory = memories.find(({ id }) => id === memoryId)?.name ?? '';
    setAnnounced(t('connections_savesGo', { memory }));
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
      />
      <LiveRegion words={announced} />
    </div>
  );
}
