import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

const attribute = (html: string, tag: string, name: string) =>
  new RegExp(`<${tag}[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

const render = (props: { error?: string; hint?: string; isOptional?: boolean }) =>
  renderToStaticMarkup(
    <Field label="Email address" {...props}>
      {(control) => <TextInput {...control} type="email" />}
    </Field>,
  );

test('a label names its input', () => {
  const html = render({});
  expect(attribute(html, 'label', 'for')).toBe(attribute(html, 'input', 'id'));
  expect(attribute(html, 'input', 'aria-invalid')).toBeUndefined();
});

test('an error marks the input, describes it, and stands in place of the hint', () => {
  const html = render({ error: 'Please enter a valid email address.', hint: 'For the receipt' });
  expect(attribute(html, 'input', 'aria-invalid')).toBe('true');
  expect(attribute(html, 'p', 'id')).toBe(attribute(html, 'input', 'aria-describedby'));
  expect(html).toContain('Please enter a valid email address.');
  expect(html).not.toContain('For the receipt');
});

test('a hint describes the input', () => {
  const html = render({ hint: 'Minimum 1 hour' });
  expect(attribute(html, 'p', 'id')).toBe(attribute(html, 'input', 'aria-describedby'));
});
