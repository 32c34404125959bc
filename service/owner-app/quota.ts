/** Shows what an account uses of its quota, and reads a quota from a form. */
import { html } from 'hono/html';
import { ok, type Result } from '../../lib/contract/result.ts';
import type { DescribedAccount } from '../operations/accounts.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { field } from './components.ts';
import { textOf } from './forms.ts';
import type { Html } from './layout.ts';

const MB = 1_000_000;

/** Returns what is used of each limit; an empty text if there is none. */
export function usageOf({ quota, used }: DescribedAccount): string {
  const parts: string[] = [];
  const { documents, bytes, turns_per_day: turns } = quota;
  if (documents !== null) parts.push(`${shown(used.documents)} of ${shown(documents)} documents`);
  if (bytes !== null) parts.push(`${shown(used.bytes / MB)} of ${shown(bytes / MB)} MB of text`);
  if (turns !== null)
    parts.push(`${shown(used.turns_today)} of ${shown(turns)} questions and new facts today`);
  return parts.join(' · ');
}

function shown(amount: number): string {
  return amount.toLocaleString('en', { maximumFractionDigits: 2 });
}

interface QuotaField {
  readonly name: keyof DescribedAccount['quota'];
  readonly label: string;
  readonly hint?: string;
  readonly unit: number;
}

const fields: readonly QuotaField[] = [
  { name: 'documents', label: 'Documents', unit: 1 },
  { name: 'bytes', label: 'Text, in MB', hint: 'Of documents, notes and facts.', unit: MB },
  {
    name: 'turns_per_day',
    label: 'Questions and new standing facts a day',
    hint: 'A day starts at 00:00 UTC.',
    unit: 1,
  },
];

export function quotaFields({ quota }: DescribedAccount, form: URLSearchParams | null): Html {
  const valueOf = ({ name, unit }: QuotaField) => {
    const limit = quota[name];
    return limit === null ? '' : String(limit / unit);
  };
  return html`<p class="soft">
      Leave a field empty for no limit. Nothing is deleted if an account already has more.
    </p>
    ${fields.map(({ name, label, hint, unit }) =>
      field({
        name,
        label,
        value: form === null ? valueOf({ name, label, unit }) : textOf(form, name),
        ...(hint === undefined ? {} : { hint }),
      }),
    )}`;
}

export function quotaIn(
  form: URLSearchParams,
): Result<Partial<DescribedAccount['quota']>, Refusal> {
  const quota: Partial<Record<QuotaField['name'], number | null>> = {};
  for (const { name, label, unit } of fields) {
    const text = textOf(form, name).trim();
    const isNumber = unit === 1 ? /^\d{1,12}$/.test(text) : /^\d{1,9}(?:\.\d{1,6})?$/.test(text);
    if (text !== '' && !isNumber) {
      return refuse(
        'invalid',
        `Enter a number such as 500 for “${label}”, or leave it empty for no limit.`,
      );
    }
    quota[name] = text === '' ? null : Math.round(Number(text) * unit);
  }
  return ok(quota);
}
