import type { ReactNode } from 'react';

/** Fields that belong together, under one heading. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-5">
    <legend className="mb-4">
      <h3 className="display text-22">{title}</h3>
    </legend>
    {children}
  </fieldset>
);
