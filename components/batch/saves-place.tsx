import { useCallback, useEffect, useRef, useState } from 'react';
import { useBatches } from '../hooks/use-batches.ts';
import type { SavesHook } from '../hooks/use-saves.ts';
import { SavesScreen } from '../saves/saves-screen.tsx';
import { BatchScreen } from './batch-screen.tsx';
import { BatchStrip } from './batch-strip.tsx';

/** The view for saves, and the screen behind it on which many are saved at once. */
export function SavesPlace({ saves }: { saves: SavesHook }) {
  const batches = useBatches();
  const [isMany, setIsMany] = useState(false);
  const openRef = useRef<HTMLButtonElement>(null);
  const cameBackRef = useRef(false);

  const goBack = useCallback(() => {
    cameBackRef.current = true;
    setIsMany(false);
  }, []);
  useEffect(() => {
    if (!isMany && cameBackRef.current) openRef.current?.focus();
  }, [isMany]);

  if (isMany) return <BatchScreen batches={batches} onBack={goBack} />;
  return (
    <SavesScreen
      saves={saves}
      many={<BatchStrip state={batches.state} openRef={openRef} onOpen={() => setIsMany(true)} />}
    />
  );
}
