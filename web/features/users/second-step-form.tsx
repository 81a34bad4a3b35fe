import { type FormEvent, useEffect, useRef, useState } from 'react';
import { secondFactorSchema } from '#common/users/factors.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { sendSecondFactor } from './factor-actions.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';

interface SecondStepFormProps {
  /** The email address of the account whose password was accepted. */
  email: string;
  onSignedIn: () => void;
  onStartOver: () => void;
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. Import it lazily. */
export function SecondStepForm({ email, onSignedIn, onStartOver }: SecondStepFormProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The previous form was removed together with the focused element.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is another field
  useEffect(() => input.current?.focus(), [isRecovery]);

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = secondFactorSchema.safeParse(entries);
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message ?? null);
    setProblem(null);
    try {
      await sendSecondFactor(parsed.data.code, email);
      onSignedIn();
    } catch (error) {
      setProblem(messageOf(error, 'Sign-in failed. Please try again.'));
      setIsOver(error instanceof ApiError && error.status === 401);
      input.current?.select();
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <div className="grid gap-3">
      <p className="text-ink-2">
        {isRecovery
          ? 'Enter one of your recovery codes. Each works once.'
          : 'Enter the six digits your authenticator app shows for Marquee.'}
      </p>
      <form noValidate onSubmit={handleSubmit} className="mt-2 grid gap-5">
        <Field label={isRecovery ? 'Recovery code' : 'Code'} error={problem}>
          {(control) => (
            <TextInput
              {...control}
              key={String(isRecovery)}
              ref={input}
              name="code"
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="characters"
              spellCheck={false}
              className="figures tracking-widest"
            />
          )}
        </Field>
        {isOver ? (
          <Button size={52} onClick={onStartOver}>
            Sign in again
          </Button>
        ) : (
          <Button type="submit" size={52} isPending={isPending} pendingLabel="Signing in...">
            Sign in
          </Button>
        )}
      </form>
      <PasskeySignIn place="after" onSignedIn={onSignedIn} />
      <div className="flex flex-wrap justify-center gap-x-2">
        <Button
          variant="quiet"
          className="text-14!"
          onClick={() => {
            setProblem(null);
            setIsRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button variant="quiet" className="text-14!" onClick={onStartOver}>
          Start over
        </Button>
      </div>
    </div>
  );
}
