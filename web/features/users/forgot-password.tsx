import { type FormEvent, useState } from 'react';
import { askPasswordResetSchema } from '#common/users/account.ts';
import { RESET_LINK_LASTS } from '#common/users/link-lifetimes.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { announce } from '#web/lib/announce.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useClock } from '#web/lib/use-now.ts';
import { requestPasswordReset } from './account-actions.ts';
import type { TypedEmail } from './typed-email.ts';

/** The address to which a link was sent, if it has an account, and when. */
export interface SentLink {
  email: string;
  at: Date;
}

/** The heading: the question, or the next step. */
export const resetLinkTexts = (sent: SentLink | null): { title: string; lead: string } =>
  sent
    ? { title: 'Look into your mailbox', lead: `If an account has ${sent.email}, a link is on its way.` }
    : { title: 'Forgot your password?', lead: `We mail you a link that works for ${RESET_LINK_LASTS.text}.` };

interface ForgotPasswordProps extends TypedEmail {
  sent: SentLink | null;
  onSent: (sent: SentLink) => void;
}

/**
 * The form that requests a reset link, then the instructions and a button to send it again. Does not reveal
 * whether the account exists.
 */
export const ForgotPassword = ({ sent, onSent, ...typed }: ForgotPasswordProps) =>
  sent ? <Sent sent={sent} onSent={onSent} /> : <AskForm {...typed} onSent={onSent} />;

function AskForm({ email, onEmail, onSent }: Omit<ForgotPasswordProps, 'sent'>) {
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);

  const { run, isPending } = useInFlight(async (entries: unknown) => {
    const parsed = askPasswordResetSchema.safeParse(entries);
    if (!parsed.success) return setProblems(fieldErrors(parsed.error.issues));
    setProblems({});
    try {
      await requestPasswordReset(parsed.data.email);
      const sent = { ...parsed.data, at: new Date() };
      announce(resetLinkTexts(sent).lead);
      onSent(sent);
    } catch (error) {
      setProblems({ email: messageOf(error, 'The link was not sent. Please try again.') });
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
      <Field label="Email address" error={problems.email}>
        {(control) => (
          <TextInput
            {...control}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            defaultValue={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size={52} isPending={isPending} pendingLabel="Sending the link...">
        Send the link
      </Button>
    </form>
  );
}

const AGAIN_AFTER_S = 60;

function Sent({ sent: { email, at }, onSent }: { sent: SentLink } & Pick<ForgotPasswordProps, 'onSent'>) {
  useClock(1_000);
  const [problem, setProblem] = useState<string | null>(null);
  const secondsLeft = Math.max(0, AGAIN_AFTER_S - Math.floor((Date.now() - at.getTime()) / 1_000));

  const { run, isPending } = useInFlight(async () => {
    setProblem(null);
    try {
      await requestPasswordReset(email);
      announce(`Another link is on its way, if an account has ${email}.`);
      onSent({ email, at: new Date() });
    } catch (error) {
      setProblem(messageOf(error, 'The link was not sent. Please try again.'));
    }
  });

  return (
    <div className="grid gap-5">
      <RouteLine />
      <Button
        variant="outline"
        size={52}
        isUnavailable={secondsLeft > 0}
        isPending={isPending}
        pendingLabel="Sending the link..."
        onClick={run}
      >
        Send it again
      </Button>
      {secondsLeft > 0 && (
        <p className="figures text-center text-14 font-normal text-ink-2">{`In ${secondsLeft} seconds`}</p>
      )}
      {problem && (
        <p role="alert" className="text-center text-14 text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
