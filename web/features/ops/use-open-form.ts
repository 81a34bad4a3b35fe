import { useRef, useState } from 'react';

/**
 * The form that is open beside a list, which stays at work: another one may be opened while what this one sent is under way.
 *
 * @param keyOf tells forms apart, as their key does; the same one asked for again stays as it is
 * @returns what the form is about, or null; and `isOpen`, whether a form is still the one, for an answer that came late
 */
export function useOpenForm<Subject extends object>(keyOf: (subject: Subject) => string) {
  const [subject, setSubject] = useState<Subject | null>(null);
  const latest = useRef<Subject | null>(null);

  const show = (next: Subject | null) => {
    const { current } = latest;
    if (current && next && keyOf(current) === keyOf(next)) return;
    latest.current = next;
    setSubject(next);
  };
  const isOpen = (asked: Subject | null) => latest.current === asked;

  return { subject, show, isOpen };
}
