/** Calls the device service from an extension page, without background and client, and measures the time there. */
import type { Page } from '@playwright/test';

export type HomeQuestion = { method: 'GET' | 'POST'; path: string; body?: unknown };
export type HomeAnswer = { body: string; ms: number };

/** Asks one after another; `ms` is from sending to the answer in that page, both messages included. */
export async function askInTurn(page: Page, asked: readonly HomeQuestion[]): Promise<HomeAnswer[]> {
  return page.evaluate(
    async (questions) => {
      const answers: { body: string; ms: number }[] = [];
      for (const question of questions) {
        const startedAt = performance.now();
        const { body } = await chrome.runtime.sendMessage(question);
        answers.push({ body, ms: performance.now() - startedAt });
      }
      return answers;
    },
    asked.map(({ method, path, body }) => ({
      target: 'device-home',
      method,
      path,
      headers: body === undefined ? [] : [['content-type', 'application/json']],
      body: body === undefined ? null : JSON.stringify(body),
    })),
  );
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<{ body: string }> };
};
