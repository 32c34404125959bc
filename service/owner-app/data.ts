import { pipeline, Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { html } from 'hono/html';
import type { ImportReport } from '../../lib/contract/owner-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { download, exportAll, importAll } from '../operations/transfer.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { MAX_FORM_BYTES } from './forms.ts';
import { formTokenField, refusedPage, type Html } from './layout.ts';
import { count } from './components.ts';
import { isFormTokenOf } from './sessions.ts';
import { onGet, visitOf, type OwnerApp, type Visit } from './visit.ts';

const section = 'data';

export const dataText = {
  export: 'Download export',
  import: 'Import',
  file: 'Export file (.jsonl)',
} as const;

export function addDataPage(owner: OwnerApp): void {
  onGet(owner, '/app/data', (visit) => showData(visit));

  onGet(owner, '/app/data/export', async (visit) => {
    const lines = await visit.do(exportAll);
    const day = timestamp(visit.call.context.clock).slice(0, 10);
    return lines.ok ? download(lines.value, day) : refusedPage(lines.error);
  });

  owner.app.post('/app/data/import', async (hono) => {
    const visit = await visitOf(owner, hono);
    if (!visit.ok) return visit.error;
    const upload = await readUpload(hono.req.raw);
    if (!upload.ok) return refusedPage(upload.error);
    const { fields, file, discard } = upload.value;
    try {
      if (!isFormTokenOf(visit.value.session, fields.get('form_token'))) return await refusedPage();
      return await importFile(visit.value, file);
    } finally {
      discard();
    }
  });
}

async function importFile(visit: Visit, file: Upload['file']): Promise<Response> {
  const imported = await visit.do(importAll, { file });
  return imported.ok
    ? visit.show({ section, title: 'Import complete', body: reportBody(imported.value) })
    : showData(visit, imported.error);
}

function showData(visit: Visit, refusal?: Refusal): Promise<Response> {
  const body = html`<p class="lead">
      Back up your library, move it to another service, or bring one here.
    </p>
    <div class="pair">
      <section class="card" aria-labelledby="export">
        <h2 id="export">Export</h2>
        <p class="soft">
          One file with all your Memories, documents, notes, standing facts and rules. Keys and
          model settings aren’t included.
        </p>
        <div class="row">
          <a class="button" data-look="primary" href="/app/data/export" download
            >${dataText.export}</a
          >
        </div>
      </section>
      <section class="card" aria-labelledby="import">
        <h2 id="import">Import</h2>
        <p class="soft">
          Adds what you don’t have yet and leaves the rest unchanged. New documents are indexed in
          the background.
        </p>
        <form method="post" action="/app/data/import" enctype="multipart/form-data" class="fields">
          ${formTokenField(visit.session)}
          <label class="field"
            ><span class="label">${dataText.file}</span
            ><input
              class="input file"
              type="file"
              name="file"
              accept=".jsonl,application/jsonl"
              required
          /></label>
          <div class="row">
            <button class="button" data-look="secondary">${dataText.import}</button>
          </div>
        </form>
      </section>
    </div>`;
  return visit.show({ section, body }, refusal);
}

function reportBody(report: ImportReport): Html {
  const { memories, documents, notes, facts, rules } = report;
  const lines = [
    ['Memories', memories],
    ['Documents', documents],
    ['Notes', notes],
    ['Standing facts', facts],
    ['Rules', rules],
  ] as const;
  return html`<div class="card narrow">
    <h1>Import complete</h1>
    <table class="table">
      <thead>
        <tr>
          <th scope="col"><span class="visually-hidden">Kind</span></th>
          <th scope="col">Added</th>
          <th scope="col">Already here</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          ([name, { added, known }]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${added.toLocaleString('en')}</td>
              <td>${known.toLocaleString('en')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${
      rules.skipped === 0
        ? ''
        : html`<p>
            Skipped ${count(rules.skipped, 'rule')} for a key that doesn’t exist here. Exports don’t
            include keys.
          </p>`
    }
    <div class="row">
      <a class="button" data-look="primary" href="/app/memories">View Memories</a>
    </div>
  </div>`;
}

interface Upload {
  readonly fields: URLSearchParams;
  readonly file: AsyncIterable<Uint8Array>;
  /** Discards what wasn't read: a browser shows the response only after it has sent everything. */
  readonly discard: () => void;
}

/** Reads a form with a file, which must be the last field. The file is streamed, and only the rest has a limit. */
export async function readUpload({ headers, body }: Request): Promise<Result<Upload, Refusal>> {
  const parser = parserOf(headers.get('content-type') ?? '');
  const refusal = refuse('malformed', 'The request isn’t a form with a file.');
  if (body === null || parser === null) return refusal;
  const fields = new URLSearchParams();
  let opened: Readable | null = null;
  let length = 0;
  const sent = Readable.from(body, { objectMode: false });
  sent.on('data', (chunk: Uint8Array) => {
    length += chunk.length;
    if (opened === null && length > MAX_FORM_BYTES) sent.destroy();
  });
  const file = await new Promise<Readable | null>((resolve) => {
    parser.on('field', (name, value) => fields.append(name, value));
    parser.on('file', (_name, stream) => {
      // Without a listener, an error before anything reads the file would end the process.
      opened = stream.on('error', () => {});
      resolve(opened);
    });
    pipeline(sent, parser, (error) => {
      opened?.destroy(error ?? undefined);
      resolve(null);
    });
  });
  return file === null ? refusal : ok({ fields, file, discard: () => sent.destroy() });
}

function parserOf(type: string): BusboyInstance | null {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: { files: 1 } });
  } catch {
    return null; // It isn't the type of a form, or has no boundary.
  }
}
