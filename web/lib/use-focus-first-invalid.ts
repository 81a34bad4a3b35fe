import { type RefObject, useEffect, useRef } from 'react';

/** Focuses a form's first invalid field whenever `errors` changes; pass a new object for each attempt. */
export function useFocusFirstInvalid(errors: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt moves the focus
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  return form;
}
