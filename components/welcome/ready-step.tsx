import {
  Bookmark,
  Highlighter,
  type LucideIcon,
  Plus,
  Puzzle,
  Search,
  Settings2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { Effort } from '../hooks/use-home.ts';
import type { Shortcuts } from '../hooks/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { Notice } from '../ui/notice.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import type { Command } from '../hooks/shortcuts.ts';
import { connectionWords } from '../words/connections.ts';
import { welcomeWords } from '../words/welcome.ts';
import { homeWords } from '../words/home.ts';
import { MemoryNameForm } from './memory-name-form.tsx';

export type ReadyStepProps = {
  home: HomeStatus;
  /** Everything was set up before. */
  returning: boolean;
  /** The Memories on this device were there before it was chosen. */
  isFound: boolean;
  shortcuts: Shortcuts;
  naming: Effort;
  onName: (name: string) => Promise<boolean>;
};

/** Everything is there: what it holds, and four things to try with the keys they have in this browser. */
export function ReadyStep({ home, returning, isFound, ...props }: ReadyStepProps) {
  const { kind, memories } = home;
  const onlyReads = kind === 'read-only';
  const title = returning ? welcomeWords.again.title : welcomeWords.ready.title;
  const text = isFound ? welcomeWords.found : welcomeWords.again.text[kind ?? 'device'];
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
          settings={
            kind === 'device' ? welcomeWords.ready.manage : connectionWords.amiss.openSettings
          }
        />
      ) : (
        <p className="welcome-step-text">
          {onlyReads
            ? connectionWords.works(memories.map(({ name }) => name))
            : welcomeWords.ready.text}
        </p>
      )}
      {onlyReads ? (
        <Notice tone="plain" title={homeWords.onlyReads.title} text={homeWords.onlyReads.text} />
      ) : null}
      <ul className="welcome-tries">
        {tries
          .filter(({ saves }) => !(saves && onlyReads))
          .map(({ key, Icon, command }) => (
            <Try
              key={key}
              Icon={Icon}
              words={welcomeWords.ready.tries[key]}
              keys={command === null ? undefined : props.shortcuts[command]}
            />
          ))}
      </ul>
    </div>
  );
}

const tries = [
  { key: 'pin', Icon: Puzzle, command: null, saves: false },
  { key: 'save', Icon: Bookmark, command: 'popup', saves: true },
  { key: 'highlight', Icon: Highlighter, command: 'highlight', saves: true },
  { key: 'search', Icon: Search, command: 'popup', saves: false },
] as const satisfies readonly {
  key: string;
  Icon: LucideIcon;
  /** What its words say of opening Keepsake, or of keeping words, is done by these keys. */
  command: Command | null;
  saves: boolean;
}[];

type TryProps = {
  Icon: LucideIcon;
  words: { title: string; text: string; withKeys?: string };
  keys: readonly string[] | undefined;
};

function Try({ Icon, words, keys }: TryProps) {
  const text = keys === undefined ? words.text : (words.withKeys ?? words.text);
  return (
    <li className="welcome-try">
      <span className="welcome-try-icon">
        <Icon size={18} aria-hidden="true" />
      </span>
      <div>
        <h3 className="welcome-fact-title">{words.title}</h3>
        <p className="welcome-fact-text">{text}</p>
      </div>
      {keys === undefined ? null : <Keycaps keys={keys} />}
    </li>
  );
}

type MemoriesProps = {
  memories: readonly MemoryChoice[];
  naming: Effort;
  /** Null where only the owner of the service makes Memories. */
  onName: ((name: string) => Promise<boolean>) | null;
  text: string;
  /** What the button to the settings is called. */
  settings: string;
};

function Memories({ memories, naming, onName, text, settings }: MemoriesProps) {
  const [name, setName] = useState<string | null>(null);
  const { openSettings } = useBridge();
  const { memories: label, addMemory, cancel } = welcomeWords.ready;
  const create = async (wanted: string) => {
    if (onName !== null && (await onName(wanted))) setName(null);
  };
  return (
    <>
      <p className="welcome-step-text">{text}</p>
      <h3 className="welcome-label">{label}</h3>
      <ul className="welcome-memories">
        {memories.map(({ id, name: memory }) => (
          <li key={id}>
            <MemoryChip name={memory} />
          </li>
        ))}
        {name === null && onName !== null ? (
          <li>
            <Button
              size="small"
              look="quiet"
              icon={<Plus size={14} aria-hidden="true" />}
              onClick={() => setName('')}
            >
              {addMemory}
            </Button>
          </li>
        ) : null}
      </ul>
      {name === null ? null : (
        <MemoryNameForm
          name={name}
          naming={naming}
          onChange={setName}
          onName={(wanted) => void create(wanted)}
          other={<Button onClick={() => setName(null)}>{cancel}</Button>}
        />
      )}
      <div>
        <Button
          size="small"
          icon={<Settings2 size={14} aria-hidden="true" />}
          onClick={() => void openSettings()}
        >
          {settings}
        </Button>
      </div>
    </>
  );
}
