import './rules-section.css';
import { ListStatus } from '../app/list-status.tsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { OwnerRule } from '../../lib/contract/owner-api.ts';
import { EditableRow, Section } from '../ui/section.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import { Button, classNames, QuietButton } from '../ui/button.tsx';
import { type ErrorWords, errorWords } from '../../lib/i18n/errors.ts';
import { shortened } from '../../lib/text/cut-text.ts';
import { useBridge } from '../app/bridge.ts';
import { useCommand } from '../app/use-command.ts';
import { type Read, useQuery } from '../app/use-query.ts';

const listRules: Read<OwnerRule[]> = ({ ask }) => ask('rules.list', {});

export function RulesSection() {
  const { ask } = useBridge();
  // An import reports a changed connection.
  const { state, reload } = useQuery(listRules, {
    reloadsOn: ['rules.changed', 'connection.status-changed'],
  });
  /** Rules deleted since the page was opened, which can be restored. */
  const [deleted, setDeleted] = useState<readonly OwnerRule[]>([]);
  const [error, setError] = useState<AppError | null>(null);
  const [edited, setEdited] = useState<readonly EditedRule[]>([]);
  const undoRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const isReady = state.status === 'ready';
  const rules = isReady ? shownRules(state.value, edited) : [];

  const reloadIfDone = async (done: Result<unknown, AppError>) => {
    if (done.ok) await reload();
    return done;
  };
  const remove = async (rule: OwnerRule) => {
    const removed = await ask('rules.delete', { id: rule.id });
    setError(removed.ok ? null : removed.error);
    if (removed.ok) setDeleted((before) => [...without(before, rule), rule]);
    await reload();
  };
  const undo = async (rule: OwnerRule) => {
    const added = await ask('rules.add', { content: rule.content, key: rule.key });
    setError(added.ok ? null : added.error);
    if (added.ok) setDeleted((before) => without(before, rule));
    await reload();
  };
  const edit = (rule: OwnerRule, at: number) => setEdited((before) => [...before, { rule, at }]);
  const leave = ({ id }: OwnerRule) =>
    setEdited((before) => before.filter(({ rule }) => rule.id !== id));
  const deletedBefore = useRef(deleted);
  useEffect(() => {
    if (deleted === deletedBefore.current) return;
    deletedBefore.current = deleted;
    const lastUndo = [...(undoRef.current?.querySelectorAll('button') ?? [])].at(-1);
    (lastUndo ?? headingRef.current)?.focus();
  }, [deleted]);

  return (
    <Section
      id="rules"
      title={t('settings_rules_title')}
      text={t('settings_rules_text')}
      headingRef={headingRef}
    >
      <ListStatus state={state} reload={reload} />
      {isReady && rules.length === 0 ? (
        <p className="settings-empty">{t('settings_rules_empty')}</p>
      ) : null}
      {rules.length > 0 ? (
        <ul className="settings-list" aria-label={t('settings_rules_list')}>
          {rules.map((rule, at) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              isEditing={edited.some((one) => one.rule.id === rule.id)}
              onEdit={() => edit(rule, at)}
              onLeave={() => leave(rule)}
              onChange={async (content) =>
                reloadIfDone(await ask('rules.change', { id: rule.id, content }))
              }
              onDelete={() => void remove(rule)}
            />
          ))}
        </ul>
      ) : null}
      <div className="settings-undos" aria-live="polite" ref={undoRef}>
        {deleted.map((rule) => {
          const content = ruleName(rule.content);
          return (
            <div key={rule.id} className="settings-undo">
              <span>{t('settings_rules_deleted', { content })}</span>
              <QuietButton
                aria-label={t('settings_rules_undoOf', { content })}
                onClick={() => void undo(rule)}
              >
                {t('common_undo')}
              </QuietButton>
            </div>
          );
        })}
      </div>
      {error === null ? null : <ErrorAlert error={error} />}
      {isReady ? (
        <RuleForm
          label={t('settings_rules_label')}
          action={t('settings_rules_add')}
          onSubmit={async (content) => reloadIfDone(await ask('rules.add', { content, key: null }))}
        />
      ) : null}
    </Section>
  );
}

