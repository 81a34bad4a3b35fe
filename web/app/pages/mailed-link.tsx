import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';

/**
 * Reads the token of a mailed link from the URL's hash, which browsers do not send to servers, and removes it
 * from the URL at once. It is kept only in the page's state.
 *
 * @returns the last token opened in this page; empty without one
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

/** Whether the server rejected the link itself, as opposed to a failed call. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 409);

interface UnreadLinkProps {
  state: { phase: 'loading' } | { phase: 'failed'; error: unknown };
  onRetry: () => void;
}

/** Shown while the link is read from the server, or after that failed. */
export const UnreadLink = ({ state, onRetry }: UnreadLinkProps) =>
  state.phase === 'loading' ? (
    <LoadingLine label="Checking your link..." className="mt-12" />
  ) : (
    <div className="mt-12">
      <FailedState title="We couldn’t check your link" text={messageOf(state.error)} onRetry={onRetry} />
    </div>
  );
