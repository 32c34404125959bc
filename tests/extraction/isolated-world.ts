/** A world of its own in a page, as an extension's script has it: the document is shared and nothing else. */
import type { Page } from '@playwright/test';

export type World = {
  /** Milliseconds to compile the script and run its top level. */
  loadMs: number;
  /** Gives what an expression comes to in this world; throws where it throws. */
  evaluate: <T>(expression: string) => Promise<T>;
};

/** Makes a world and runs `script` in it. The page's policy has to allow `eval`: see `visitPages`. */
export async function openWorld(tab: Page, name: string, script: string): Promise<World> {
  const session = await tab.context().newCDPSession(tab);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: name,
  });
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value as T;
  };
  // The script is in the page before its clock starts.
  await evaluate(`globalThis.source = ${JSON.stringify(script)}; 0`);
  const loadMs = await evaluate<number>(
    '{ const start = performance.now(); (0, eval)(source); performance.now() - start; }',
  );
  return { loadMs, evaluate };
}
