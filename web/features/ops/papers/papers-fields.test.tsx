// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { draftPaper, PapersFields } from './papers-fields.tsx';

const KINDS = ['license', 'tnc-permit'];
const WRONG = 'Please enter the number on the document.';

/** A form of papers that was rejected with these errors. */
function Papers({ problems }: { problems: FieldErrors }) {
  const [papers, setPapers] = useState(() =>
    KINDS.map((kind) => draftPaper({ kind, number: '', expiresOn: '2099-06-30' })),
  );
  return <PapersFields kinds={KINDS} papers={papers} onChange={setPapers} problems={problems} />;
}

test('removing a document moves the focus to the button for another one', () => {
  render(<Papers problems={{}} />);

  fireEvent.click(screen.getByRole('button', { name: 'Remove: License' }));

  expect(screen.getByRole('button', { name: 'Add a document' })).toHaveFocus();
});

test('removing a document removes its error, and another one shows an error only after the next attempt', () => {
  const { rerender } = render(<Papers problems={{ 'documents.0.number': WRONG }} />);
  const numberOf = (name: string) => within(screen.getByRole('group', { name })).getByLabelText('Number');
  expect(numberOf('License')).toHaveAccessibleDescription(WRONG);

  fireEvent.click(screen.getByRole('button', { name: 'Remove: License' }));
  expect(numberOf('TNC permit')).toBeValid();

  rerender(<Papers problems={{ 'documents.0.number': WRONG }} />);
  expect(numberOf('TNC permit')).toHaveAccessibleDescription(WRONG);
});
