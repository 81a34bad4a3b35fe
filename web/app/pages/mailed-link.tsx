import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';

/**
 * The token of a mailed link. It comes behind the #, which browsers send to nobody, and leaves the address at once: it is kept in the
 * page alone.
 *
 * @returns the token that was opened last in this page; empty without one
 */
export function useLinkToken(): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash.slice(1));

  useEffect(() => {
    if (hash === '') return;
    setToken(hash.slice(1));
    void navigate({ hash: '' }, { replace: true });
  }, [hash, navigate]);

  return token;
}

/** Whether a link was refused for what it is, and not because something failed meanwhile. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 409);

interface UnreadLinkProps {
  state: { phase: 'loading' } | { phase: 'failed'; error: unknown };
  onRetry: () => void;
}

/** Stands where a link's page will be: the server is asked what the link is, or did not answer. */
export const UnreadLink = ({ state, onRetry }: UnreadLinkProps) =>
  state.phase === 'loading' ? (
    <LoadingLine label="Reading your link..." className="mt-12" />
  ) : (
    <div className="mt-12">
      <FailedState
        title="We couldn’t read your link"
        text={messageOf(state.error, 'The server didn’t answer.')}
        onRetry={onRetry}
      />
    </div>
  );
