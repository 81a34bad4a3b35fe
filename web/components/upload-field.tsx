import { useEffect, useRef } from 'react';
import type { StoredFile } from '#common/files/stored-file.ts';
import { FileField } from '#web/components/ui/file-field.tsx';
import { retryUpload, type SendFile, startUpload, stopUpload, useUpload } from '#web/lib/upload-store.ts';

interface UploadFieldProps {
  label: string;
  /** Names the upload, which goes on while the field is not shown. */
  uploadKey: string;
  file: StoredFile | null;
  send: SendFile;
  onChange: (file: StoredFile | null) => void;
  error?: string | undefined;
  pathOf?: (file: StoredFile) => string;
}

/** A file that is sent as soon as it is chosen. What it takes the place of stays until it has arrived. */
export function UploadField({ uploadKey, send, onChange, ...rest }: UploadFieldProps) {
  const upload = useUpload(uploadKey);
  // What else was typed while it was sent is in the newest one only.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  return (
    <FileField
      {...rest}
      upload={upload}
      onChoose={(file) =>
        void startUpload(uploadKey, { file, send, onStored: (stored) => latest.current(stored) })
      }
      onStop={() => stopUpload(uploadKey)}
      onRetry={() => retryUpload(uploadKey)}
      onRemove={() => {
        stopUpload(uploadKey);
        onChange(null);
      }}
    />
  );
}
