/** Rules: instructions for assistants, for all of them or for the holder of one key. */
import { html } from 'hono/html';
import type { Key } from '../../lib/contract/owner-api.ts';
import { changeRule, createRule, listAllRules, removeRule } from '../operations/rules.ts';
import type { Refusal } from '../refusal.ts';
import { isBlank, required, textOf } from './forms.ts';
import { keysOf } from './keys.ts';
import { formTokenField, refusedPage, type Html } from './layout.ts';
import { confirmation, empty, named, textArea, time } from './parts.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

const section = 'rules';
const ruleLabel = 'Rule';

interface ListedRule {
  readonly id: string;
  readonly content: string;
  /** Id of the key it applies to; null for all. */
  readonly key: string | null;
  readonly created_at: string;
}

interface Entered {
  readonly content: string;
  readonly key: string;
}

/** Adds `/app/rules`. */
export function addRulesPages(owner: OwnerApp): void {
  onGet(owner, '/app/rules', (visit) => showRules(visit, { content: '', key: '' }));

  onPost(owner, '/app/rules', async (visit, form) => {
    const entered = { content: textOf(form, 'content'), key: textOf(form, 'key') };
    const key = entered.key === '' ? null : entered.key;
    const made = isBlank(entered.content)
      ? ruleRequired()
      : await visit.do(createRule, { content: entered.content, key });
    return made.ok ? redirect('/app/rules', 'rule-created') : showRules(visit, entered, made.error);
  });

  onGet(owner, '/app/rules/:id', (visit) =>
    withRule(visit, (rule) => visit.show(rulePage(visit, rule, rule.content))),
  );

  onPost(owner, '/app/rules/:id', (visit, form) =>
    withRule(visit, async (rule) => {
      const content = textOf(form, 'content');
      const changed = isBlank(content)
        ? ruleRequired()
        : await visit.do(changeRule, { id: rule.id, content });
      return changed.ok
        ? redirect('/app/rules', 'rule-changed')
        : visit.showRefusal(changed.error, rulePage(visit, rule, content));
    }),
  );

  onGet(owner, '/app/rules/:id/delete', (visit) =>
    withRule(visit, ({ id, content }) => {
      const body = confirmation(visit.session, {
        title: 'Delete this rule?',
        text: html`Assistants will no longer be told “${named(content)}”.`,
        action: `/app/rules/${id}/delete`,
        label: 'Delete rule',
        back: '/app/rules',
      });
      return visit.show({ section, title: 'Delete rule', body });
    }),
  );

  onPost(owner, '/app/rules/:id/delete', (visit) =>
    withRule(visit, async ({ id }) => {
      const deleted = await visit.do(removeRule, { id });
      return deleted.ok ? redirect('/app/rules', 'rule-deleted') : refusedPage(deleted.error);
    }),
  );
}

function ruleRequired() {
  return required(ruleLabel, 'Write what assistants should do.');
}

async function rulesOf(visit: Visit): Promise<readonly ListedRule[]> {
  const listed = await visit.do(listAllRules);
  return listed.ok ? listed.value.rules : [];
}

async function withRule(
  visit: Visit,
  show: (rule: ListedRule) => Promise<Response>,
): Promise<Response> {
  const id = visit.request.param('id');
  const rule = (await rulesOf(visit)).find((known) => known.id === id);
  if (rule !== undefined) return show(rule);
  return refusedPage({ kind: 'unknown', message: 'There’s no such rule.', details: {} });
}

async function showRules(visit: Visit, entered: Entered, refusal?: Refusal): Promise<Response> {
  const rules = await rulesOf(visit);
  const keys = await keysOf(visit);
  const body = html`<h1>Rules</h1>
    <p class="lead">
      Instructions for assistants and other apps that use your library. It’s up to them to follow
      these.
    </p>
    ${
      rules.length === 0
        ? empty('No rules yet', 'Add one below, such as “Save recipes to Kitchen.”')
        : html`<ul class="rows">
            ${rules.map((rule) => ruleRow(visit, rule, keys))}
          </ul>`
    }
    <section class="card" aria-labelledby="new">
      <h2 id="new">New rule</h2>
      <form method="post" action="/app/rules" class="fields">
        ${formTokenField(visit.session)}${textArea({
          name: 'content',
          label: ruleLabel,
          value: entered.content,
          isRequired: true,
        })}
        <label class="field"
          ><span class="label">Applies to</span
          ><select class="input" name="key">
            <option value="">All apps</option>
            ${keys
              .filter(({ revoked_at }) => revoked_at === null)
              .map(
                ({ id, name, last_four }) =>
                  html`<option dir="auto" value="${id}" ${id === entered.key ? html`selected` : ''}>
                    ${name} (…${last_four})
                  </option>`,
              )}
          </select></label
        >
        <div class="row"><button class="button" data-look="primary">Add rule</button></div>
      </form>
    </section>`;
  const shown = { section, title: 'Rules', body } as const;
  return refusal === undefined ? visit.show(shown) : visit.showRefusal(refusal, shown);
}

function ruleRow({ now }: Visit, rule: ListedRule, keys: readonly Key[]): Html {
  const { id, content, key, created_at } = rule;
  const holder = key === null ? 'all apps' : keys.find((known) => known.id === key)?.name;
  return html`<li class="item">
    <div class="item-main">
      <p class="quote" dir="auto">${content}</p>
      <p class="item-facts">
        Applies to ${named(holder ?? 'a key')} · Added ${time(created_at, now)}
      </p>
    </div>
    <div class="item-actions">
      <a class="button" data-look="secondary" data-size="small" href="/app/rules/${id}">Edit</a>
      <a class="button" data-look="quiet" data-size="small" href="/app/rules/${id}/delete"
        >Delete</a
      >
    </div>
  </li>`;
}

function rulePage({ session }: Visit, { id }: ListedRule, content: string) {
  const body = html`<p class="crumbs"><a href="/app/rules">Rules</a></p>
    <div class="card narrow">
      <h1>Edit rule</h1>
      <form method="post" action="/app/rules/${id}" class="fields">
        ${formTokenField(session)}${textArea({
          name: 'content',
          label: ruleLabel,
          value: content,
          rows: 5,
          isRequired: true,
        })}
        <div class="row">
          <button class="button" data-look="primary">Save</button>
          <a class="button" data-look="secondary" href="/app/rules">Cancel</a>
        </div>
      </form>
    </div>`;
  return { section, title: 'Edit rule', body } as const;
}
