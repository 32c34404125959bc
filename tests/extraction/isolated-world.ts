/** An isolated world in a page, like that of a content script: it shares only the document. */
import type { Page } from '@playwright/test';

export type World = {
  /** CPU milliseconds to compile the script and run its top level. */
  loadMs: number;
  /** Evaluates an expression in this world and awaits its value. Throws if the expression throws. */
  evaluate: <T>(expression: string) => Promise<T>;
  /**
   * Evaluates an expression and returns the CPU milliseconds of the page's thread, which don't depend on other work on
   * the machine.
   */
  timed: (expression: string) => Promise<number>;
};

/** Creates a world and runs `script` in it. The page's CSP must allow `eval`, or be bypassed as in `visitPages`. */
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
  // Transfer the script first, so that only compiling and running it is timed.
  await evaluate(`globalThis.source = ${JSON.stringify(script)}; 0`);
  return { loadMs: await timed('(0, eval)(source); 0'), evaluate, timed };
}
