import './field.css';
import { Search, X } from 'lucide-react';
import type { InputHTMLAttributes, Ref } from 'react';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { IconButton } from './button.tsx';

/** Other attributes are those of the input. */
export type SearchFieldProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'onSubmit'
> & {
  label: string;
  /** The label by default. */
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  takesFocus?: boolean;
  /** Called on Enter. If omitted, the field filters while typing. */
  onSubmit?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** Children can be placed relative to the box. */
export function SearchField({ onSubmit, ...props }: SearchFieldProps) {
  if (onSubmit === undefined) return <Field {...props} />;
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Field {...props} />
      </form>
    </search>
  );
}

function Field(props: Omit<SearchFieldProps, 'onSubmit'>) {
  const { label, placeholder = label, value, onChange, takesFocus, children, ...rest } = props;
  return (
    <div className="search-field">
      <Search className="search-field-icon" size={17} />
      <input
        {...rest}
        className="search-field-input"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        maxLength={serviceLimits.queryLength}
        value={value}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only the field its surface was opened for
        autoFocus={takesFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value === '' ? null : (
        <IconButton
          Icon={X}
          label={t('common_clear')}
          className="search-field-clear"
          onClick={() => onChange('')}
        />
      )}
      {children}
    </div>
  );
}
