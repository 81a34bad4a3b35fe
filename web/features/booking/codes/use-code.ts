import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ValidatePromo } from '#common/promos/promos-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { isClientError, isUnconfirmed } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { Draft } from '../draft.ts';
import { FARE_FIELDS } from '../estimate-fare.ts';

/** The fields of the form that codes are about. */
export const CODE_FIELDS = [...FARE_FIELDS, 'promoCode', 'giftCardCode'] as const;

export type CodeDraft = Pick<Draft, (typeof CODE_FIELDS)[number]>;

/** The state of a code field and its actions. */
export interface CodeFieldState {
  /** Its text. */
  code: string;
  /** The effect of the applied code as text; null while none is applied. */
  note: string | null;
  input: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  /** Whether it waits for the rider's address to be confirmed. */
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
  /** The toast when the server rejects a code without a reason (specification section 8). */
  rejection: Required<CodeRefusal>;
}

interface Code<Applied> {
  input: RefObject<HTMLInputElement | null>;
  /** Why the code in the field was rejected. */
  error: string | undefined;
  isUnconfirmed: boolean;
  /** Calls the server; throws `ApiError`. A second call while the first runs is skipped. */
  check: (ask: (signal: AbortSignal) => Promise<Applied>) => Promise<void>;
  isPending: boolean;
  /** Says why a code is not asked about. */
  refuse: (refusal: CodeRefusal) => void;
  /** Says why the server does not take a code, or takes it no longer. */
  reject: (error: unknown) => void;
}

/** A code of the booking form: checks it with the server and shows the result. */
export function useCode<Applied>({ code, onApplied, rejection }: CodeOptions<Applied>): Code<Applied> {
  const input = useRef<HTMLInputElement>(null);
  const leaving = useRef<AbortController>(null);
  const [refused, setRefused] = useState<{ code: string; title: string; message: string } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    // A reply that comes after the form was left belongs to no booking any more.
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

  const { run, isPending } = useInFlight(async (ask: (signal: AbortSignal) => Promise<Applied>) => {
    const signal = leaving.current?.signal;
    if (!signal) return;
    const pressed = document.activeElement;
    try {
      onApplied(await ask(signal));
    } catch (error) {
      if (signal.aborted) return;
      reject(error);
      // Whoever has gone on to another field meanwhile stays there.
      if (document.activeElement === pressed) input.current?.focus();
    }
  });

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

/** The calls about codes, whose code no first paint needs. */
export const loadAskCode = () => import('./ask-code.ts');

const UNCONFIRMED = 'Email not confirmed';

/** No rejection: nobody has looked at the code. */
const NOT_CHECKED = {
  title: 'Code not checked',
  message: 'The server could not be reached. Please try again.',
};

/** Why a code is not taken: the two lines of its toast. */
interface CodeRefusal {
  title: string;
  message?: string;
}

/**
 * The validation error of a promo code, in the specification's order (section 5, Promo); null when it may be
 * checked.
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

/** The validation error of a gift card code (section 5, Gift card); null when it may be checked. */
export function giftCardCodeRefusal({
  giftCardCode,
  giftCard,
}: Pick<Draft, 'giftCardCode' | 'giftCard'>): CodeRefusal | null {
  if (giftCardCode.trim() === '') return { title: 'Gift card code required' };
  if (giftCard) return { title: 'Gift card already applied' };
  return null;
}

/** How long a booking must stay as it is before anything is asked about it, in milliseconds. */
export const SETTLE_MS = 400;

interface Asking<Answer> {
  ask: (signal: AbortSignal) => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
  onFailure: (error: unknown) => void;
}

/** Debounces a call. */
export function askDebounced<Answer>({ ask, onAnswer, onFailure }: Asking<Answer>): () => void {
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
