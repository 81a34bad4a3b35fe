import { type RefObject, useEffect, useRef } from 'react';

/** For a form: whenever its errors change, the first field marked invalid gets the focus. `errors` must be a new object for each attempt. */
export function useFocusFirstInvalid(errors: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what must move the focus
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  return form;
}
