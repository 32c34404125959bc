/**
 * Opens the device service's page. Service workers can't start workers, but an offscreen document can (in Firefox, a
 * frame).
 */
import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { WireRequest } from '../contract/device-wire.ts';
import { listenToMessages } from './message-listening.ts';
import { extensionIdentity, sendMessage } from './runtime.ts';

const path = '/device-service.html';
let opening: Promise<void> | null = null;

/** Concurrent calls share one attempt. */
export function openDeviceServicePage(): Promise<void> {
  opening ??= (browser.offscreen === undefined ? openFrame() : openOffscreen()).finally(() => {
    opening = null;
  });
  return opening;
}

async function openOffscreen(): Promise<void> {
  if (await browser.offscreen.hasDocument()) return;
  await browser.offscreen.createDocument({
    url: path,
    reasons: [browser.offscreen.Reason.WORKERS],
    justification: 'Runs the library’s SQLite database in a worker on this device.',
  });
}

function openFrame(): Promise<void> {
  const url = browser.runtime.getURL(path);
  if (document.querySelector(`iframe[src="${url}"]`) !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.addEventListener('load', () => resolve());
    frame.addEventListener('error', () =>
      reject(new Error('The service on this device did not load.')),
    );
    frame.src = url;
    document.body.append(frame);
  });
}

/** Returns the unparsed response of the device service's page. */
export async function askDeviceServicePage(request: WireRequest): Promise<unknown> {
  await openDeviceServicePage();
  return sendMessage(request);
}

/** Responds only to the extension's own pages and background. */
export function answerBackground<Request>(
  schema: z.ZodMiniType<Request>,
  answer: (request: Request) => Promise<unknown>,
): void {
  const ownUrl = `${extensionIdentity.origin}/`;
  listenToMessages((message, sender) => {
    const request = z.safeParse(schema, message);
    if (!request.success || sender.id !== extensionIdentity.id) return undefined;
    return sender.url?.startsWith(ownUrl) === true ? answer(request.data) : undefined;
  });
}
