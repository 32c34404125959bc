import { Bookmark, Highlighter, Plus, Puzzle, Search, Settings2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { useBridge } from '../app/bridge.ts';
import type { Effort } from '../app/use-active-connection.ts';
import type { Shortcuts } from '../app/use-shortcuts.ts';
import { Button, QuietButton } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { Notice } from '../ui/notice.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { connectedText } from '../connections/connection-view.ts';
import { NewMemoryForm } from './memory-step.tsx';
import { t } from '../../lib/i18n/i18n.ts';

type ReadyStepProps = {
  connection: ConnectionStatus;
  /** Whether everything was set up before the page opened. */
  returning: boolean;
  /** Whether the Memories on this device existed before it was chosen. */
  isFound: boolean;
  shortcuts: Shortcuts;
  naming: Effort;
  onName: (name: string) => Promise<boolean>;
};

export function ReadyStep({ connection, returning, isFound, ...props }: ReadyStepProps) {
  const { kind, memories } = connection;
  const onlyReads = kind === 'read-only';
  const title = returning ? t('welcome_again_title') : t('welcome_ready_title');
  const text = isFound ? t('welcome_found') : storedText(kind);
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!returning) ref.current?.focus();
  }, [returning]);
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title" ref={ref} tabIndex={-1}>
        {title}
      </h2>
      {returning || isFound ? (
        <Memories
          memories={memories}
          naming={props.naming}
          onName={kind === 'device' ? props.onName : null}
          text={text}
        />
      ) : (
        <p className="welcome-step-text">
          {onlyReads ? connectedText(memories) : t('welcome_ready_text')}
        </p>
      )}
      {onlyReads ? (
        <Notice title={t('connection_readOnly_title')} text={t('connection_readOnly_text')} />
      ) : null}
      <ul className="welcome-tries">
        {tries
          .filter(({ saves }) => !(saves && onlyReads))
          .map(({ key, Icon, command }) => {
            const keys = command === null ? undefined : props.shortcuts[command];
            const hasKeys = key === 'highlight' && keys !== undefined;
            const what = hasKeys
              ? t(`welcome_ready_tries_${key}_keys`)
              : t(`welcome_ready_tries_${key}_text`);
            return (
              <li key={key} className="welcome-try">
                <span className="welcome-try-icon">
                  <Icon size={18} />
                </span>
                <div>
                  <h3 className="welcome-fact-title">{t(`welcome_ready_tries_${key}_title`)}</h3>
                  <p className="welcome-fact-text">{what}</p>
                </div>
                {keys === undefined ? null : <Keycaps keys={keys} />}
              </li>
            );
          })}
      </ul>
    </div>
  );
}

const tries = [
  { key: 'pin', Icon: Puzzle, command: null, saves: false },
  { key: 'save', Icon: Bookmark, command: 'popup', saves: true },
  { key: 'highlight', Icon: Highlighter, command: 'highlight', saves: true },
  { key: 'search', Icon: Search, command: 'popup', saves: false },
] as const;

type MemoriesProps = {
  memories: readonly MemoryChoice[];
  naming: Effort;
  /** Null if only the service's owner can create Memories. */
  onName: ((name: string) => Promise<boolean>) | null;
  text: string;
};

function Memories({ memories, naming, onName, text }: MemoriesProps) {
  const [name, setName] = useState<string | null>(null);
  const { openSettings } = useBridge();
  const create = async (wanted: string) => {
    if (onName !== null && (await onName(wanted))) setName(null);
  };
  return (
    <>
      <p className="welcome-step-text">{text}</p>
      <h3 className="welcome-label">{t('settings_memories_list')}</h3>
      <ul className="welcome-memories">
        {memories.map(({ id, name: memory }) => (
          <li key={id}>
            <MemoryChip name={memory} />
          </li>
        ))}
        {name === null && onName !== null ? (
          <li>
            <QuietButton icon={<Plus size={14} />} onClick={() => setName('')}>
              {t('settings_memories_add')}
            </QuietButton>
          </li>
        ) : null}
      </ul>
      {name === null ? null : (
        <NewMemoryForm
          name={name}
          naming={naming}
          onChange={setName}
          onName={(wanted) => void create(wanted)}
          other={<Button onClick={() => setName(null)}>{t('common_cancel')}</Button>}
        />
      )}
      <div>
        <Button size="small" icon={<Settings2 size={14} />} onClick={() => void openSettings()}>
          {t('common_openSettings')}
        </Button>
      </div>
    </>
  );
}

function storedText(kind: ConnectionStatus['kind']): string {
  return kind === 'device' ? t('connections_onDevice_text') : t('welcome_again_service');
}
