/** A service that records the documents it receives, for tests of the contents of a save. */
import { expect, type Page } from '@playwright/test';
import {
  addDocumentRequestSchema,
  type AddDocumentRequest,
} from '../../lib/contract/memory-api.ts';
import { askToSave } from '../browser/surfaces.ts';
import { en } from '../english.ts';
import { answerJson, startHostileService } from './hostile-service.ts';
import type { Keepsake } from './keepsake.ts';

export type ListeningService = {
  /** The received documents, oldest first. */
  documents: readonly AddDocumentRequest[];
  close: () => Promise<void>;
};

/** Starts the service and connects the extension to it instead of the service on this device. */
export async function connectListener(keepsake: Keepsake): Promise<ListeningService> {
  const service = await startHostileService();
  const documents: AddDocumentRequest[] = [];
  service.misbehave(/^\/v1\/documents$/, async (response, request) => {
    // The popup and the library list the stored documents.
    if (request.method === 'GET') {
      const listed = documents.map(({ custom_id, title }, index) => ({
        id: `d${index + 1}`,
        custom_id,
        title,
        learned: true,
      }));
      return answerJson(response, { documents: listed.toReversed() });
    }
    const chunks: Buffer[] = await request.toArray();
    documents.push(addDocumentRequestSchema.parse(JSON.parse(Buffer.concat(chunks).toString())));
    answerJson(response, { status: 'queued', document_id: `d${documents.length}` }, 202);
  });
  await keepsake.approveHost('http://127.0.0.1/*');
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(service.url);
  await settings
    .getByLabel(en('connections_key'), { exact: true })
    .fill('pms_key_for_what_is_brought_0001');
  await settings.keyboard.press('Enter');
  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
  ).toBeVisible();
  await settings.close();
  return { documents, close: () => service.close() };
}

/** Saves the page with the popup and returns what the service received. */
export async function sentBySaving(
  keepsake: Keepsake,
  page: Page,
  { documents }: ListeningService,
): Promise<AddDocumentRequest> {
  const before = documents.length;
  const popup = await askToSave(keepsake, page);
  await expect.poll(() => documents.length, { timeout: 60_000 }).toBe(before + 1);
  await popup.close();
  const sent = documents.at(-1);
  if (sent === undefined) throw new Error('Nothing was received.');
  return sent;
}
