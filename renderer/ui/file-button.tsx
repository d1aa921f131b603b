/** A button that opens a dialog for files, or for a folder. */
import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export function FileButton(props: {
  label: string;
  /** Label of the hidden file input, for screen readers. */
  inputLabel: string;
  disabled?: boolean;
  look?: ButtonProps['look'];
  /** All files of a folder, in those inside too. */
  folder?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const { label, inputLabel, disabled = false, look = 'normal', folder = false, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" look={look} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          if (element !== null) element.webkitdirectory = folder;
        }}
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
