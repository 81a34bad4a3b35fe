import { useRef, useState } from 'react';

/**
 * State of a form beside a list that stays usable: another form may be opened while a request of this one is
 * pending.
 *
 * @param keyOf identifies a form, as its React key; opening the same form again has no effect
 * @returns `subject`, what the open form edits, or null; and `isOpen`, which tells a late reply whether its
 * form is still open
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
