/**
 * Calls the service on this device from an extension page, bypassing background and client, and times the calls there.
 */
import type { Page } from '@playwright/test';

export type DeviceRequest = { method: 'GET' | 'POST'; path: string; body?: unknown };
export type TimedResponse = { body: string; ms: number };

/** Sends the requests one after the other. `ms` is the time from a request to its response, measured in the page. */
export async function sendInOrder(
  page: Page,
  sent: readonly DeviceRequest[],
): Promise<TimedResponse[]> {
  return page.evaluate(
    async (requests) => {
      const responses: { body: string; ms: number }[] = [];
      for (const request of requests) {
        const startedAt = performance.now();
        const { body } = await chrome.runtime.sendMessage(request);
        responses.push({ body, ms: performance.now() - startedAt });
      }
      return responses;
    },
    sent.map(({ method, path, body }) => ({
      target: 'device-service',
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
