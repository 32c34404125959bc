/** A world of its own in a page, as an extension's script has it: the document is shared and nothing else. */
import type { Page } from '@playwright/test';

export type World = {
  /** Milliseconds of the processor to compile the script and run its top level. */
  loadMs: number;
  /** Gives what an expression comes to in this world; throws where it throws. */
  evaluate: <T>(expression: string) => Promise<T>;
  /**
   * Gives how long the page's thread works until an expression has come to something, in milliseconds of the processor:
   * other work on the machine does not lengthen them.
   */
  timed: (expression: string) => Promise<number>;
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
  await session.send('Performance.enable');
  const threadMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name: each }) => each === 'ThreadTime')?.value ?? 0) * 1_000;
  };
  const timed = async (expression: string) => {
    const before = await threadMs();
    await evaluate(expression);
    return (await threadMs()) - before;
  };
  // The script is in the page before its clock starts.
  await evaluate(`globalThis.source = ${JSON.stringify(script)}; 0`);
  return { loadMs: await timed('(0, eval)(source); 0'), evaluate, timed };
}
