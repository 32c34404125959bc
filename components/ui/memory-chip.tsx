import './memory-chip.css';
import { createContext, type CSSProperties, use } from 'react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { hueOfName } from '../../lib/core/connections/memory-hues.ts';
import { memoryHues } from './memory-hue.ts';

/** Has the Memories of a home drawn each in its own hue; any other is drawn in that of its name. */
export const HuesOf = createContext<Pick<HomeStatus, 'memories'> | null>(null);

/** The name of a Memory on its own colour. The name tells which it is; the colour only helps the eye to it. */
export function MemoryChip({ name }: { name: string }) {
  return (
    <span className="memory-chip" style={useHueStyle(name)} title={name} dir="auto">
      {name}
    </span>
  );
}

/** The colour of a Memory alone, beside its name. */
export function MemoryDot({ name }: { name: string }) {
  return <span className="memory-dot" style={useHueStyle(name)} aria-hidden="true" />;
}

type HueStyle = CSSProperties & { '--hue': number | undefined };

function useHueStyle(name: string): HueStyle {
  const hue = use(HuesOf)?.memories.find((memory) => memory.name === name)?.hue;
  return { '--hue': memoryHues[hue ?? hueOfName(name)] };
}
