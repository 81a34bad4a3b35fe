import clsx from 'clsx';
import { CircleAlert, FileCheck, FileUp } from 'lucide-react';
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { uploadApplicantFile, uploadStaffFile } from '#common/files/files-api.ts';
import {
  FILE_ENDINGS,
  formatBytes,
  MAX_FILE_BYTES,
  mediaTypeSchema,
  type StoredFile,
} from '#common/files/stored-file.ts';
import { upload } from '#web/lib/upload.ts';
import {
  retryUpload,
  type SendFile,
  startUpload,
  stopUpload,
  type Upload,
  useUpload,
} from '#web/lib/upload-store.ts';

/** Accepted files. The list includes photos, so phones offer their camera too. */
const ACCEPTED = [...mediaTypeSchema.options, ...Object.values(FILE_ENDINGS).flat()].join();

interface UploadFieldProps {
  label: string;
  /** Identifies the upload, which continues while the field is unmounted. */
  uploadKey: string;
  file: StoredFile | null;
  /** The endpoint that receives the file. */
  endpoint: typeof uploadApplicantFile | typeof uploadStaffFile;
  onChange: (file: StoredFile | null) => void;
  error?: string | undefined;
  pathOf?: (file: StoredFile) => string;
}

/** Uploads a file as soon as it is chosen. The previous file stays until the new one is stored. */
export function UploadField({ uploadKey, endpoint, onChange, ...rest }: UploadFieldProps) {
  const state = useUpload(uploadKey);
  const send: SendFile = async (file, options) =>
    (await upload(endpoint, { name: file.name.slice(-255) }, file, options)).file;
  // Only the newest callback includes what the user typed during the upload.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  return (
    <FileField
      {...rest}
      upload={state}
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

interface FileFieldProps {
  label: string;
  /** The stored file; null for none. */
  file: StoredFile | null;
  /** The running or failed upload. */
  upload?: Upload | null;
  error?: string | null | undefined;
  /** The URL that opens the stored file. Without it, only the file's name is shown. */
  pathOf?: ((file: StoredFile) => string) | undefined;
  onChoose: (file: File) => void;
  onStop: () => void;
  onRetry: () => void;
  onRemove: () => void;
}

/** A field to choose or drop a file: PDF or photo, at most 10 MB. */
export function FileField(props: FileFieldProps) {
  const { label, file, upload = null, error, onChoose } = props;
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  const problem = upload?.problem ?? error;
  const isSending = upload !== null && upload.problem === null;

  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex justify-between gap-4 text-14">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span className="text-ink-2">Optional</span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to what the input does */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
        className={clsx(
          'relative flex min-h-12 flex-wrap items-center gap-x-3 rounded-field border bg-surface py-0.5 pr-2 pl-4 dark:bg-sunken',
          'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-gold-ink',
          problem ? 'border-danger' : isOver ? 'border-gold' : 'border-control',
          !file && !isSending && 'border-dashed',
        )}
      >
        <input
          id={id}
          type="file"
          accept={ACCEPTED}
          className="sr-only"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-state`}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            // So that the same file can be chosen again after a failure.
            target.value = '';
            if (chosen) onChoose(chosen);
          }}
        />
        <FileState {...props} inputId={id} isSending={isSending} problem={problem} />
        {isSending && (
          <span
            aria-hidden
            data-size="half"
            className="route-line absolute bottom-0 left-4 max-w-[calc(100%-2rem)]"
            style={{ width: `${upload.share * 100}%` }}
          />
        )}
      </div>
    </div>
  );
}

interface FileStateProps extends FileFieldProps {
  inputId: string;
  isSending: boolean;
  problem: string | null | undefined;
}

function FileState({ file, upload, pathOf, inputId, isSending, problem, ...on }: FileStateProps) {
  const stateId = `${inputId}-state`;
  const again = problem && upload?.canRetry;
  return (
    <>
      <StateIcon isThere={file !== null && !isSending} hasProblem={Boolean(problem)} />
      <span id={stateId} className="min-w-0 flex-1 basis-40 py-2 text-14 wrap-anywhere">
        {problem ? (
          <span role="alert" className="text-danger">
            {problem}
          </span>
        ) : isSending ? (
          <>
            {upload?.name}, <span className="figures">{Math.round((upload?.share ?? 0) * 100)}%</span>
          </>
        ) : file ? (
          <FileName file={file} pathOf={pathOf} />
        ) : (
          <span className="text-ink-2">PDF or photo, at most {formatBytes(MAX_FILE_BYTES)}</span>
        )}
      </span>
      <span className="ml-auto flex items-center">
        {isSending && <Action label={`Stop sending ${upload?.name}`} text="Stop" onClick={on.onStop} />}
        {again && <Action label={`Try again: ${upload?.name}`} text="Try again" onClick={on.onRetry} />}
        {!isSending && !again && (
          // The input's label. A click opens the file dialog; the keyboard reaches the input itself.
          <label
            htmlFor={inputId}
            className="inline-flex min-h-11 cursor-pointer items-center px-2 font-semibold text-14 text-gold-ink hover:underline"
          >
            <span aria-hidden>{file ? 'Replace' : problem ? 'Choose another' : 'Choose file'}</span>
          </label>
        )}
        {upload?.problem && <Action label={`Dismiss: ${upload.name}`} text="Dismiss" onClick={on.onStop} />}
        {file && !upload && <Action label={`Remove ${file.name}`} text="Remove" onClick={on.onRemove} />}
      </span>
      <span role="status" className="sr-only">
        {isSending ? `Sending ${upload?.name}` : file && !problem ? `${file.name} uploaded` : ''}
      </span>
    </>
  );
}

const StateIcon = ({ isThere, hasProblem }: { isThere: boolean; hasProblem: boolean }) => {
  const Icon = hasProblem ? CircleAlert : isThere ? FileCheck : FileUp;
  return (
    <Icon
      aria-hidden
      size={20}
      strokeWidth={1.75}
      className={clsx('shrink-0', hasProblem ? 'text-danger' : isThere ? 'text-ok' : 'text-ink-2')}
    />
  );
};

const Action = ({ label, text, ...rest }: { label: string; text: ReactNode } & ComponentProps<'button'>) => (
  <button
    type="button"
    aria-label={label}
    {...rest}
    className="min-h-11 px-2 font-semibold text-14 text-gold-ink hover:underline"
  >
    {text}
  </button>
);

interface FileNameProps {
  file: StoredFile | null | undefined;
  pathOf?: FileFieldProps['pathOf'];
}

/** A file's name and size: `license.pdf (1.2 MB)`. With `pathOf`, a link that opens it in a new tab. */
export function FileName({ file, pathOf }: FileNameProps) {
  if (!file) return <span className="text-ink-2">No file</span>;
  const size = `(${formatBytes(file.bytes)})`;
  if (!pathOf)
    return (
      <>
        {file.name} <span className="text-ink-2">{size}</span>
      </>
    );
  return (
    <a
      href={pathOf(file)}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-6 items-center font-medium text-gold-ink underline-offset-2 wrap-anywhere hover:underline"
    >
      Open {file.name} {size}
    </a>
  );
}
