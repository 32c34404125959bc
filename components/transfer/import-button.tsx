import { t } from '../../lib/i18n/i18n.ts';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';

type ImportButtonProps = { label: string; isWorking: boolean; onFile: (file: File) => void };

/** Lets the person choose an export. */
export function ImportButton({ label, isWorking, onFile }: ImportButtonProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        busy={isWorking}
        icon={<Upload size={16} />}
        onClick={() => inputRef.current?.click()}
      >
        {isWorking ? t('settings_data_import_working') : label}
      </Button>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept=".jsonl,application/jsonl"
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
          // Otherwise choosing the same file again would fire no event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
