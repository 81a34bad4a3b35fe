import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The email address that the forms for signing in and for a forgotten password hand to each other. */
export interface TypedEmail {
  email: string;
  onEmail: (email: string) => void;
}

/**
 * Keeps the typed email address. It starts with the one that the link to this page carried in the history
 * state, so that it is never part of an address.
 */
export function useTypedEmail(): TypedEmail {
  const { state } = useLocation();
  const [email, onEmail] = useState(() => emailOf(state));
  return { email, onEmail };
}

/** Returns the email address in a history entry's state, whose shape is unknown; empty without one. */
function emailOf(state: unknown): string {
  const isCarried = typeof state === 'object' && state !== null && 'email' in state;
  return isCarried && typeof state.email === 'string' ? state.email : '';
}
