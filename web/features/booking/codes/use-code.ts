import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ValidatePromo } from '#common/promos/promos-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { isClientError, isUnconfirmed } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { Draft } from '../draft.ts';
import { FARE_FIELDS } from '../estimate-fare.ts';
import { trackCodeCheck } from './code-checks.ts';

/** The form fields that the code section depends on. */
export const CODE_FIELDS = [...FARE_FIELDS, 'promoCode', 'giftCardCode'] as const;

export type CodeDraft = Pick<Draft, (typeof CODE_FIELDS)[number]>;

/** The state of a code field and its actions. */
export interface CodeFieldState {
  /** The text of the field. */
  code: string;
  /** The effect of the applied code as text; null while none is applied. */
  note: string | null;
  input: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  /** Whether the code was refused because the rider has not confirmed their email address. */
  isUnconfirmed?: boolean;
  isPending: boolean;
  edit: (code: string) => void;
  apply: () => void;
  remove: () => void;
}

interface CodeOptions<Applied> {
  /** The text of the field. */
  code: string;
  onApplied: (applied: Applied) => void;
  /** The toast when the server rejects a code without giving a reason (specification section 8). */
  rejection: Required<CodeRefusal>;
}

interface Code<Applied> {
  input: RefObject<HTMLInputElement | null>;
  /** Why the code in the field was rejected; undefined for another code. */
  error: string | undefined;
  isUnconfirmed: boolean;
  /** Calls the server, and shows why when it rejects the code. Skipped while an earlier check runs. */
  check: (ask: (signal: AbortSignal) => Promise<Applied>) => Promise<void>;
  isPending: boolean;
  /** Shows why a code is not sent to the server, and focuses the field. */
  refuse: (refusal: CodeRefusal) => void;
  /** Shows why the server rejected a code, or no longer accepts an applied one. */
  reject: (error: unknown) => void;
}

/** Checks a code of the booking form with the server and shows the result. */
export function useCode<Applied>({ code, onApplied, rejection }: CodeOptions<Applied>): Code<Applied> {
  const input = useRef<HTMLInputElement>(null);
  const leaving = useRef<AbortController>(null);
  const [refused, setRefused] = useState<{ code: string; title: string; message: string } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    // A reply that arrives after the form was left is ignored.
    return () => controller.abort();
  }, []);

  const say = ({ title, message }: CodeRefusal) => {
    toast.error(title, message);
    setRefused({ code, title, message: message ?? title });
  };

  const refuse = (refusal: CodeRefusal) => {
    say(refusal);
    input.current?.focus();
  };

  const reject = (error: unknown) => {
    const refusal = isClientError(error) ? rejection : NOT_CHECKED;
    const title = isUnconfirmed(error) ? UNCONFIRMED : refusal.title;
    say({ title, message: messageOf(error, refusal.message) });
  };

  const apply = async (ask: (signal: AbortSignal) => Promise<Applied>): Promise<boolean> => {
    const signal = leaving.current?.signal;
    if (!signal) return false;
    const pressed = document.activeElement;
    try {
      onApplied(await ask(signal));
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      reject(error);
      // Keep the focus where it is if the user has moved on to another field meanwhile.
      if (document.activeElement === pressed) input.current?.focus();
      return false;
    }
  };

  const { run, isPending } = useInFlight((ask: (signal: AbortSignal) => Promise<Applied>) =>
    trackCodeCheck(apply(ask)),
  );

  return {
    input,
    error: refused?.code === code ? refused.message : undefined,
    isUnconfirmed: refused?.code === code && refused.title === UNCONFIRMED,
    check: run,
    isPending,
    refuse,
    reject,
  };
}

/** Loads the API calls for codes, which the first paint does not need. */
export const loadCodeCheck = () => import('./check-code.ts');

const UNCONFIRMED = 'Email not confirmed';

/** Not a rejection: the server could not check the code. */
const NOT_CHECKED = {
  title: 'Code not checked',
  message: 'The server could not be reached. Please try again.',
};

/** Title and text of the toast that says why a code is not accepted. */
interface CodeRefusal {
  title: string;
  message?: string;
}

/**
 * Validates a promo code before it is checked, in the order of the specification (section 5, Promo). Null
 * when it may be checked.
 */
export function promoCodeRefusal(
  { promoCode, promo }: Pick<Draft, 'promoCode' | 'promo'>,
  question: ValidatePromo | null,
): CodeRefusal | null {
  if (promoCode.trim() === '') return { title: 'Promo code required', message: 'Please enter a promo code' };
  if (promo) return { title: 'Promo code already applied' };
  if (!question) {
    return { title: 'Cannot apply promo code', message: 'Please fill in all booking details first' };
  }
  return null;
}

/** Validates a gift card code before it is checked (section 5, Gift card). Null when it may be checked. */
export function giftCardCodeRefusal({
  giftCardCode,
  giftCard,
}: Pick<Draft, 'giftCardCode' | 'giftCard'>): CodeRefusal | null {
  if (giftCardCode.trim() === '') return { title: 'Gift card code required' };
  if (giftCard) return { title: 'Gift card already applied' };
  return null;
}

/** Debounce delay of the server checks on a booking, in milliseconds. */
export const SETTLE_MS = 400;

interface Asking<Answer> {
  ask: (signal: AbortSignal) => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
  onFailure: (error: unknown) => void;
}

/** Debounces a call. @returns a function that cancels it */
export function checkDebounced<Answer>({ ask, onAnswer, onFailure }: Asking<Answer>): () => void {
  const takenBack = new AbortController();
  const { signal } = takenBack;
  const timer = setTimeout(() => {
    ask(signal).then(
      (answer) => signal.aborted || onAnswer(answer),
      (error) => signal.aborted || onFailure(error),
    );
  }, SETTLE_MS);

  return () => {
    clearTimeout(timer);
    takenBack.abort();
  };
}
