/** A button that opens a file dialog. */
import { useRef } from 'react';
import { Button } from './button.tsx';

export function FileButton(props: {
  label: string;
  /** Label of the hidden file input, for screen readers. */
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
          // Allows the same file to be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
