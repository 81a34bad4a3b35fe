import { useState } from 'react';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { DemoSignIn, SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

interface SignInDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** After somebody signed in or created an account; the dialog is to be closed then. */
  onSignedIn: () => void;
  /** Why it is asked for. */
  description?: string;
}

/** Signing in without leaving the page, or creating an account. Import it lazily. */
export function SignInDialog({ isOpen, onClose, onSignedIn, description }: SignInDialogProps) {
  const [isNew, setIsNew] = useState(false);
  const Form = isNew ? SignUpForm : SignInForm;

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={isNew ? 'Create an account' : 'Sign in'}
      description={description}
    >
      <Form onSignedIn={onSignedIn} />
      {!isNew && <DemoSignIn onSignedIn={onSignedIn} />}
      <p className="mt-4 text-center text-14 text-ink-2">
        {isNew ? 'Have an account?' : 'New here?'}{' '}
        <button
          type="button"
          className="min-h-11 font-medium text-gold-ink hover:underline"
          onClick={() => setIsNew(!isNew)}
        >
          {isNew ? 'Sign in' : 'Create an account'}
        </button>
      </p>
    </Dialog>
  );
}
