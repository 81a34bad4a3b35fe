import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN, signUpSchema } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { signUp } from './session-actions.ts';
import { SharedBrowserPrompt, useSharedBrowserPrompt } from './shared-browser-prompt.tsx';

/** Maps a refusal to the fields it marks. An error without a field marks the email address. */
function problemsOf(error: unknown): FieldErrors {
  const named = error instanceof ApiError ? fieldErrors(error.issues) : {};
  if (Object.keys(named).length > 0) return named;
  return { email: messageOf(error, 'Your account could not be created. Please try again.') };
}

/** Creates a rider's account. */
export function SignUpForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);

  const beside = useSharedBrowserPrompt();

  const { run, isPending } = useInFlight(async (entries: Record<string, unknown>) => {
    const parsed = signUpSchema.safeParse(entries);
    if (!parsed.success) return setProblems(fieldErrors(parsed.error.issues));
    setProblems({});
    try {
      await signUp(parsed.data);
      onSignedIn();
    } catch (error) {
      if (beside.ask(error, () => void run({ ...entries, beside: true }))) return;
      setProblems(problemsOf(error));
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} onInput={beside.dismiss} className="grid gap-5">
      <Field label="Full name" error={problems.name}>
        {(control) => <TextInput {...control} name="name" autoComplete="name" />}
      </Field>
      <Field label="Email address" error={problems.email}>
        {(control) => (
          <TextInput {...control} name="email" type="email" inputMode="email" autoComplete="username" />
        )}
      </Field>
      <Field label="Phone number" isOptional error={problems.phone}>
        {(control) => <TextInput {...control} name="phone" type="tel" inputMode="tel" autoComplete="tel" />}
      </Field>
      <Field label="Password" error={problems.password} hint={`At least ${PASSWORD_MIN} characters`}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
      </Field>
      {beside.question ? (
        <SharedBrowserPrompt question={beside.question} isPending={isPending} onDismiss={beside.dismiss} />
      ) : (
        <Button type="submit" size={52} isPending={isPending} pendingLabel="Creating account...">
          Create account
        </Button>
      )}
    </form>
  );
}
