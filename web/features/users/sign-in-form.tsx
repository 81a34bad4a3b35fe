import { type FormEvent, useState } from 'react';
import { signInSchema } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { LoadAgain } from '#web/components/ui/load-again.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { withProof } from './challenge/with-proof.ts';
import { waitForPasskeyOptions } from './passkey-actions.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { signIn, signInDemo } from './session-actions.ts';
import { useSessionStore } from './session-store.ts';
import { SharedBrowserPrompt, useSharedBrowserPrompt } from './shared-browser-prompt.tsx';
import type { TypedEmail } from './typed-email.ts';

/** `refusal` is set when the server refused the credentials, which marks both fields. */
interface Problems extends FieldErrors {
  refusal?: string;
}

const secondStepForm = lazyImport(() => import('./second-step-form.tsx'));

/**
 * Sign-in by passkey, or by email address and password, followed by a code if the account requires one. Input
 * stays after a refusal. If the server requires proof of work, the browser computes it first.
 */
export function SignInForm({ onSignedIn, ...typed }: TypedEmail & { onSignedIn: () => void }) {
  const [half, setHalf] = useState<string | null>(null);
  const secondStep = useLazyImport(secondStepForm, half);

  const reachSecondStep = async (email: string) => {
    await secondStepForm.load();
    setHalf(email);
  };

  if (half !== null && secondStep)
    return (
      <secondStep.SecondStepForm email={half} onSignedIn={onSignedIn} onStartOver={() => setHalf(null)} />
    );
  return (
    <>
      <PasskeySignIn onSignedIn={onSignedIn} />
      <PasswordForm {...typed} onSignedIn={onSignedIn} onHalfSignedIn={reachSecondStep} />
    </>
  );
}

interface PasswordFormProps extends TypedEmail {
  onSignedIn: () => void;
  /**
   * Called when the password was accepted and the account with this address requires a code.
   *
   * @throws when the form for the code fails to load
   */
  onHalfSignedIn: (email: string) => Promise<void>;
}

function PasswordForm({ email, onEmail, onSignedIn, onHalfSignedIn }: PasswordFormProps) {
  const [problems, setProblems] = useState<Problems>({});
  const [isChecking, setIsChecking] = useState(false);
  const [isStuck, setIsStuck] = useState(false);
  const form = useFocusFirstInvalid(problems);

  const beside = useSharedBrowserPrompt();

  const { run, isPending } = useInFlight(async (entries: Record<string, unknown>) => {
    const parsed = signInSchema.safeParse(entries);
    if (!parsed.success) return setProblems(fieldErrors(parsed.error.issues));
    setProblems({});
    setIsStuck(false);
    try {
      await waitForPasskeyOptions();
      await withProof((proof) => signIn({ ...parsed.data, proof }), { onChecking: setIsChecking });
      onSignedIn();
    } catch (error) {
      if (beside.ask(error, () => void run({ ...entries, beside: true }))) return;
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') {
        return onHalfSignedIn(parsed.data.email).catch(() => setIsStuck(true));
      }
      setProblems({ refusal: messageOf(error, 'Sign-in failed. Please try again.') });
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  const isRefused = problems.refusal ? true : undefined;

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} onInput={beside.dismiss} className="grid gap-5">
      <Field label="Email address" error={problems.email}>
        {(control) => (
          <TextInput
            {...control}
            aria-invalid={isRefused ?? control['aria-invalid']}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username webauthn"
            defaultValue={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" error={problems.password ?? problems.refusal}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
      </Field>
      {isStuck && (
        <div role="alert">
          <LoadAgain className="text-14">
            You are not signed in yet: the form for your code could not be loaded.
          </LoadAgain>
        </div>
      )}
      {beside.question ? (
        <SharedBrowserPrompt question={beside.question} isPending={isPending} onDismiss={beside.dismiss} />
      ) : (
        <Button
          type="submit"
          size={52}
          isPending={isPending}
          pendingLabel={isChecking ? 'Checking your browser…' : 'Signing in...'}
        >
          Sign in
        </Button>
      )}
      <p role="status" className={isChecking ? '-mt-2 text-center text-14 text-ink-2' : 'sr-only'}>
        {isChecking && 'It takes a few seconds. You don’t need to do anything.'}
      </p>
    </form>
  );
}

/** Signs in the demo users with one click. Renders nothing without a demo. */
export function DemoSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const isDemo = useSessionStore(({ session }) => session.demo);

  const { run, isPending } = useInFlight(async () => {
    try {
      await signInDemo();
      onSignedIn();
    } catch (error) {
      toast.error('Error', messageOf(error, 'Sign-in failed. Please try again.'));
    }
  });

  if (!isDemo) return null;
  return (
    <Button
      variant="outline"
      size={52}
      className="mt-3 w-full"
      isPending={isPending}
      pendingLabel="Signing in..."
      onClick={run}
    >
      Use the demo accounts
    </Button>
  );
}
