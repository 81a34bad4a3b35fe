import clsx from 'clsx';
import { useState } from 'react';
import type { Customer } from '#common/users/customers-api.ts';
import { Combobox } from '#web/components/combobox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { announce } from '#web/lib/announce.ts';
import { useCustomers } from './use-customers.ts';

interface CustomerFieldProps {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
  onChoose: (customer: Customer) => void;
  inputMode?: 'tel' | 'email';
  autoCapitalize?: 'none';
  spellCheck?: false;
  maxLength: number;
  autoFocus?: boolean;
  className?: string;
  /** Class of the list's position and width. */
  listClass?: string;
}

/** A field about the caller, which suggests earlier customers. Choosing one fills in all such fields. */
export function CustomerField({
  label,
  error,
  className,
  onType,
  onChoose,
  listClass = 'inset-x-0',
  ...input
}: CustomerFieldProps) {
  // Empty once a customer is chosen: only what staff type is searched for.
  const [typed, setTyped] = useState('');
  const { customers, phase } = useCustomers(typed);

  return (
    <Field label={label} error={error} hint={phase === 'failed' ? FAILED : undefined} className={className}>
      {(control) => (
        <Combobox
          {...input}
          control={control}
          listClass={clsx('max-h-108', listClass)}
          suggestions={customers.map(suggestionOf)}
          announcement={phase === 'failed' ? FAILED : phase === 'found' ? countOf(customers.length) : null}
          onType={(text) => {
            setTyped(text);
            onType(text);
          }}
          onPick={({ customer }) => {
            setTyped('');
            onChoose(customer);
            announce(`${customer.name} is filled in.`);
          }}
        />
      )}
    </Field>
  );
}

const FAILED = 'Earlier customers can’t be shown now. You can type on.';

const suggestionOf = (customer: Customer) => ({
  key: customer.id,
  name: customer.name,
  detail: <Contact {...customer} />,
  icon: null,
  customer,
});

/** Phone and email, on a phone below each other: an address would be broken at a hyphen. */
const Contact = ({ phone, email }: Customer) => (
  <>
    {phone && (
      <>
        <span className="max-sm:block">{phone}</span>
        <span className="max-sm:hidden"> · </span>
      </>
    )}
    <span className="max-sm:block">{email}</span>
  </>
);

function countOf(count: number): string {
  if (count === 0) return 'No earlier customer found.';
  return count === 1 ? '1 earlier customer' : `${count} earlier customers`;
}
