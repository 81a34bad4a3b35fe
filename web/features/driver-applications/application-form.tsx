import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { applicationPaperKindSchema } from '#common/driver-applications/application-papers.ts';
import { applyToDrive } from '#common/driver-applications/driver-applications-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { useIsUploading } from '#web/lib/upload-store.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { ApplicantStep } from './applicant-step.tsx';
import {
  type ApplicantVehicle,
  type ApplicationDraft,
  changePaper,
  clearDraft,
  FORM_STEPS,
  type FormStep,
  firstOpenStep,
  paperProblems,
  problemsOf,
  toApplication,
  uploadKeyOf,
  useApplicationDraft,
  vehicleOf,
} from './application-draft.ts';
import { PapersStep } from './papers-step.tsx';
import { StepLine } from './step-line.tsx';
import { VehiclePreview } from './vehicle-preview.tsx';
import { VehicleStep } from './vehicle-step.tsx';

const STEPS = {
  'about-you': { title: 'About you', next: 'Continue to your vehicle', Fields: ApplicantStep },
  vehicle: { title: 'Your vehicle', next: 'Continue to documents', Fields: VehicleStep },
  documents: { title: 'Documents', next: 'Send application', Fields: PapersStep },
};

/** The driver application in three steps, stored while it is typed. The step is in the URL. */
export function ApplicationForm({ onSent }: { onSent: (vehicle: ApplicantVehicle | null) => void }) {
  const { step, goTo } = useFormStep();
  const { problems, check, refuse, refused } = useStepProblems(step);
  const form = useFocusFirstInvalid(refused);
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, next, Fields } = STEPS[step];
  const isUploading = useIsUploading(applicationPaperKindSchema.options.map(uploadKeyOf));
  const before = FORM_STEPS[FORM_STEPS.indexOf(step) - 1];

  const { run: send, isPending } = useInFlight(async () => {
    const draft = useApplicationDraft.getState();
    const application = toApplication(draft);
    try {
      await call(applyToDrive, application);
    } catch (error) {
      if (error instanceof ApiError) refuse(paperProblems(error.issues, application.papers));
      toastFailure('Not sent', error, 'Please try again. What you typed is kept.');
      return;
    }
    const vehicle = vehicleOf(draft);
    clearDraft();
    onSent(vehicle);
  });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!check()) return;
    const following = firstOpenStep(useApplicationDraft.getState());
    const after = FORM_STEPS[FORM_STEPS.indexOf(step) + 1];
    if (after) goTo(after);
    else if (following) goTo(following);
    else void send();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another step moves the focus to its heading
  useEffect(() => {
    if (document.activeElement !== document.body) heading.current?.focus({ preventScroll: true });
  }, [step]);

  return (
    <>
      <div className="flex flex-col gap-x-16 gap-y-6 pt-7 lg:flex-row lg:items-center lg:justify-between lg:pt-12">
        <h1 className="display text-40 lg:text-56">Become a driver</h1>
        <StepLine step={step} className="lg:w-130" />
      </div>
      <div className="mt-8 gap-18 lg:mt-14 lg:grid lg:grid-cols-[420px_1fr] lg:items-start">
        <form ref={form} noValidate aria-label="Application to drive" onSubmit={handleSubmit}>
          <h2 ref={heading} tabIndex={-1} className="display mb-6 text-40 outline-none max-lg:sr-only">
            {title}
          </h2>
          <Fields problems={problems} refused={refused} />
          <div className="mt-8 flex gap-3">
            {before && (
              <Button variant="outline" size={52} onClick={() => goTo(before)}>
                Back
              </Button>
            )}
            <Button
              type="submit"
              size={52}
              isPending={isPending || (isUploading && step === 'documents')}
              pendingLabel={isPending ? 'Sending...' : 'Sending the file...'}
              className="flex-1 px-3"
            >
              {next}
            </Button>
          </div>
        </form>
        <div className="max-lg:hidden">
          <VehiclePreview />
        </div>
      </div>
    </>
  );
}

/**
 * Returns the step in the URL, limited to the first incomplete step on mount or a later one reached since.
 */
function useFormStep(): { step: FormStep; goTo: (step: FormStep) => void } {
  const [query, setQuery] = useSearchParams();
  const requested = FORM_STEPS.find((each) => each === query.get('step')) ?? 'about-you';
  const [entered] = useState(() => firstOpenStep(useApplicationDraft.getState()) ?? 'documents');
  const [reached, setReached] = useState(FORM_STEPS.indexOf(entered));
  const index = Math.min(FORM_STEPS.indexOf(requested), reached);
  return {
    step: FORM_STEPS[index] ?? 'about-you',
    goTo: (step) => {
      setReached(Math.max(reached, FORM_STEPS.indexOf(step)));
      setQuery({ step });
      window.scrollTo({ top: 0 });
    },
  };
}

/** Fields that are validated while they are typed, because their values can rule out an application. */
const CHECKED_AS_TYPED = ['dateOfBirth', 'licenseSince', 'year'] as const;
const COMPLETE = { dateOfBirth: 10, licenseSince: 4, year: 4 };

/** Tracks the problems of a step: of a few fields while they are typed, of others after a try to continue. */
function useStepProblems(step: FormStep) {
  const draft = useApplicationDraft();
  const [last, setRefused] = useState<{ step?: FormStep; problems: FieldErrors }>({ problems: {} });
  const [serverProblems, setServerProblems] = useState<FieldErrors>({});
  const all = { ...problemsOf(step, draft), ...unresolvedProblems(serverProblems, draft) };
  const typed = CHECKED_AS_TYPED.filter((field) => draft[field].length >= COMPLETE[field]);
  const early: FieldErrors = Object.fromEntries(
    typed.flatMap((field) => (all[field] ? [[field, all[field]]] : [])),
  );
  // A field stays marked until it is valid, and is not marked again before the next attempt.
  const marked = last.step === step ? Object.keys(last.problems).filter((field) => all[field]) : [];
  const late: FieldErrors = Object.fromEntries(marked.map((field) => [field, all[field]]));

  const check = (): boolean => {
    const problems = problemsOf(step, useApplicationDraft.getState());
    setRefused({ step, problems });
    const [first] = Object.values(problems);
    if (first) toast.error(first);
    return first === undefined;
  };

  /** Shows the server's issues with the step. Drops files that the server no longer has. */
  const refuse = (problems: FieldErrors) => {
    for (const kind of applicationPaperKindSchema.options) {
      if (problems[`${kind}.file`]) changePaper(kind, { file: null });
    }
    setServerProblems(problems);
    setRefused({ step, problems });
  };

  return { problems: { ...early, ...late }, check, refuse, refused: last.problems };
}

/** Returns the server's issues with files that have not been replaced since. */
const unresolvedProblems = (serverProblems: FieldErrors, { papers }: ApplicationDraft): FieldErrors =>
  Object.fromEntries(
    Object.entries(serverProblems).filter(([field]) => {
      const [kind] = field.split('.');
      return !applicationPaperKindSchema.options.some((each) => each === kind && papers[each]?.file);
    }),
  );
