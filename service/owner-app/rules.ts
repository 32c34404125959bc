import { html } from 'hono/html';
import type { Key, OwnerRule } from '../../lib/contract/owner-api.ts';
import type { Result } from '../../lib/contract/result.ts';
import { changeRule, createRule, listAllRules, removeRule } from '../operations/rules.ts';
import type { Refusal } from '../refusal.ts';
import { isBlank, required, textOf } from './forms.ts';
import { keysOf } from './keys.ts';
import { sections, type Html } from './layout.ts';
import {
  empty,
  item,
  linkButton,
  list,
  named,
  newCard,
  select,
  field,
  time,
} from './components.ts';
import {
  itemInUrl,
  itemPages,
  onGet,
  onPost,
  type OwnerApp,
  redirect,
  type Visit,
} from './visit.ts';

const ruleLabel = 'Rule';

type ListedRule = OwnerRule & { readonly created_at: string };

type Entered = Readonly<Record<'content' | 'key', string>>;

export function addRulesPages(owner: OwnerApp): void {
  onGet(owner, '/app/rules', (visit) => showRules(visit, { content: '', key: '' }));

  onPost(owner, '/app/rules', async (visit, form) => {
    const entered = { content: contentIn(form), key: textOf(form, 'key') };
    const key = entered.key === '' ? null : entered.key;
    const made = isBlank(entered.content)
      ? ruleRequired()
      : await visit.do(createRule, { content: entered.content, key });
    return made.ok ? redirect('/app/rules', 'rule-created') : showRules(visit, entered, made.error);
  });

  const rules = itemPages(owner, 'rules', ruleInUrl);
  rules.onEdit('/app/rules/:id', {
    title: 'Edit rule',
    parent: () => sections.rules,
    fields: (_, { content }, form) => ruleField(form === null ? content : contentIn(form), 5),
    save: async (visit, { id }, form) => {
      const content = contentIn(form);
      return isBlank(content) ? ruleRequired() : visit.do(changeRule, { id, content });
    },
    notice: 'rule-changed',
  });

  rules.onDelete('/app/rules/:id/delete', {
    label: 'Delete rule',
    ask: ({ content }) => ({
      title: 'Delete this rule?',
      text: html`Assistants will no longer be told “${named(content)}”. You can’t undo it.`,
      back: '/app/rules',
    }),
    delete: (visit, { id }) => visit.do(removeRule, { id }),
    notice: 'rule-deleted',
  });
}

function contentIn(form: URLSearchParams): string {
  return textOf(form, 'content');
}

function ruleRequired() {
  return required(ruleLabel, 'Write what assistants should do.');
}

async function rulesOf(visit: Visit): Promise<readonly ListedRule[]> {
  const listed = await visit.do(listAllRules);
  return listed.ok ? listed.value.rules : [];
}

async function ruleInUrl(visit: Visit): Promise<Result<ListedRule, Refusal>> {
  return itemInUrl(visit, await rulesOf(visit), 'rule');
}

async function showRules(visit: Visit, entered: Entered, refusal?: Refusal): Promise<Response> {
  const rules = await rulesOf(visit);
  const keys = await keysOf(visit);
  const holders = keys
    .filter(({ revoked_at }) => revoked_at === null)
    .map(({ id, name, last_four }) => [id, `${name} (…${last_four})`] as const);
  const body = html`<p class="lead">
      Instructions for assistants and other apps that use your library. It’s up to them to follow
      these.
    </p>
    ${list(
      rules.map((rule) => ruleRow(visit, rule, keys)),
      empty('No rules yet', 'Add one below, such as “Save recipes to Kitchen.”'),
    )}
    ${newCard(visit.session, 'New rule', {
      action: '/app/rules',
      fields: [
        ruleField(entered.content, 3),
        select({
          name: 'key',
          label: html`<span class="label">Applies to</span>`,
          options: [['', 'All apps'], ...holders],
          selected: entered.key,
        }),
      ],
      submit: 'Add rule',
    })}`;
  return visit.show({ section: 'rules', body }, refusal);
}

function ruleRow({ now }: Visit, rule: ListedRule, keys: readonly Key[]): Html {
  const { id, content, key, created_at } = rule;
  const holder = key === null ? 'all apps' : keys.find((known) => known.id === key)?.name;
  return item(
    html`<p class="quote" dir="auto">${content}</p>
      <p class="item-facts">
        Applies to ${named(holder ?? 'a key')} · Added ${time(created_at, now)}
      </p>`,
    [
      linkButton(`/app/rules/${id}`, 'Edit'),
      linkButton(`/app/rules/${id}/delete`, 'Delete', { look: 'quiet' }),
    ],
  );
}

function ruleField(value: string, rows: number): Html {
  return field({
    name: 'content',
    label: ruleLabel,
    value,
    rows,
    maxLength: 2000,
    isRequired: true,
  });
}