type RuleFormProps = {
  label: string;
  /** The current rule; omitted for a new one. */
  content?: string;
  action: string;
  errorWordsOf?: (error: AppError) => ErrorWords;
  onSubmit: (content: string) => Promise<Result<unknown, AppError>>;
  /** Omitted if the form stays open for the next rule. */
  onCancel?: () => void;
};

function RuleForm(props: RuleFormProps) {
  const { content: before = '', onSubmit, onCancel } = props;
  const [content, setContent] = useState(before);
  const { state, run } = useCommand((_, wanted: string) => onSubmit(wanted));
  const id = useId();
  const fieldRef = useRef<HTMLTextAreaElement>(null);

  async function submit(): Promise<void> {
    if (content.trim() === '') return;
    if (content === before) return onCancel?.();
    const done = await run(content);
    if (done?.ok === true && onCancel === undefined) setContent('');
    fieldRef.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel?.();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void submit();
  }

  return (
    <form
      className="settings-rule-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label
        className={classNames('text-field-label', before !== '' && 'visually-hidden')}
        htmlFor={id}
      >
        {props.label}
      </label>
      <textarea
        id={id}
        ref={fieldRef}
        className="text-field-input settings-rule-field"
        dir="auto"
        rows={2}
        maxLength={2000}
        placeholder={t('settings_rules_placeholder')}
        value={content}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- shown because the person asked to change the rule
        autoFocus={onCancel !== undefined}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {state.status === 'failed' ? (
        <ErrorAlert error={state.error} wordsOf={props.errorWordsOf ?? errorWords} />
      ) : null}
      <div className="settings-form-actions">
        <Button
          look={onCancel === undefined ? 'secondary' : 'primary'}
          submits
          busy={state.status === 'running'}
          disabled={content.trim() === ''}
        >
          {state.status === 'running' ? t('common_saving') : props.action}
        </Button>
        {onCancel === undefined ? null : (
          <Button look="quiet" onClick={onCancel}>
            {t('common_cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

type RuleRowProps = {
  rule: OwnerRule;
  isEditing: boolean;
  onEdit: () => void;
  onLeave: () => void;
  onChange: (content: string) => Promise<Result<unknown, AppError>>;
  onDelete: () => void;
};

function RuleRow(props: RuleRowProps) {
  const { rule, isEditing, onEdit, onLeave, onChange, onDelete } = props;
  const name = ruleName(rule.content);
  const editLabel = t('settings_rules_edit', { content: name });
  const form = (
    <RuleForm
      label={editLabel}
      content={rule.content}
      action={t('common_save')}
      errorWordsOf={ruleErrorWords}
      onSubmit={async (content) => {
        const changed = await onChange(content);
        if (changed.ok) onLeave();
        return changed;
      }}
      onCancel={onLeave}
    />
  );
  return (
    <EditableRow
      form={isEditing ? form : null}
      isRule
      editLabel={editLabel}
      deleteLabel={t('settings_rules_delete', { content: name })}
      onEdit={onEdit}
      onDelete={onDelete}
    >
      <p className="settings-rule" dir="auto">
        {rule.content}
      </p>
      {rule.key === null ? null : <p className="settings-row-note">{t('settings_rules_forOne')}</p>}
    </EditableRow>
  );
}

type EditedRule = { rule: OwnerRule; at: number };

/** Keeps a rule being edited in place even if it was deleted elsewhere, so the edit isn't lost. */
export function shownRules(
  rules: readonly OwnerRule[],
  edited: readonly EditedRule[],
): readonly OwnerRule[] {
  const gone = edited.filter(({ rule }) => rules.every(({ id }) => id !== rule.id));
  return gone
    .toSorted((a, b) => a.at - b.at)
    .reduce<readonly OwnerRule[]>((shown, { rule, at }) => shown.toSpliced(at, 0, rule), rules);
}

function without(rules: readonly OwnerRule[], rule: OwnerRule): OwnerRule[] {
  return rules.filter(({ id }) => id !== rule.id);
}

/** Replaces the usual text for “not found”, which is about a Memory. */
export function ruleErrorWords(error: AppError): ErrorWords {
  const words = errorWords(error);
  if (error.code !== 'memory.not-found') return words;
  return { ...words, title: t('settings_rules_gone_title'), next: t('settings_rules_gone_next') };
}

function ruleName(content: string): string {
  return shortened(content, 60);
}
