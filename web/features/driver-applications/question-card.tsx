import { ClockAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  APPLICATION_PAPERS,
  applicationPaperSchema,
} from '#common/driver-applications/application-papers.ts';
import type { ApplicantView } from '#common/driver-applications/application-views.ts';
import { replyToApplicationQuestion } from '#common/driver-applications/driver-applications-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { useIsUploading } from '#web/lib/upload-store.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import {
  type ApplicationDraft,
  NO_PAPER,
  type PaperDraft,
  paperOf,
  paperProblems,
  uploadKeyOf,
} from './application-draft.ts';
import { PaperFields } from './papers-step.tsx';

interface QuestionCardProps {
  token: string;
  application: ApplicantView;
  question: NonNullable<ApplicantView['question']>;
  onAnswered: (application: ApplicantView) => void;
  /** Called when the application has changed on the server, to reload it. */
  onStale: () => Promise<void>;
}

/**
 * A question to the applicant with the form for its answer: a message and, if a document is asked for, its
 * replacement. Typed input stays when the question changes.
 */
export function QuestionCard({
  token,
  application: { version },
  question,
  onAnswered,
  onStale,
}: QuestionCardProps) {
  const { text, paper: kind } = question;
  const [message, setMessage] = useState('');
  const [typed, setTyped] = useState<ApplicationDraft['papers']>({});
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);

  const paper = kind ? paperOf({ papers: typed }, kind) : NO_PAPER;
  const setPaper = (part: Partial<PaperDraft>) =>
    kind && setTyped((papers) => ({ ...papers, [kind]: { ...paperOf({ papers }, kind), ...part } }));

  const isUploading = useIsUploading(kind ? [uploadKeyOf(kind)] : []);

  const { run, isPending } = useInFlight(async () => {
    const checked = kind && applicationPaperSchema.safeParse({ kind, ...paper });
    const found: FieldErrors = {
      ...(checked?.error &&
        Object.fromEntries(
          Object.entries(fieldErrors(checked.error.issues)).map(([field, text]) => [
            `${kind}.${field}`,
            text,
          ]),
        )),
      ...(message.trim() === '' && { message: 'Please write a few words' }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const papers = checked?.data ? [checked.data] : [];
    try {
      onAnswered(await call(replyToApplicationQuestion, { token, version, message, papers }));
      toast.success('Sent', 'Your application continues.');
    } catch (error) {
      const refused = error instanceof ApiError ? paperProblems(error.issues, papers) : {};
      setProblems(refused);
      if (refused[`${kind}.file`]) setPaper({ file: null });
      toastFailure('Not sent', error, 'Please try again. What you typed is kept.');
      if (error instanceof ApiError && error.status === 409) await onStale();
    }
  });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="What is needed"
      onSubmit={handleSubmit}
      className="mt-6 rounded-card border border-warn bg-surface p-5"
    >
      <div className="flex gap-3">
        <ClockAlert aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" />
        <div className="min-w-0">
          {kind && <h2 className="font-medium">{APPLICATION_PAPERS[kind].title}</h2>}
          <p className="whitespace-pre-line wrap-anywhere text-warn">{text}</p>
        </div>
      </div>
      <div className="mt-5 grid gap-4">
        {kind && <PaperFields kind={kind} paper={paper} problems={problems} onChange={setPaper} />}
        <Field label="Your answer" error={problems.message}>
          {(control) => (
            <TextArea
              {...control}
              name="message"
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          size={52}
          isPending={isPending || isUploading}
          pendingLabel={isPending ? 'Sending...' : 'Sending the file...'}
        >
          Send answer
        </Button>
      </div>
    </form>
  );
}
