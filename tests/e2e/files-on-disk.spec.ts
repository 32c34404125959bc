/**
 * Tests saving local files in Chromium: they are read if the browser allows it, and otherwise the person gets
 * instructions.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { visit } from '../browser/surfaces.ts';
import { reportPdf } from '../fixtures/pdf/files.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { type Keepsake, test } from './keepsake.ts';
import { connectListener, sentBySaving } from './listening-service.ts';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-files-'));
  await writeFile(
    join(folder, 'ledger.html'),
    articleHtml({ title: 'The ledger', paragraphs: [filler(12)] }),
  );
  await writeFile(join(folder, 'report.pdf'), reportPdf());
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test('saves local files if the browser allows it, and otherwise explains how to allow it', async ({
  keepsake,
}) => {
  const service = await connectListener(keepsake);
  const address = (name: string) => pathToFileURL(join(folder, name)).href;

  await test.step('explains where to find the browser’s switch while it is off', async () => {
    await switchFiles(keepsake, false);
    const page = await visit(keepsake, address('report.pdf'));

    const popup = await keepsake.openPopup(page);

    await expect(popup.getByText(en('errors_page_unseen_next'))).toBeVisible();
    await expect(popup.getByRole('button', { name: en('popup_save') })).toHaveCount(0);
    await page.close();
    await switchFiles(keepsake, true);
  });

  await test.step('saves a page like any other', async () => {
    const page = await visit(keepsake, address('ledger.html'));

    const sent = await sentBySaving(keepsake, page, service);

    expect(sent).toMatchObject({ title: 'The ledger', custom_id: address('ledger.html') });
    expect(sent.content).toContain('The keeper wrote down');
    await page.close();
  });

  await test.step('reads a PDF once the person allows files', async () => {
    await keepsake.approveHost('file:///*');
    const page = await visit(keepsake, address('report.pdf'));
    const popup = await keepsake.openPopup(page);
    const preview = popup.locator('.page-preview');
    await expect(preview).toContainText(en('errors_pdf_file_not_permitted_title'));

    await popup.getByRole('button', { name: en('preview_allowFiles') }).click();

    await expect(preview.locator('.page-opening')).toContainText(
      'The tides of the year were lower',
    );
    await popup.close();
    const sent = await sentBySaving(keepsake, page, service);
    expect(sent).toMatchObject({
      title: 'Report of the Harbour Board',
      custom_id: address('report.pdf'),
    });
    expect(sent.content).toMatch(/\[p\. 1\].*a copper hygrometer/s);
    await page.close();
  });
  await service.close();
});

/** Sets the switch for file access, as the person does on the extension's page in the browser. */
async function switchFiles(keepsake: Keepsake, isOn: boolean): Promise<void> {
  const { context, extensionId: id } = keepsake;
  const page = await context.newPage();
  await page.goto(`chrome://extensions/?id=${id}`);
  await page.evaluate((change) => chrome.developerPrivate.updateExtensionConfiguration(change), {
    extensionId: id,
    fileAccess: isOn,
  });
  // Changing the switch restarts the extension, and leaves an unpacked one disabled.
  const state = () =>
    page.evaluate(async (of) => (await chrome.developerPrivate.getExtensionInfo(of)).state, id);
  await expect.poll(state).toBe('DISABLED');
  // Enable it again if the browser was still restarting the extension.
  await expect
    .poll(async () => {
      await page.evaluate((of) => chrome.management.setEnabled(of, true), id);
      return state();
    })
    .toBe('ENABLED');
  await page.close();
}

declare const chrome: {
  developerPrivate: {
    updateExtensionConfiguration: (change: object) => Promise<void>;
    getExtensionInfo: (id: string) => Promise<{ state: string }>;
  };
  management: { setEnabled: (id: string, isEnabled: boolean) => Promise<void> };
};
