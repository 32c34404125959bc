import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConnectForm, type ConnectFormProps } from '../connect/connect-form.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';
import { SettingsPart } from './settings-part.tsx';

export type ConnectPartProps = Pick<
  ConnectFormProps,
  'needsKey' | 'homes' | 'onConnect' | 'onDone' | 'onGiveUp'
> & {
  words: { title: string; text: string; action: string; working: string };
  submit: string;
};

/** One way to connect a service: what it gives, and the form once it is wanted. */
export function ConnectPart({ words, submit, onDone, ...form }: ConnectPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const partRef = useReturnedFocus<HTMLDivElement>(isOpen);
  return (
    <SettingsPart words={words} ref={partRef}>
      {isOpen ? null : <Button onClick={() => setIsOpen(true)}>{words.action}</Button>}
      {isOpen ? (
        <div className="settings-outcome">
          <ConnectForm
            {...form}
            address={null}
            action={submit}
            working={words.working}
            onDone={(reached) => {
              setIsOpen(false);
              onDone(reached);
            }}
            onCancel={() => setIsOpen(false)}
          />
        </div>
      ) : null}
    </SettingsPart>
  );
}
