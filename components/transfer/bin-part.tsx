import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { BinEntry } from '../../lib/contract/owner-api.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { splitNote } from '../../lib/notes/model.ts';
import { shortened } from '../../lib/text/cut-text.ts';
import { useBridge } from '../app/bridge.ts';
import { ListStatus } from '../app/list-status.tsx';
import { useRowCommands } from '../app/use-command.ts';
import { useNow } from '../app/use-now.ts';
import { type Read, useQuery } from '../app/use-query.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDeletion } from '../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { SettingsPart } from '../ui/section.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

const listBin: Read<BinEntry[]> = ({ ask }) => ask('bin.list', {});

/** Returns the title of an entry; for a highlight, its comment or else its quote. */
function titleOf({ kind, title }: BinEntry): string {
  const { quote, comment } = splitNote(title);
  return shortened(kind === 'note' ? comment || quote : title, 120);
}

/** Lists what was deleted on this device, and lets the person restore it. */
export function BinPart() {
  const { ask } = useBridge();
  const now = useNow(30_000);
  const { state, reload } = useQuery(listBin, { reloadsOn: ['profile.changed'] });
  const { running, errors, run } = useRowCommands();
  const [isEmptying, setIsEmptying] = useState(false);
  const [outcome, setOutcome] = useState('');
  const outcomeRef = useRef<HTMLOutputElement>(null);
  const entries = state.status === 'ready' ? state.value : [];

  /** Moves focus to the outcome, because the focused button disappears. */
  const finish = async (words: string) => {
    await reload();
    setOutcome(words);
    outcomeRef.current?.focus();
  };
  const restore = (entry: BinEntry) =>
    run(entry.id, async () => {
      const restored = await ask('bin.restore', { id: entry.id });
      if (restored.ok) await finish(t('bin_restored', { title: titleOf(entry) }));
      return restored;
    });
  const title = entries.length === 0 ? t('bin_title') : t('bin_titleOf', { count: entries.length });
  return (
    <SettingsPart words={{ title, text: t('bin_text') }}>
      {entries.length === 0 ? null : (
        <Button onClick={() => setIsEmptying(true)}>{t('bin_emptyAction')}</Button>
      )}
      <div className="settings-outcome settings-undos">
        <ListStatus state={state} reload={reload} />
        {state.status === 'ready' && entries.length === 0 && outcome === '' ? (
          <p className="settings-empty">{t('bin_empty')}</p>
        ) : null}
        {entries.length === 0 ? null : (
          <ul className="settings-list" aria-label={t('bin_title')}>
            {entries.map((entry) => {
              const error = errors.get(entry.id);
              return (
                <li key={entry.id} className="settings-row">
                  <div className="settings-row-words">
                    <p dir="auto">{titleOf(entry)}</p>
                    <p className="settings-row-note">
                      {entry.kind === 'memory' ? (
                        t('bin_memory')
                      ) : (
                        <MemoryChip name={entry.memory} />
                      )}
                      {' · '}
                      <TimeAgo then={Date.parse(entry.deleted_at)} now={now} />
                    </p>
                    {error === undefined ? null : <ErrorAlert error={error} />}
                  </div>
                  <Button
                    size="small"
                    icon={<RotateCcw size={16} />}
                    busy={running.has(entry.id)}
                    aria-label={t('bin_restoreOf', { title: titleOf(entry) })}
                    onClick={() => void restore(entry)}
                  >
                    {t('bin_restore')}
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
        <output className="settings-connected" ref={outcomeRef} tabIndex={-1}>
          {outcome}
        </output>
      </div>
      {isEmptying ? (
        <ConfirmDeletion
          title={t('bin_emptyTitle')}
          text={t('connections_forgetting_warning')}
          yes={t('bin_emptyAction')}
          send={(confirm) => ask('bin.empty', { confirm })}
          onDone={() => {
            setIsEmptying(false);
            void finish(t('bin_empty'));
          }}
          onCancel={() => setIsEmptying(false)}
        />
      ) : null}
    </SettingsPart>
  );
}
