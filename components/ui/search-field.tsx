import './field.css';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { IconButton } from './button.tsx';

export type SearchFieldProps = {
  label: string;
  placeholder: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  onFocus?: () => void;
  takesFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** The surrounding form handles Enter. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, clearLabel, value, onChange, takesFocus, ref } = props;
  return (
    <div className="search-field">
      <Search className="search-field-icon" size={17} />
      <input
        ref={ref}
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
        onKeyDown={props.onKeyDown}
        onFocus={props.onFocus}
      />
      {value === '' ? null : (
        <IconButton label={clearLabel} onClick={() => onChange('')} className="search-field-clear">
          <X size={16} />
        </IconButton>
      )}
    </div>
  );
}
