/** Taking everything out as one file, and in again. */
import { html } from 'hono/html';
import type { Refusal } from '../refusal.ts';
import { timestamp } from '../ports.ts';
import { download, exportAll, importAll } from '../transfer/transfer.ts';
import type { ImportReport } from '../transfer/import-report.ts';
import { formTokenField, type Html } from './layout.ts';
import { count } from './parts.ts';
import { refusedPage } from './refused-page.ts';
import { isFormTokenOf } from './sessions.ts';
import { readUpload, type Upload } from './upload.ts';
import { onGet, redirect, visitOf, type OwnerApp, type Visit } from './visit.ts';

const section = 'data';

/** `/app/data`. */
export function openData(owner: OwnerApp): void {
  onGet(owner, '/app/data', (visit) => showData(visit));

  onGet(owner, '/app/data/export', async (visit) => {
    const lines = await visit.do(exportAll);
    const day = timestamp(visit.call.context.clock).slice(0, 10);
    return lines.ok ? download(lines.value, day) : refusedPage(lines.error);
  });

  owner.app.post('/app/data/import', async (hono) => {
    const visit = await visitOf(owner, hono);
    if (visit === null) return redirect('/app/sign-in');
    const upload = await readUpload(hono.req.raw);
    if (!upload.ok) return refusedPage(upload.error);
    const { fields, file, leave } = upload.value;
    try {
      if (!isFormTokenOf(visit.session, fields.get('form_token'))) return await refusedPage();
      return await takeIn(visit, file);
    } finally {
      await leave();
    }
  });
}

async function takeIn(visit: Visit, file: Upload['file']): Promise<Response> {
  const imported = await visit.do(importAll, { file });
  return imported.ok
    ? visit.show({ section, title: 'The import is done', body: reportBody(imported.value) })
    : showData(visit, imported.error);
}

function showData(visit: Visit, refusal?: Refusal): Promise<Response> {
  const body = html`<h1>Export &amp; import</h1>
    <p class="lead">Your memory is yours: take it with you, keep a copy, or bring it here.</p>
    <div class="pair">
      <section class="card" aria-labelledby="export">
        <h2 id="export">Export</h2>
        <p class="soft">
          One file with every Memory, document, note, standing fact and rule. Keys and the agent’s
          settings are not in it.
        </p>
        <div class="row">
          <a class="button" data-look="primary" href="/app/data/export" download
            >Download the export</a
          >
        </div>
      </section>
      <section class="card" aria-labelledby="import">
        <h2 id="import">Import</h2>
        <p class="soft">
          What is here already stays as it is and is not doubled. What is new is learned one after
          the other.
        </p>
        <form method="post" action="/app/data/import" enctype="multipart/form-data" class="fields">
          ${formTokenField(visit.session)}
          <label class="field"
            ><span class="label">An export, .jsonl</span
            ><input
              class="input file"
              type="file"
              name="file"
              accept=".jsonl,application/jsonl"
              required
          /></label>
          <div class="row"><button class="button" data-look="secondary">Import</button></div>
        </form>
      </section>
    </div>`;
  const shown = { section, title: 'Export & import', body } as const;
  return refusal === undefined ? visit.show(shown) : visit.showRefusal(refusal, shown);
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
    <h1>The import is done</h1>
    <table class="table">
      <thead>
        <tr>
          <th scope="col"><span class="visually-hidden">What</span></th>
          <th scope="col">New</th>
          <th scope="col">Known</th>
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
            Left out: ${count(rules.skipped, 'rule')} for a key that is not here, since keys are not
            in an export.
          </p>`
    }
    <div class="row">
      <a class="button" data-look="primary" href="/app/memories">See the Memories</a>
    </div>
  </div>`;
}
