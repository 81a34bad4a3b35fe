import clsx from 'clsx';
import { CircleAlert, CircleCheck, FileText } from 'lucide-react';
import { useState } from 'react';
import {
  APPLICATION_PAPERS,
  type ApplicationPaperKind,
  applicationPaperSchema,
  isExpired,
  papersNeeded,
} from '#common/driver-applications/application-papers.ts';
import { uploadApplicantFile } from '#common/files/files-api.ts';
import { formatBytes } from '#common/files/stored-file.ts';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { UploadField } from '#web/components/ui/file-field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { formatCalendarDay } from '#web/lib/format-calendar-day.ts';
import { type Upload, useUpload } from '#web/lib/upload-store.ts';
import {
  changePaper,
  type PaperDraft,
  paperOf,
  uploadKeyOf,
  useApplicationDraft,
} from './application-draft.ts';

interface StepProps {
  problems: FieldErrors;
  /** The problems found at the last attempt to continue: a new object for each attempt. */
  refused: FieldErrors;
}

/** The last step: a row for each document, with its number, expiry date and file. */
export function PapersStep({ problems, refused }: StepProps) {
  const draft = useApplicationDraft();
  const kinds = papersNeeded(draft.hasVehicle);
  const [open, setOpen] = useState<ApplicationPaperKind | null>(null);
  const [seen, setSeen] = useState(refused);

  // A failed attempt opens the first document with a problem, before its field is focused.
  if (seen !== refused) {
    setSeen(refused);
    const [first] = Object.keys(refused);
    setOpen(kinds.find((kind) => first?.startsWith(`${kind}.`)) ?? open);
  }

  return (
    <ul className="-mt-3">
      {kinds.map((kind) => (
        <PaperRow
          key={kind}
          kind={kind}
          paper={paperOf(draft, kind)}
          problems={problems}
          isOpen={open === kind}
          onOpen={(isOpen) => setOpen(isOpen ? kind : null)}
        />
      ))}
    </ul>
  );
}

interface PaperRowProps {
  kind: ApplicationPaperKind;
  paper: PaperDraft;
  problems: FieldErrors;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

const PaperRow = ({ kind, paper, problems, isOpen, onOpen }: PaperRowProps) => (
  <li className="border-line border-b py-4">
    <PaperStatus kind={kind} paper={paper} isOpen={isOpen} onOpen={onOpen} />
    {isOpen && (
      <div className="mt-4 ml-9">
        <PaperFields
          kind={kind}
          paper={paper}
          problems={problems}
          onChange={(part) => changePaper(kind, part)}
        />
      </div>
    )}
  </li>
);

type PaperState = 'missing' | 'valid' | 'expired';

const LOOKS = {
  missing: { Icon: FileText, color: 'text-ink-2', action: 'Add' },
  valid: { Icon: CircleCheck, color: 'text-ok', action: 'Change' },
  expired: { Icon: CircleAlert, color: 'text-danger', action: 'Replace' },
};

function stateOf(kind: ApplicationPaperKind, paper: PaperDraft): PaperState {
  if (formatCalendarDay(paper.expiresOn) && isExpired(paper.expiresOn, new Date())) return 'expired';
  return applicationPaperSchema.safeParse({ kind, ...paper }).success ? 'valid' : 'missing';
}

const SENTENCES: Record<PaperState, (day: string) => string> = {
  missing: () => 'Its number, expiration date and, if you like, a photo or PDF',
  valid: (day) => `Expires ${day}`,
  expired: (day) => `Expired on ${day}. Add the new one.`,
};

const PaperStatus = ({ kind, paper, isOpen, onOpen }: Omit<PaperRowProps, 'problems'>) => {
  const { title } = APPLICATION_PAPERS[kind];
  const state = stateOf(kind, paper);
  const { Icon, color, action } = LOOKS[state];
  const upload = useUpload(uploadKeyOf(kind));
  return (
    <div className="flex items-center gap-4">
      <Icon aria-hidden size={20} strokeWidth={1.75} className={clsx('shrink-0', color)} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className={clsx('block text-14', state === 'expired' ? 'text-danger' : 'text-ink-2')}>
          {SENTENCES[state](formatCalendarDay(paper.expiresOn))}
        </span>
        {!isOpen && (upload || paper.file) && (
          <span
            className={clsx('block text-14 wrap-anywhere', upload?.problem ? 'text-danger' : 'text-ink-2')}
          >
            {formatFile(paper, upload)}
          </span>
        )}
      </span>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={isOpen ? `Done with ${title}` : `${action} ${title}`}
        onClick={() => onOpen(!isOpen)}
        className={
          state === 'missing' && !isOpen
            ? buttonClass({ variant: 'outline' })
            : 'min-h-11 min-w-11 px-1 text-14 font-semibold text-gold-ink hover:underline'
        }
      >
        {isOpen ? 'Done' : action}
      </button>
    </div>
  );
};

/** Formats as `registration.jpg, 62%`, or as the reason why the upload failed. */
function formatFile({ file }: PaperDraft, upload: Upload | null): string {
  if (upload) return upload.problem ?? `${upload.name}, ${Math.round(upload.share * 100)}%`;
  return file ? `${file.name}, ${formatBytes(file.bytes)}` : '';
}

interface PaperFieldsProps {
  kind: ApplicationPaperKind;
  paper: PaperDraft;
  /** Keyed `<kind>.<field>`. */
  problems: FieldErrors;
  onChange: (part: Partial<PaperDraft>) => void;
}

/** The number, expiry date and file of a document. */
export const PaperFields = ({ kind, paper, problems, onChange }: PaperFieldsProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    <Field label="Number" error={problems[`${kind}.number`]}>
      {(control) => (
        <TextInput
          {...control}
          name={`${kind}.number`}
          autoComplete="off"
          value={paper.number}
          onChange={(event) => onChange({ number: event.target.value })}
        />
      )}
    </Field>
    <Field label="Expires" error={problems[`${kind}.expiresOn`]}>
      {(control) => (
        <DateInput
          {...control}
          name={`${kind}.expiresOn`}
          autoComplete="off"
          value={paper.expiresOn}
          onChange={(event) => onChange({ expiresOn: event.target.value })}
        />
      )}
    </Field>
    <div className="sm:col-span-2">
      <UploadField
        label="Photo or PDF"
        uploadKey={uploadKeyOf(kind)}
        file={paper.file}
        error={problems[`${kind}.file`]}
        endpoint={uploadApplicantFile}
        onChange={(file) => onChange({ file })}
      />
    </div>
  </div>
);
