import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { RulesView } from '../../lib/contracts/recall.ts';
import type { Bridge } from './bridge.ts';
import { mendsReading } from './reading-events.ts';
import type { Reading } from './reading-state.ts';
import { type ReadingHook, useReading } from './use-reading.ts';

/** The rules of the person's memory, as they were read last. */
export function useRules(): ReadingHook<RulesView> {
  return useReading(terms);
}

const terms = {
  ask: ({ ask }: Bridge, refresh: boolean) => ask('rules.read', { refresh }),
  askedAgainAfter: (event: AppEvent, reading: Reading<RulesView>) => {
    if (event.event === 'rules.changed') return 'refresh' as const;
    return mendsReading(event, reading, 'all') ? ('read' as const) : ('no' as const);
  },
};
