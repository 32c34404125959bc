import './memory.css';
import { createContext, type CSSProperties, use } from 'react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { hueOfName } from '../../lib/connections/model.ts';

/** Provides the Memories with their hues. Other names get a hue derived from the name. */
export const HuesOf = createContext<Pick<ConnectionStatus, 'memories'> | null>(null);

export function MemoryChip({ name }: { name: string }) {
  return (
    <span className="memory-chip" style={useHueStyle(name)} title={name} dir="auto">
      {name}
    </span>
  );
}

export function MemoryDot({ name }: { name: string }) {
  return <span className="memory-dot" style={useHueStyle(name)} aria-hidden="true" />;
}

type HueStyle = CSSProperties & { '--hue': number | undefined };

function useHueStyle(name: string): HueStyle {
  const hue = use(HuesOf)?.memories.find((memory) => memory.name === name)?.hue;
  return { '--hue': memoryHues[hue ?? hueOfName(name)] };
}

/** Twelve distinguishable hues, in degrees; memory.css uses them. */
export const memoryHues = [28, 55, 85, 130, 160, 190, 225, 250, 280, 310, 335, 5] as const;
