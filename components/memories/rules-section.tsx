import './rules-section.css';
import { useEffect, useRef, useState, type KeyboardEvent, useId, useCallback } from 'react';
import type { OwnerRule } from '../../lib/contract/owner-api.ts';
import { ListSkeleton, Section } from '../ui/section.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import { type Result, ok } from '../../lib/contract/result.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/button.tsx';
import { type ErrorWords, errorWords } from '../app/error-text.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { shortened } from '../../lib/text/cut-text.ts';
import { useReturnedFocus } from '../ui/use-returned-focus.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { changesRules, type Listing, useSettingsList } from './use-settings-list.ts';

/** Lists the rules; adds, edits and deletes them, with undo. */
export function RulesSection() {
  const { listing, reload, add, change, deleted, trouble, remove, undo } = useSettingsRules();
  const [edited, setEdited] = useState<readonly EditedRule[]>([]);
  const undoRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const rules = listing.status === 'ready' ? shownRules(listing.items, edited) : [];

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
      {listing.status === 'loading' ? <ListSkeleton /> : null}
      {listing.status === 'failed' ? (
        <Trouble error={listing.error} onRetry={() => void reload()} />
      ) : null}
      {listing.status === 'ready' && rules.length === 0 ? (
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
              onChange={(content) => change(rule.id, content)}
              onDelete={() => void remove(rule)}
            />
          ))}
        </ul>
      ) : null}
      <div className="settings-undos" aria-live="polite" ref={undoRef}>
        <DeletedRules rules={deleted} onUndo={(rule) => void undo(rule)} />
      </div>
      {trouble === null ? null : <Trouble error={trouble} />}
      {listing.status === 'ready' ? (
        <RuleForm
          label={t('settings_rules_label')}
          action={t('settings_rules_add')}
          working={t('common_saving')}
          onSubmit={add}
        />
      ) : null}
    </Section>
  );
}

type RuleFormProps = {
  label: string;
  hidesLabel?: boolean;
  /** The current text. */
  content?: string;
  action: string;
  working: string;
  errorWordsOf?: (error: AppError) => ErrorWords;
  onSubmit: (content: string) => Promise<Result<null, AppError>>;
  /** Left out if the form stays open for the next rule. */
  onCancel?: () => void;
};

