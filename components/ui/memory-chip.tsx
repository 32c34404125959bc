import './memory-chip.css';
import type { CSSProperties } from 'react';
import { memoryHue } from './memory-hue.ts';

/** The name of a Memory on its own colour. */
export function MemoryChip({ name }: { name: string }) {
  return (
    <span className="memory-chip" style={hueStyle(name)} title={name} dir="auto">
      {name}
    </span>
  );
}

/** The colour of a Memory alone, beside its name. */
export function MemoryDot({ name }: { name: string }) {
  return <span className="memory-dot" style={hueStyle(name)} aria-hidden="true" />;
}

type HueStyle = CSSProperties & { '--hue': number };

function hueStyle(name: string): HueStyle {
  return { '--hue': memoryHue(name) };
}
