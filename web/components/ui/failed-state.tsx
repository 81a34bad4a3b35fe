import { Button } from './button.tsx';

interface FailedStateProps {
  title: string;
  /** The error message for the user. */
  text: string;
  onRetry: () => void;
}

/** A list that failed to load: the error, and a button to retry. */
export const FailedState = ({ title, text, onRetry }: FailedStateProps) => (
  <div
    role="alert"
    className="grid min-h-75 content-center justify-items-center rounded-card border border-line bg-surface p-5 text-center sm:p-12"
  >
    <h2 className="display text-28">{title}</h2>
    <p className="mt-2 text-ink-2">{text}</p>
    <Button variant="outline" className="mt-6" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