/** A text field for a rule: Enter submits, Shift+Enter starts a new line, Escape cancels. */
function RuleForm(props: RuleFormProps) {
  const { content: before = '', onSubmit, onCancel } = props;
  const [content, setContent] = useState(before);
  const [isWorking, setIsWorking] = useState(false);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  const id = useId();
  const fieldRef = useRef<HTMLTextAreaElement>(null);

  async function submit(): Promise<void> {
    if (isWorking || content.trim() === '') return;
    if (content === before) return onCancel?.();
    setIsWorking(true);
    const done = await onSubmit(content);
    setIsWorking(false);
    setTrouble(done.ok ? null : done.error);
    if (done.ok && onCancel === undefined) setContent('');
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
        className={classNames('text-field-label', props.hidesLabel && 'visually-hidden')}
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
      {trouble === null ? null : (
        <Trouble error={trouble} wordsOf={props.errorWordsOf ?? errorWords} />
      )}
      <div className="settings-form-actions">
        <Button
          look={onCancel === undefined ? 'secondary' : 'primary'}
          submits
          busy={isWorking}
          disabled={content.trim() === ''}
        >
          {isWorking ? props.working : props.action}
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
  onChange: (content: string) => Promise<Result<null, AppError>>;
  onDelete: () => void;
};

/** A rule, edited in place. */
function RuleRow(props: RuleRowProps) {
  const { rule, isEditing, onEdit, onLeave, onChange, onDelete } = props;
  const rowRef = useReturnedFocus<HTMLLIElement>(isEditing);
  const name = ruleName(rule.content);
  return (
    <li className="settings-row" data-rule ref={rowRef}>
      {isEditing ? (
        <RuleForm
          label={t('settings_rules_edit', { content: name })}
          hidesLabel
          content={rule.content}
          action={t('common_save')}
          working={t('common_saving')}
          errorWordsOf={ruleErrorWords}
          onSubmit={async (content) => {
            const changed = await onChange(content);
            if (changed.ok) onLeave();
            return changed;
          }}
          onCancel={onLeave}
        />
      ) : (
        <>
          <div className="settings-row-words">
            <p className="settings-rule" dir="auto">
              {rule.content}
            </p>
            {rule.key === null ? null : (
              <p className="settings-row-note">{t('settings_rules_forOne')}</p>
            )}
          </div>
          <div className="settings-row-actions">
            <IconButton label={t('settings_rules_edit', { content: name })} onClick={onEdit}>
              <Pencil size={16} aria-hidden="true" />
            </IconButton>
            <IconButton label={t('settings_rules_delete', { content: name })} onClick={onDelete}>
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </div>
        </>
      )}
    </li>
  );
}

type DeletedRulesProps = {
  rules: readonly OwnerRule[];
  onUndo: (rule: OwnerRule) => void;
};

/** The deleted rules, latest last, each with an undo button. */
function DeletedRules({ rules, onUndo }: DeletedRulesProps) {
  return rules.map((rule) => {
    const name = ruleName(rule.content);
    return (
      <div key={rule.id} className="settings-undo">
        <span>{t('settings_rules_deleted', { content: name })}</span>
        <Button
          size="small"
          look="quiet"
          aria-label={t('settings_rules_undoOf', { content: name })}
          onClick={() => onUndo(rule)}
        >
          {t('common_undo')}
        </Button>
      </div>
    );
  });
}

/** A rule being edited, and its place in the list. */
type EditedRule = { rule: OwnerRule; at: number };

/** Keeps a rule being edited in its place even if it was deleted elsewhere, so that the edit isn't lost. */
export function shownRules(
  rules: readonly OwnerRule[],
  edited: readonly EditedRule[],
): readonly OwnerRule[] {
  const gone = edited.filter(({ rule }) => rules.every(({ id }) => id !== rule.id));
  return gone
    .toSorted((a, b) => a.at - b.at)
    .reduce<readonly OwnerRule[]>((shown, { rule, at }) => shown.toSpliced(at, 0, rule), rules);
}

type SettingsRules = {
  listing: Listing<OwnerRule>;
  reload: () => Promise<void>;
  add: (content: string) => Promise<Result<null, AppError>>;
  change: (id: string, content: string) => Promise<Result<null, AppError>>;
  /** The rules deleted since the page was opened; each can be restored. */
  deleted: readonly OwnerRule[];
  trouble: AppError | null;
  remove: (rule: OwnerRule) => Promise<void>;
  undo: (rule: OwnerRule) => Promise<void>;
};

/** The rules, and the commands on them. */
function useSettingsRules(): SettingsRules {
  const bridge = useBridge();
  const { listing, reload } = useSettingsList(listRules, changesRules);
  const [deleted, setDeleted] = useState<readonly OwnerRule[]>([]);
  const [trouble, setTrouble] = useState<AppError | null>(null);

  const add = useCallback(
    async (content: string): Promise<Result<null, AppError>> => {
      const added = await bridge.ask('rules.add', { content, key: null });
      if (!added.ok) return added;
      await reload();
      return ok(null);
    },
    [bridge, reload],
  );

  const change = useCallback(
    async (id: string, content: string): Promise<Result<null, AppError>> => {
      const changed = await bridge.ask('rules.change', { id, content });
      if (!changed.ok) return changed;
      await reload();
      return ok(null);
    },
    [bridge, reload],
  );

  const remove = useCallback(
    async (rule: OwnerRule) => {
      const removed = await bridge.ask('rules.delete', { id: rule.id });
      setTrouble(removed.ok ? null : removed.error);
      if (removed.ok) setDeleted((before) => [...without(before, rule), rule]);
      await reload();
    },
    [bridge, reload],
  );

  const undo = useCallback(
    async (rule: OwnerRule) => {
      const { content, key } = rule;
      const added = await bridge.ask('rules.add', { content, key });
      setTrouble(added.ok ? null : added.error);
      if (added.ok) setDeleted((before) => without(before, rule));
      await reload();
    },
    [bridge, reload],
  );

  return { listing, reload, add, change, deleted, trouble, remove, undo };
}

function without(rules: readonly OwnerRule[], rule: OwnerRule): OwnerRule[] {
  return rules.filter(({ id }) => id !== rule.id);
}

function listRules({ ask }: Bridge) {
  return ask('rules.list', {});
}

/** A rule deleted elsewhere has its own text: the usual one is about a Memory. */
export function ruleErrorWords(error: AppError): ErrorWords {
  const words = errorWords(error);
  if (error.code !== 'memory.not-found') return words;
  return { ...words, title: t('settings_rules_gone_title'), next: t('settings_rules_gone_next') };
}

/** The rule's text, shortened for labels. */
function ruleName(content: string): string {
  return shortened(content, 60);
}
