import { type FormEvent, useId, useState } from 'react';
import {
  APPLICATION_PAPERS,
  type ApplicationPaperKind,
  applicationPaperKindSchema,
  papersNeeded,
} from '#common/driver-applications/application-papers.ts';
import type { ApplicationDetails } from '#common/driver-applications/application-views.ts';
import { itemsLeft, listItems } from '#common/driver-applications/checklist.ts';
import { OPEN_STATUSES } from '#common/driver-applications/driver-application.ts';
import {
  approveDriverApplication,
  askDriverApplicant,
  declineDriverApplication,
} from '#common/driver-applications/driver-applications-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextArea } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import type { ChangeApplication } from './use-application.ts';

interface ActionsProps {
  application: ApplicationDetails;
  change: (change: ChangeApplication, onDone?: () => void) => Promise<void>;
  isPending: boolean;
}

/** Approve (unavailable until the checklist is done, with the reason), Ask for more, and Decline. */
export function ApplicationActions({ application, change, isPending }: ActionsProps) {
  const [dialog, setDialog] = useState<'ask' | 'decline' | null>(null);
  const reasonId = useId();
  const { status, vehicle, checklist, name } = application;
  if (!OPEN_STATUSES.includes(status)) return null;
  const left = itemsLeft(
    vehicle !== null,
    checklist.filter(({ isDone }) => isDone).map(({ item }) => item),
  );

  const approve = () =>
    change(
      ({ id, version }) => call(approveDriverApplication, { applicationId: id, version }),
      () => toast.success('Approved', `${name} gets an email about it.`),
    );
  const close = () => setDialog(null);

  return (
    <div className="mt-5 border-line border-t pt-5">
      <div className="flex flex-wrap gap-2">
        <Button
          isUnavailable={left.length > 0}
          isPending={isPending && dialog === null && left.length === 0}
          aria-describedby={left.length > 0 ? reasonId : undefined}
          onClick={() => void approve()}
        >
          Approve
        </Button>
        <Button variant="outline" onClick={() => setDialog('ask')}>
          Ask for more
        </Button>
        <Button variant="danger" className="ml-auto" onClick={() => setDialog('decline')}>
          Decline
        </Button>
      </div>
      {left.length > 0 && (
        <p id={reasonId} className="mt-3 text-14 text-ink-2">
          {`Approve opens once ${listItems(left)} ${left.length === 1 ? 'is' : 'are'} done.`}
        </p>
      )}
      {dialog === 'ask' && (
        <AskDialog application={application} change={change} isPending={isPending} onClose={close} />
      )}
      {dialog === 'decline' && (
        <DeclineDialog application={application} change={change} isPending={isPending} onClose={close} />
      )}
    </div>
  );
}

type DialogProps = ActionsProps & { onClose: () => void };

/** Asks the applicant for something, optionally about one document. */
function AskDialog({ application: { name, vehicle }, change, isPending, onClose }: DialogProps) {
  const [message, setMessage] = useState('');
  const [paper, setPaper] = useState<ApplicationPaperKind | null>(null);
  const [error, setError] = useState<string | null>(null);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() === '') return setError('Please write what is needed');
    void change(
      ({ id, version }) => call(askDriverApplicant, { applicationId: id, version, message, paper }),
      () => {
        onClose();
        toast.success('Asked', `${name} gets an email with a link to reply.`);
      },
    );
  };

  return (
    <Dialog isOpen onClose={onClose} isClosable={!isPending} title="Ask for more" widthClass="max-w-[560px]">
      <form noValidate onSubmit={handleSubmit} className="grid gap-5">
        <Field label="About">
          {(control) => (
            <Select
              {...control}
              value={paper ?? ''}
              onChange={(event) =>
                setPaper(applicationPaperKindSchema.safeParse(event.target.value).data ?? null)
              }
            >
              <option value="">Something else</option>
              {papersNeeded(vehicle !== null).map((kind) => (
                <option key={kind} value={kind}>
                  {APPLICATION_PAPERS[kind].title}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="What is needed" error={error}>
          {(control) => (
            <TextArea {...control} value={message} onChange={(event) => setMessage(event.target.value)} />
          )}
        </Field>
        <Button type="submit" isPending={isPending} pendingLabel="Sending...">
          Send by email
        </Button>
      </form>
    </Dialog>
  );
}

/** Declines with a reason, which the applicant reads. */
function DeclineDialog({ application: { name }, change, isPending, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError('Please give the reason');
    void change(
      ({ id, version }) => call(declineDriverApplication, { applicationId: id, version, reason }),
      () => {
        onClose();
        toast.success('Declined', `${name} gets an email with the reason.`);
      },
    );
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={`Decline ${name}?`}
      description="This can't be undone. They may apply again."
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-5">
        <Field label="Reason, sent to the applicant" error={error}>
          {(control) => (
            <TextArea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <div className="flex gap-2">
          <Button variant="outline" isUnavailable={isPending} onClick={onClose} className="flex-1">
            Keep it open
          </Button>
          <Button
            type="submit"
            variant="danger"
            isPending={isPending}
            pendingLabel="Declining..."
            className="flex-1"
          >
            Decline
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
