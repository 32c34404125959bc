/**
 * Keeps the page that hosts the device connection's worker: a service worker cannot start one itself. Chromium has offscreen
 * documents for that; Firefox's background is a page, which holds it in a frame.
 */
import { browser } from 'wxt/browser';
import { type WireRequest, wireRequestSchema } from '../contract/device-wire.ts';
import { extensionIdentity, listenToMessages, sendMessage } from './runtime.ts';

const path = '/device-service.html';
let opening: Promise<void> | null = null;

/** Opens the page where it is not open; questions asked at once share one opening. */
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
    justification: 'Runs the person’s own memory (SQLite) in a worker on this device.',
  });
}

function openFrame(): Promise<void> {
  const url = browser.runtime.getURL(path);
  if (document.querySelector(`iframe[src="${url}"]`) !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.addEventListener('load', () => resolve());
    frame.addEventListener('error', () => reject(new Error('The device connection did not load.')));
    frame.src = url;
    document.body.append(frame);
  });
}

/** Sends one request to the page, opening it first; gives the page's reply unparsed. */
export async function askDeviceServicePage(request: WireRequest): Promise<unknown> {
  await openDeviceServicePage();
  return sendMessage(request);
}

/** Answers the background's requests inside that page; anyone else's are left unanswered. */
export function answerBackground(link: { ask: (request: WireRequest) => Promise<unknown> }): void {
  const ownUrl = `${extensionIdentity.origin}/`;
  listenToMessages((message, sender) => {
    const request = wireRequestSchema.safeParse(message);
    if (!request.success || sender.id !== extensionIdentity.id) return undefined;
    if (sender.url?.startsWith(ownUrl) !== true) return undefined;
    return link.ask(request.data);
  });
}
