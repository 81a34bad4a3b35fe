import { type FormEvent, useState } from 'react';
import { signInSchema } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { signIn, signInDemo } from './session-actions.ts';
import { useSessionStore } from './session-store.ts';
import { BesidePrompt, useBesideQuestion } from './sign-in-beside.tsx';

/** Whether the server refused the pair, so that neither field is known to be right. */
interface Problems extends FieldErrors {
  refusal?: string;
}

/** E-mail and password. What was typed stays after a refusal. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [problems, setProblems] = useState<Problems>({});
  const form = useFocusFirstInvalid(problems);

  const beside = useBesideQuestion();

  const { run, isPending } = useInFlight(async (entries: Record<string, unknown>) => {
    const parsed = signInSchema.safeParse(entries);
    if (!parsed.success) return setProblems(fieldErrors(parsed.error.issues));
    setProblems({});
    try {
      await signIn(parsed.data);
      onSignedIn();
    } catch (error) {
      if (beside.ask(error, () => void run({ ...entries, beside: true }))) return;
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
            autoComplete="username"
          />
        )}
      </Field>
      <Field label="Password" error={problems.password ?? problems.refusal}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
      </Field>
      {beside.question ? (
        <BesidePrompt question={beside.question} isPending={isPending} onDismiss={beside.dismiss} />
      ) : (
        <Button type="submit" size={52} isPending={isPending} pendingLabel="Signing in...">
          Sign in
        </Button>
      )}
    </form>
  );
}

/** Signs in the demo rider and driver with one press; nothing where there is no demo. */
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
