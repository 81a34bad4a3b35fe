import { Button } from './button.tsx';
import { STATE_PANEL } from './empty-state.tsx';

interface FailedStateProps {
  title: string;
  /** The error message for the user. */
  text: string;
  onRetry: () => void;
}

/** A list that failed to load: the error, and a button to retry. */
export const FailedState = ({ title, text, onRetry }: FailedStateProps) => (
  <div role="alert" className={STATE_PANEL}>
    <h2 className="display text-28">{title}</h2>
    <p className="mt-2 text-ink-2">{text}</p>
    <Button variant="outline" className="mt-6" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
