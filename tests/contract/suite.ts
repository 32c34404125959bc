/** The contract as tests that every service must pass, using only `fetch` and JSON. */
import { afterAll, beforeAll, describe } from 'vitest';
import { Api, type ServiceUnderTest } from './api.ts';
import { askContract } from './ask.ts';
import { binContract } from './bin.ts';
import { containerContract } from './containers.ts';
import { documentContract } from './documents.ts';
import { errorContract } from './errors.ts';
import { keyContract } from './keys.ts';
import { learningContract } from './learning.ts';
import { limitContract } from './limits.ts';
import { mcpContract } from './mcp.ts';
import { noteContract } from './notes.ts';
import { profileContract } from './profile.ts';
import { searchContract } from './search.ts';
import { standingRuleContract } from './standing-rules.ts';
import { transferContract } from './transfer.ts';

export type { ServiceUnderTest } from './api.ts';

/** The service that the tests share, and a new, empty one for a single test on request. */
export interface World {
  readonly api: Api;
  /** Appends a number, because tests that share a service need different names. */
  unique(word: string): string;
  withEmptyService(use: (api: Api) => Promise<void>): Promise<void>;
}

/** Runs the whole contract on one kind of service. `open` starts a new, empty service. */
export function describeContract(name: string, open: () => Promise<ServiceUnderTest>): void {
  describe(`the contract on ${name}`, () => {
    let service: ServiceUnderTest;
    let count = 0;
    beforeAll(async () => {
      service = await open();
    });
    afterAll(() => service.close());

    const world: World = {
      api: new Api((request) => service.fetch(request)),
      unique: (word) => `${word} ${(count += 1)}`,
      async withEmptyService(use) {
        const empty = await open();
        try {
          await use(new Api((request) => empty.fetch(request)));
        } finally {
          await empty.close();
        }
      },
    };

    containerContract(world);
    documentContract(world);
    learningContract(world);
    noteContract(world);
    searchContract(world);
    profileContract(world);
    askContract(world);
    standingRuleContract(world);
    keyContract(world);
    transferContract(world);
    binContract(world);
    mcpContract(world);
    limitContract(world);
    errorContract(world);
  });
}
