import type { Problem } from './card-fields.ts';
import { element, icon } from './dom.ts';

/** Specification of a text field: label, formatting and validation. */
interface FieldSpec {
  id: string;
  label: string;
  placeholder: string;
  autocomplete: string;
  icon?: 'card' | 'lock';
  isSecret?: boolean;
  format(text: string): string;
  problem(text: string): Problem | null;
}

/** A text field with its label and error message. */
interface Field {
  node: HTMLElement;
  input: HTMLInputElement;
  /** Returns the current validation error, whether it is shown or not. */
  problem(): Problem | null;
  /** Shows the validation error, if any, and returns it. */
  check(): Problem | null;
  /** Marks the field as invalid without a message, which the page shows instead. */
  mark(): void;
  setLabel(label: string, placeholder: string): void;
  clear(): void;
}

/** Creates a field that formats on input and validates on blur. */
export function createField(spec: FieldSpec, onChange: () => void): Field {
  const input = element('input', {
    id: spec.id,
    class: ['Input', spec.icon && 'Input--icon', spec.isSecret && 'Input--secret'].filter(Boolean).join(' '),
    type: 'text',
    inputmode: 'numeric',
    autocomplete: spec.autocomplete,
    autocorrect: 'off',
    spellcheck: 'false',
    placeholder: spec.placeholder,
    'aria-required': 'true',
    'aria-describedby': `${spec.id}-error`,
  });
  const label = element('label', { class: 'Label', for: spec.id }, spec.label);
  const error = element('p', { class: 'Error', id: `${spec.id}-error`, 'aria-live': 'polite' });
  const control = element('div', { class: 'Control' }, input, ...(spec.icon ? [icon(spec.icon)] : []));
  const node = element('div', { class: 'Field' }, label, control, error);

  const problem = () => (node.hidden ? null : spec.problem(input.value));
  const show = (shown: Problem | null) => {
    input.classList.toggle('Input--invalid', shown !== null);
    input.setAttribute('aria-invalid', String(shown !== null));
    error.replaceChildren(...(shown?.message ? [icon('alert'), shown.message] : []));
  };

  input.addEventListener('input', (event) => {
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (!isDeleting) reformat(input, spec.format);
    show(null);
    onChange();
  });
  input.addEventListener('blur', () => {
    input.value = spec.format(input.value);
    if (input.value !== '') whenReleased(() => show(problem()));
  });

  return {
    node,
    input,
    problem,
    check() {
      const found = problem();
      show(found);
      return found;
    },
    mark: () => show({ code: 'declined', message: '' }),
    setLabel(text, placeholder) {
      label.textContent = text;
      input.placeholder = placeholder;
    },
    clear() {
      input.value = '';
      show(null);
    },
  };
}

/** Formats the value and keeps the caret behind the same digit. */
function reformat(input: HTMLInputElement, format: (text: string) => string): void {
  const significant = (text: string) => text.replace(/[\s/]/g, '').length;
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const before = significant(input.value.slice(0, caret));
  input.value = format(input.value);
  if (isAtEnd) return;
  let position = 0;
  while (position < input.value.length && significant(input.value.slice(0, position)) < before) position += 1;
  input.setSelectionRange(position, position);
}

let isPressed = false;
document.addEventListener('pointerdown', () => setPressed(true), true);
document.addEventListener('pointerup', () => setPressed(false), true);
document.addEventListener('pointercancel', () => setPressed(false), true);

function setPressed(pressed: boolean): void {
  isPressed = pressed;
}

/**
 * Runs `change` now, or once the pointer is released. An error message that appears during a press would move
 * the button under the pointer, and the click would miss it.
 */
function whenReleased(change: () => void): void {
  // Delayed by a timer, because the click event follows the release.
  if (!isPressed) change();
  else document.addEventListener('pointerup', () => setTimeout(change), { once: true });
}
