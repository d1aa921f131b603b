/** A button that asks for files. */
import { useRef } from 'react';
import { Button } from './button.tsx';

export function FileButton(props: {
  label: string;
  /** Of the input that the browser fills, for assistive programs. */
  inputLabel: string;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const { label, inputLabel, disabled = false, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={inputLabel}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file may be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
