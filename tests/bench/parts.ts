/** The parts of the benchmark by name, in the order in which they run. */
import { benchBundles } from './bundles.ts';
import { benchCapture, captureTable } from './capture.ts';
import { benchDeviceSaves, benchDeviceSearch } from './device-service.ts';
import type { Row } from './figure.ts';
import { benchIndexing } from './indexing.ts';
import { benchServer } from './load.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page-cost.ts';
import { benchRetrieval, searchTable } from './retrieval-rows.ts';
import { growthTables } from './scale/growth.ts';
import { runScale } from './scale/run.ts';
import { benchNodeSearch } from './service-search.ts';
import { benchSurfaces } from './surfaces.ts';

/** A part's options, and callbacks for progress and notes. */
export interface Asked {
  /** How many of the reference pages to read. */
  readonly pages: number;
  /** A folder with checkouts of the news sets (docs/extraction.md); null without them. */
  readonly news: string | null;
  /** The sizes of the scale benchmark's libraries, in passages. */
  readonly passages: readonly number[];
  /** How many accounts its databases have. */
  readonly accounts: readonly number[];
  /** How many processes share a database. */
  readonly processes: readonly number[];
  /** A folder for its libraries, which are used again; null to delete them. */
  readonly keep: string | null;
  /** Reports the current step. */
  readonly tell: (step: string) => void;
  /** Adds a sentence below the rows. */
  readonly note: (text: string) => void;
}

interface Part {
  readonly run: (asked: Asked) => Promise<Row[]>;
  /** Formats the rows; by default as a table with a line for each row. */
  readonly table?: (rows: readonly Row[]) => string;
}

export const partNames = [
  'bundles',
  'surfaces',
  'page',
  'saves',
  'search',
  'capture',
  'memory',
  'scale',
] as const;
export type PartName = (typeof partNames)[number];

export const parts: Readonly<Record<PartName, Part>> = {
  bundles: { run: async () => benchBundles() },
  surfaces: { run: benchSurfaces },
  page: { run: benchPage },
  saves: {
    run: async () => [
      ...(await benchDeviceSaves()),
      ...(await benchServer({ passages: 10_000, connections: 8 })),
    ],
  },
  search: {
    run: async (asked) => [
      ...(await benchRetrieval(asked)),
      ...(await benchDeviceSearch()),
      ...(await benchNodeSearch(2_000)),
      ...(await benchIndexing()),
    ],
    table: searchTable,
  },
  capture: { run: benchCapture, table: captureTable },
  memory: { run: benchMemory },
  scale: { run: runScale, table: growthTables },
};

export function isPartName(name: string): name is PartName {
  return partNames.some((known) => known === name);
}
