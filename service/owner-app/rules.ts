/** Standing rules: what the owner wishes of whoever uses a credential. */
import { html } from 'hono/html';
import type { Key } from '../../lib/contracts/owner-api.ts';
import { changeRule, createRule, listAllRules, removeRule } from '../operations/standing-rules.ts';
import type { Refusal } from '../refusal.ts';
import { isLeftEmpty, leftEmpty, textOf } from './form.ts';
import { keysOf } from './keys.ts';
import { formTokenField, type Html } from './layout.ts';
import { confirmation, empty, named, textArea, time } from './parts.ts';
import { refusedPage } from './refused-page.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

const section = 'rules';

interface ShownRule {
  readonly id: string;
  readonly content: string;
  /** Id of the key it is for; null for all. */
  readonly key: string | null;
  readonly created_at: string;
}

interface Typed {
  readonly content: string;
  readonly key: string;
}

/** `/app/rules`. */
export function openRules(owner: OwnerApp): void {
  onGet(owner, '/app/rules', (visit) => showRules(visit, { content: '', key: '' }));

  onPost(owner, '/app/rules', async (visit, form) => {
    const typed = { content: textOf(form, 'content'), key: textOf(form, 'key') };
    const key = typed.key === '' ? null : typed.key;
    const made = isLeftEmpty(typed.content)
      ? saysNothing()
      : await visit.do(createRule, { content: typed.content, key });
    return made.ok ? redirect('/app/rules', 'rule-created') : showRules(visit, typed, made.error);
  });

  onGet(owner, '/app/rules/:id', (visit) =>
    withRule(visit, (rule) => visit.show(rulePage(visit, rule, rule.content))),
  );

  onPost(owner, '/app/rules/:id', (visit, form) =>
    withRule(visit, async (rule) => {
      const content = textOf(form, 'content');
      const changed = isLeftEmpty(content)
        ? saysNothing()
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
        sentence: html`“${named(content)}” is told to no program any more.`,
        action: `/app/rules/${id}/delete`,
        label: 'Delete the rule',
        back: '/app/rules',
      });
      return visit.show({ section, title: 'Delete a rule', body });
    }),
  );

  onPost(owner, '/app/rules/:id/delete', (visit) =>
    withRule(visit, async ({ id }) => {
      const deleted = await visit.do(removeRule, { id });
      return deleted.ok ? redirect('/app/rules', 'rule-deleted') : refusedPage(deleted.error);
    }),
  );
}

function saysNothing() {
  return leftEmpty('Rule', 'Write what you ask of programs.');
}

async function rulesOf(visit: Visit): Promise<readonly ShownRule[]> {
  const listed = await visit.do(listAllRules);
  return listed.ok ? listed.value.rules : [];
}

async function withRule(
  visit: Visit,
  show: (rule: ShownRule) => Promise<Response>,
): Promise<Response> {
  const id = visit.request.param('id');
  const rule = (await rulesOf(visit)).find((known) => known.id === id);
  if (rule !== undefined) return show(rule);
  return refusedPage({ kind: 'unknown', message: 'There is no such rule.', details: {} });
}

async function showRules(visit: Visit, typed: Typed, refusal?: Refusal): Promise<Response> {
  const rules = await rulesOf(visit);
  const keys = await keysOf(visit);
  const body = html`<h1>Rules</h1>
    <p class="lead">
      What you ask of programs that use your memory. They are told; whether they follow is up to
      them.
    </p>
    ${
      rules.length === 0
        ? empty(
            'No rule yet',
            'Write one below, such as “Save recipes to Kitchen, and nothing else there”.',
          )
        : html`<ul class="rows">
            ${rules.map((rule) => ruleRow(visit, rule, keys))}
          </ul>`
    }
    <section class="card" aria-labelledby="new">
      <h2 id="new">New rule</h2>
      <form method="post" action="/app/rules" class="fields">
        ${formTokenField(visit.session)}${textArea({
          name: 'content',
          label: 'Rule',
          value: typed.content,
          isRequired: true,
        })}
        <label class="field"
          ><span class="label">For</span
          ><select class="input" name="key">
            <option value="">Every program</option>
            ${keys
              .filter(({ revoked_at }) => revoked_at === null)
              .map(
                ({ id, name, last_four }) =>
                  html`<option dir="auto" value="${id}" ${id === typed.key ? html`selected` : ''}>
                    ${name} (…${last_four})
                  </option>`,
              )}
          </select></label
        >
        <div class="row"><button class="button" data-look="primary">Add the rule</button></div>
      </form>
    </section>`;
  const shown = { section, title: 'Rules', body } as const;
  return refusal === undefined ? visit.show(shown) : visit.showRefusal(refusal, shown);
}

function ruleRow({ now }: Visit, rule: ShownRule, keys: readonly Key[]): Html {
  const { id, content, key, created_at } = rule;
  const holder = key === null ? 'Every program' : keys.find((known) => known.id === key)?.name;
  return html`<li class="item">
    <div class="item-main">
      <p class="quote" dir="auto">${content}</p>
      <p class="item-facts">For: ${named(holder ?? 'a key')} · since ${time(created_at, now)}</p>
    </div>
    <div class="item-actions">
      <a class="button" data-look="secondary" data-size="small" href="/app/rules/${id}">Change</a>
      <a class="button" data-look="quiet" data-size="small" href="/app/rules/${id}/delete"
        >Delete</a
      >
    </div>
  </li>`;
}

function rulePage({ session }: Visit, { id }: ShownRule, content: string) {
  const body = html`<p class="crumbs"><a href="/app/rules">Rules</a></p>
    <div class="card narrow">
      <h1>Change the rule</h1>
      <form method="post" action="/app/rules/${id}" class="fields">
        ${formTokenField(session)}${textArea({
          name: 'content',
          label: 'Rule',
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
  return { section, title: 'Change a rule', body } as const;
}
