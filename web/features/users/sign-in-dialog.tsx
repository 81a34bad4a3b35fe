import clsx from 'clsx';
import { useState } from 'react';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { ForgotPassword, resetLinkTexts, type SentLink } from './forgot-password.tsx';
import { DemoSignIn, SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

interface SignInDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called after the user signed in or created an account. The caller closes the dialog. */
  onSignedIn: () => void;
  /** Says why signing in is required. */
  description?: string;
}

const LINK = 'min-h-11 font-medium text-gold-ink hover:underline';

/** Sign-in or sign-up without leaving the page. Import it lazily. */
export function SignInDialog({ isOpen, onClose, onSignedIn, description }: SignInDialogProps) {
  const [isNew, setIsNew] = useState(false);
  const [isForgotten, setIsForgotten] = useState(false);
  const [sent, setSent] = useState<SentLink | null>(null);
  const [email, onEmail] = useState('');
  // The address may have been mistyped, so the next request starts with the form.
  const leaveForgotten = () => {
    setIsForgotten(false);
    setSent(null);
  };

  if (isForgotten) {
    const { title, lead } = resetLinkTexts(sent);
    return (
      <Dialog isOpen={isOpen} onClose={onClose} title={title} description={lead}>
        <ForgotPassword email={email} onEmail={onEmail} sent={sent} onSent={setSent} />
        <p className="mt-4 text-center text-14">
          <button type="button" className={LINK} onClick={leaveForgotten}>
            Back to sign in
          </button>
        </p>
      </Dialog>
    );
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={isNew ? 'Create an account' : 'Sign in'}
      description={description}
    >
      {isNew ? (
        <SignUpForm onSignedIn={onSignedIn} />
      ) : (
        <SignInForm email={email} onEmail={onEmail} onSignedIn={onSignedIn} />
      )}
      {!isNew && <DemoSignIn onSignedIn={onSignedIn} />}
      {!isNew && (
        <p className="mt-3 text-center text-14">
          <button type="button" className={LINK} onClick={() => setIsForgotten(true)}>
            Forgot your password?
          </button>
        </p>
      )}
      <p className={clsx('text-center text-14 text-ink-2', isNew && 'mt-4')}>
        {isNew ? 'Have an account?' : 'New here?'}{' '}
        <button type="button" className={LINK} onClick={() => setIsNew(!isNew)}>
          {isNew ? 'Sign in' : 'Create an account'}
        </button>
      </p>
    </Dialog>
  );
}
