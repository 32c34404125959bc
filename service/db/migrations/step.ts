import type { Queries } from '../port.ts';

/** A statement, or work on the rows that SQL alone cannot do. */
export type MigrationStep = string | ((queries: Queries) => Promise<void>);
