/** Sets a field as a person does; React's own setter, on the element itself, would take note of the value and then see no change. */
function setAsTyped(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const HAS_TEXT = 'input:not([type=radio], [type=checkbox], [type=range]), textarea';

/**
 * A page rendered ahead can be filled in before React has taken it over, by a person in a hurry or a browser that remembers. Tells React what the
 * fields within `page` hold, as if it were typed now; else its next render would empty them.
 */
export function tellTyped(page: ParentNode): void {
  for (const field of page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(HAS_TEXT)) {
    const typed = field.value;
    if (typed === field.defaultValue) continue;
    field.value = field.defaultValue;
    setAsTyped(field, typed);
  }
}
